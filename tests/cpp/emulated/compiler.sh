#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles the text of a CUDA kernel for the CPU; called as a C++ compiler is.
# Parameters come by reference, and run_kernel() of the text runs the kernel.
case "$1" in --version) echo "CUDA kernels on the CPU, 1"; exit 0;; esac
for last; do :; done
folder=$(dirname "$0")
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
} | ${CXX:-c++} -std=c++20 -O1 -shared -fPIC -ffp-contract=off -w -I "$folder" \
    -x c++ - -o "$last"
