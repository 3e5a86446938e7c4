# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=... -DOUTPUT=... -DNAMES="a.h|b.h" -P embed.cmake
# Writes a C++ source that holds the texts of files, and their SHA-256. Lines of
# comments are left empty, and lines begin without spaces: those are a third of the
# bytes.
string(REPLACE "|" ";" names "${NAMES}")
set(rows "")
set(digests "")
foreach(name ${names})
  file(SHA256 ${ROOT}/${name} digest)
  string(APPEND digests "${name} ${digest}\n")
  file(READ ${ROOT}/${name} text)
  string(REGEX REPLACE "(^|\n) *//[^\n]*" "\\1" text "${text}")
  string(REGEX REPLACE "\n +" "\n" text "${text}")
  string(APPEND rows "    {\"${name}\",\n     R\"TEXT(${text})TEXT\"},\n")
endforeach()
string(SHA256 digest "${digests}")
set(source
    "// Made by tools/embed.cmake.
#include \"jit/compile/embedded_texts.h\"
namespace tenorite::jit {
const EmbeddedText kEmbeddedTexts[] = {
${rows}};
const size_t kNumEmbeddedTexts = std::size(kEmbeddedTexts);
const std::string_view kEmbeddedDigest = \"${digest}\";
}  // namespace tenorite::jit
")
file(WRITE ${OUTPUT} "${source}")
