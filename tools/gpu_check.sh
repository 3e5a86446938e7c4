#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and checks everything on a machine with a GPU, with what is installed
# there: nothing is fetched. Needs python3 with NumPy, pybind11, pytest,
# pytest-xdist and hypothesis, and CMake, ninja, nvcc and a C++ compiler.
#
#   tools/gpu_check.sh [stage...]
#
# Stages: build test cpptest memcheck demo bench; all of them by default. Logs
# go to $OUT, by default build-gpu/logs; a summary is printed last. Settings:
# PYTHON, ARCH (default 90), JOBS, WORKERS (of the tests on the GPU), PYTEST_ARGS,
# SAMPLE (how many tests run under memcheck), BENCH_ARGS (such as --quick).
set -uo pipefail
cd "$(dirname "$0")/.." || exit

PYTHON=${PYTHON:-python3}
ARCH=${ARCH:-90}
JOBS=${JOBS:-$(nproc)}
WORKERS=${WORKERS:-6}
SAMPLE=${SAMPLE:-150}
FOLDER=build-gpu
LOGS=${OUT:-$FOLDER/logs}
mkdir -p "$FOLDER" "$LOGS"
export PYTHONPATH=$PWD/python${PYTHONPATH:+:$PYTHONPATH}
export CMAKE_BUILD_PARALLEL_LEVEL=$JOBS
read -ra pytest_args <<<"${PYTEST_ARGS:-}"
read -ra bench_args <<<"${BENCH_ARGS:-}"
pytest=("$PYTHON" -m pytest -p no:cacheprovider -p no:benchmark --tb=short -rfE "${pytest_args[@]}")

# Seconds that a stage may take.
declare -A limit=([build]=540 [test]=420 [cpptest]=240 [memcheck]=300 [demo]=240
  [bench]=420)

stage_build() {
  cmake -G Ninja -S . -B "$FOLDER" -DCMAKE_BUILD_TYPE=Release \
    -DTENORITE_CUDA=ON -DTENORITE_CUDA_ARCHITECTURES="$ARCH" \
    -DPython_EXECUTABLE="$(command -v "$PYTHON")" &&
    cmake --build "$FOLDER" --target _core &&
    cmake --install "$FOLDER" --prefix python &&
    "$PYTHON" -c 'import tenorite; tenorite.show_config()'
}

# The CPU device and all that has no device first, then the GPU with fewer
# workers, since each holds a CUDA context.
stage_test() {
  local failed=0
  "${pytest[@]}" -n "$JOBS" --device cpu tests/python || failed=1
  "${pytest[@]}" -n "$WORKERS" --device cuda:0 -k cuda tests/python || failed=1
  return "$failed"
}

stage_cpptest() { tools/cpp_tests.sh "$FOLDER"; }

# A write past the end of an allocation, which memcheck has to report.
planted_error() {
  cat >"$FOLDER/planted.cu" <<'CUDA'
__global__ void write_past(int* p, int n) { p[n + threadIdx.x] = 1; }
int main() {
  int* p;
  cudaMalloc(&p, 1000 * sizeof(int));
  write_past<<<1, 32>>>(p, 1000);
  return cudaDeviceSynchronize() != cudaSuccess;
}
CUDA
  nvcc -arch="sm_$ARCH" -o "$FOLDER/planted" "$FOLDER/planted.cu" || return 1
  if compute-sanitizer --tool memcheck --error-exitcode 99 "$FOLDER/planted" \
    >"$FOLDER/planted.log" 2>&1; then
    echo "memcheck did not find the planted error:"
    cat "$FOLDER/planted.log"
    return 1
  fi
  if ! grep -q 'Invalid __global__ write' "$FOLDER/planted.log"; then
    echo "memcheck failed in another way than by the planted error:"
    cat "$FOLDER/planted.log"
    return 1
  fi
  echo "the planted error was found"
}

# A sample over all tests of the GPU, every array in an allocation of its own.
stage_memcheck() {
  planted_error || return 1
  "${pytest[@]}" --collect-only --device cuda:0 -k cuda tests/python |
    grep '::' >"$FOLDER/all_tests" || return 1
  "$PYTHON" - "$FOLDER" "$SAMPLE" <<'PY' || return 1
import pathlib, sys
folder, wanted = pathlib.Path(sys.argv[1]), int(sys.argv[2])
tests = (folder / "all_tests").read_text().splitlines()
step = max(1, len(tests) // wanted)
(folder / "sample").write_text("\n".join(tests[::step]) + "\n")
print(f"memcheck of {len(tests[::step])} of {len(tests)} tests")
PY
  TENORITE_POOL=none compute-sanitizer --tool memcheck --error-exitcode 99 \
    --report-api-errors no --print-limit 20 \
    "${pytest[@]}" --device cuda:0 "@$FOLDER/sample"
}

stage_demo() { "$PYTHON" examples/demo --output "$LOGS"; }

# Ratios and goals go to the log too, before the summary of the run.
stage_bench() {
  local status=0
  "$PYTHON" -m benchmarks run --output "$LOGS/bench.json" "${bench_args[@]}" || status=1
  "$PYTHON" -m benchmarks plot "$LOGS/bench.json"
  "$PYTHON" -m benchmarks compare "$LOGS/bench.json" || status=1
  return "$status"
}

# The lines of a log that say most.
gist() {
  { grep -E '(passed|failed|error).* in |PASSED|FAILED|ERROR SUMMARY|agree|planted|cuda:0' \
    "$1" | tail -n 4; tail -n 1 "$1"; } | cut -c1-150 | awk '!seen[$0]++'
}

if [ "${1:-}" = --run ]; then
  "stage_$2"
  exit
fi
stages=("$@")
[ ${#stages[@]} -gt 0 ] || stages=(build test cpptest memcheck demo bench)
for stage in "${stages[@]}"; do
  [ -n "${limit[$stage]:-}" ] || { echo "no stage '$stage'"; exit 2; }
done

summary=()
status=0
for stage in "${stages[@]}"; do
  log=$LOGS/$stage.log
  begin=$SECONDS
  echo "== $stage"
  timeout -k 10 "${limit[$stage]}" tools/gpu_check.sh --run "$stage" \
    >"$log" 2>&1 </dev/null
  case $? in
    0) verdict=ok ;;
    124 | 137) verdict="TIME OUT" ;;
    *) verdict=FAILED ;;
  esac
  summary+=("$(printf '%-9s %-9s %4d s' "$stage" "$verdict" $((SECONDS - begin)))")
  while read -r line; do summary+=("          $line"); done < <(gist "$log")
  if [ "$verdict" != ok ]; then
    status=1
    echo "the end of $log:"
    tail -n 40 "$log" | cut -c1-200
    # Without an extension nothing else can run.
    [ "$stage" != build ] || break
  fi
done
echo "== summary (logs: $LOGS)"
printf '%s\n' "${summary[@]}"
exit $status
