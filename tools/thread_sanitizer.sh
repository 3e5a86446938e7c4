#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the host part with the thread sanitizer in the folder given, and runs
# the C++ tests of several threads in each mode of recorded execution.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-build/thread-sanitizer}
cmake -G Ninja -S . -B "$folder" -DTENORITE_CUDA=OFF -DTENORITE_SANITIZE=thread \
  -DPython_EXECUTABLE="$(command -v python3)"
cmake --build "$folder" --target tenorite_tests \
  -j "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
for mode in off tier0 auto wait check; do
  echo "thread sanitizer, TENORITE_FUSION=$mode"
  TENORITE_FUSION=$mode TSAN_OPTIONS=halt_on_error=1:die_after_fork=0 \
    "$folder/tenorite_tests" --gtest_brief=1 \
    --gtest_filter='*Thread*:*thread*:LazyKernel*:Recorder*'
done
