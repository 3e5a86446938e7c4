#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs the C++ tests in the build folder given, by default the one of
# setup.py; says so and succeeds where GoogleTest was not found.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-build/cp$(python3 -c 'import sys; print("%d%d" % sys.version_info[:2] + sys.abiflags)')}
if ! ninja -C "$folder" -t query tenorite_tests >/dev/null 2>&1; then
  echo "C++ tests: skipped, GoogleTest was not found (on Debian: libgtest-dev)"
  exit 0
fi
targets=(tenorite_tests tenorite_emulated_tests tenorite_short_tests)
programs=("$folder/tenorite_tests" "$folder/tenorite_short_tests")
# With CUDA, core's side of it on a runtime in host memory.
if ninja -C "$folder" -t query tenorite_cuda_tests >/dev/null 2>&1; then
  targets+=(tenorite_cuda_tests)
  programs+=("$folder/tests/cpp/cuda/tenorite_cuda_tests")
fi
cmake --build "$folder" --target "${targets[@]}" -j "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
# All at once, since most tests use one core; the emulated ones, which compile, in
# two halves.
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
running=()
start() {
  "$@" --gtest_brief=1 >"$logs/${#running[@]}" 2>&1 &
  running+=($!)
}
for half in 0 1; do
  start env GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=$half "$folder/tenorite_emulated_tests"
done
# Small groups, too, run as machine code.
for program in "${programs[@]}"; do start env TENORITE_MACHINE_CODE=always "$program"; done
failed=0
for i in "${!running[@]}"; do
  wait "${running[i]}" || failed=1
  cat "$logs/$i"
done
exit $failed
