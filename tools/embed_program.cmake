# SPDX-License-Identifier: Apache-2.0
# cmake -DFILE=... -DOUTPUT=... -P embed_program.cmake
# Writes a C++ source that holds the bytes of a program. Its text has their
# digest, so that a compiler's cache sees when they change.
file(SHA256 ${FILE} digest)
file(
  WRITE ${OUTPUT}
  "// Made by tools/embed_program.cmake.
extern \"C\" const char tenorite_worker_digest[] = \"${digest}\";
asm(\".pushsection .rodata\\n\"
    \".hidden tenorite_worker_begin\\n.globl tenorite_worker_begin\\n\"
    \".hidden tenorite_worker_end\\n.globl tenorite_worker_end\\n\"
    \"tenorite_worker_begin:\\n.incbin \\\"${FILE}\\\"\\n\"
    \"tenorite_worker_end:\\n.byte 0\\n.popsection\\n\");
")
