# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, a header that names a symbol after the digest of the headers
# NAMES in ROOT: the host part and the CUDA part agree where they had the same.
set(texts)
string(REPLACE "|" ";" NAMES "${NAMES}")
foreach(name ${NAMES})
  file(SHA256 ${ROOT}/${name} digest)
  string(APPEND texts "${name} ${digest}\n")
endforeach()
string(SHA256 digest "${texts}")
string(SUBSTRING ${digest} 0 16 digest)
file(WRITE ${OUTPUT} "#define TENORITE_INTERFACE tenorite_interface_${digest}\n")
