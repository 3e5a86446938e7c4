#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles the text of a CUDA kernel for the CPU; called as a C++ compiler is.
# Parameters come by reference, and run_kernel() of the text runs the kernel.
# `--header FILE` makes emulation.h, most of each text, FILE, which is found in the
# folder EMULATION_HEADER.
folder=$(dirname "$0")
compile() {
  ${CXX:-c++} -std=c++20 -O1 -fPIC -ffp-contract=off -w "$@"
}
case "$1" in
  --version) echo "CUDA kernels on the CPU, 1"; exit 0;;
  --header) compile -x c++-header "$folder/emulation.h" -o "$2"; exit;;
esac
for last; do :; done
{
  echo '#include "emulation.h"'
  sed -e 's/const __grid_constant__ \(.*[^ ]\) \(_*loop\|tiles\|group\)\([,)]\)/const \1\& \2\3/' \
      -e 's/const GroupConstants constants)/const GroupConstants\& constants)/' \
      -e 's/extern __shared__/extern/'
  cat <<'END'
extern "C" void run_kernel(void (*kernel)(const void*, const void*),
                           const void* const* arguments, unsigned x,
                           unsigned y, unsigned threads) {
  static void (*called)(const void*, const void*);
  called = kernel;
  emulation::run([](const void* const* a) { called(a[0], a[1]); }, arguments,
                 {x, y, 1}, threads);
}
END
} | compile -shared -I "$EMULATION_HEADER" -I "$folder" -x c++ - -o "$last"
