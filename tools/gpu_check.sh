#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and checks everything on a machine with a GPU, with what is installed
# there: nothing is fetched. Needs python3 with NumPy, pybind11, pytest,
# pytest-xdist and hypothesis, and CMake, ninja, nvcc and a C++ compiler.
#
#   tools/gpu_check.sh [stage...]
#
# Stages: build test cputest cpptest programs memcheck racecheck demo bench census
# benchprograms; all of them by default. Logs go to $OUT, by default build-gpu/logs, failures of tests as
# they come; a summary is printed last. Tests, programs and sanitizers are spread
# over all GPUs.
# Settings: PYTHON, ARCH (default 90), JOBS, WORKERS (of the tests, on each GPU),
# PYTEST_ARGS, PROGRAMS, FIRST, PROGRAM_SECONDS (random ones of the stage of that
# name: how many, the first seed, how long they begin), SHARDS (processes of
# memcheck and racecheck), SECONDS_EACH (how long these begin tests), MEMCHECK_TESTS
# (those that match, such as "graph or stream"), BENCH_ARGS and CENSUS_ARGS (such as
# --quick), BENCH_PROGRAM_ARGS (such as --skip 20, --library torch).
set -uo pipefail
cd "$(dirname "$0")/.." || exit

PYTHON=${PYTHON:-python3}
ARCH=${ARCH:-90}
JOBS=${JOBS:-$(nproc)}
WORKERS=${WORKERS:-12}
PROGRAMS=${PROGRAMS:-1000000}
FIRST=${FIRST:-0}
PROGRAM_SECONDS=${PROGRAM_SECONDS:-500}
GPUS=$(nvidia-smi -L | wc -l)
SHARDS=${SHARDS:-$((JOBS < 12 * GPUS ? JOBS : 12 * GPUS))}
SECONDS_EACH=${SECONDS_EACH:-90}
FOLDER=build-gpu
LOGS=${OUT:-$FOLDER/logs}
mkdir -p "$FOLDER" "$LOGS"
export TENORITE_TEST_FAILURES=$(realpath "$LOGS")/failures.txt
export PYTHONPATH=$PWD/python${PYTHONPATH:+:$PYTHONPATH}
export CMAKE_BUILD_PARALLEL_LEVEL=$JOBS
read -ra pytest_args <<<"${PYTEST_ARGS:-}"
read -ra bench_args <<<"${BENCH_ARGS:-}"
read -ra bench_program_args <<<"${BENCH_PROGRAM_ARGS:-}"
read -ra census_args <<<"${CENSUS_ARGS:-}"
pytest=("$PYTHON" -m pytest -p no:cacheprovider -p no:benchmark --tb=short -rfE "${pytest_args[@]}")

# Tests of libraries that this machine lacks are left out, and named in the log.
left_out=()
while read -r library file; do
  echo "no $library: without $file"
  left_out+=(--ignore "tests/python/$file")
done < <("$PYTHON" - <<'PY'
import importlib.util

for library, files in {
    "array_api_strict": "test_array_api.py",
    "dask": "neighbours/test_dask.py neighbours/test_dask_cluster.py"
    " neighbours/test_dask_files.py neighbours/test_dask_frames.py",
    "einops": "neighbours/test_einops.py",
    "pandas": "neighbours/test_pandas.py",
    "pint": "neighbours/test_pint.py",
    "sklearn": "neighbours/test_sklearn.py",
    "xarray": "neighbours/test_xarray.py",
}.items():
    if importlib.util.find_spec(library) is None:
        for file in files.split():
            print(library, file)
PY
)

pytest+=("${left_out[@]}")

# Seconds that a stage may take.
declare -A limit=([build]=540 [test]=590 [cputest]=400 [cpptest]=400 [programs]=590
  [memcheck]=$((SECONDS_EACH + 150)) [racecheck]=$((SECONDS_EACH + 150)) [demo]=240 [bench]=590
  [census]=590 [benchprograms]=590)

stage_build() {
  cmake -G Ninja -S . -B "$FOLDER" -DCMAKE_BUILD_TYPE=Release \
    -DTENORITE_CUDA=ON -DTENORITE_CUDA_ARCHITECTURES="$ARCH" \
    -DPython_EXECUTABLE="$(command -v "$PYTHON")" &&
    cmake --build "$FOLDER" &&
    cmake --install "$FOLDER" --prefix python &&
    "$PYTHON" setup.py -q egg_info --egg-base python && # entry points, for Dask
    "$PYTHON" -c 'import tenorite; tenorite.show_config()'
}

# On the GPUs, each with few workers, since every one holds a CUDA context; then
# what needs all GPUs at once. Random programs have their own stage.
stage_test() {
  local failed=0
  export TENORITE_TEST_PROGRAMS=1000
  if [ "$GPUS" -gt 1 ]; then
    "${pytest[@]}" --device cuda:0 tests/python/test_cuda_api.py || failed=1
  fi
  "${pytest[@]}" --device cuda:0 tests/python/test_cuda_graphs.py -k "memory or pool" || failed=1
  TENORITE_TEST_GPUS=$GPUS "${pytest[@]}" -n $((WORKERS * GPUS)) --device cuda:0 \
    -k cuda tests/python || failed=1
  return "$failed"
}

# The CPU device and all that has no device.
stage_cputest() {
  TENORITE_TEST_PROGRAMS=1000 "${pytest[@]}" -n "$JOBS" --device cpu tests/python
}

stage_cpptest() { tools/cpp_tests.sh "$FOLDER"; }

# On the GPU, in every mode of fusion. CUDA's multi-process service, where there is
# one, lets the processes work at once, which otherwise take turns.
stage_programs() {
  local status=0 mps=
  if command -v nvidia-cuda-mps-control >/dev/null; then
    export CUDA_MPS_PIPE_DIRECTORY=$PWD/$FOLDER/mps CUDA_MPS_LOG_DIRECTORY=$PWD/$FOLDER/mps
    mkdir -p "$CUDA_MPS_PIPE_DIRECTORY"
    timeout 20 nvidia-cuda-mps-control -d && mps=1
    [ -n "$mps" ] || unset CUDA_MPS_PIPE_DIRECTORY
  fi
  local gpu count=$((PROGRAMS / GPUS)) pids=()
  for ((gpu = 0; gpu < GPUS; ++gpu)); do
    (cd tests/python && CUDA_VISIBLE_DEVICES=$gpu "$PYTHON" -m programs \
      --device cuda:0 --processes $((JOBS / GPUS)) --first $((FIRST + gpu * count)) \
      --count "$count" --seconds "$PROGRAM_SECONDS") &
    pids+=($!)
  done
  for gpu in "${!pids[@]}"; do
    wait "${pids[gpu]}" || status=1
  done
  [ -z "$mps" ] || echo quit | timeout 20 nvidia-cuda-mps-control
  return "$status"
}

# Whether a tool reports what is wrong with a program: <tool> <pattern>, and the
# program on stdin.
finds_planted() {
  local tool=$1 pattern=$2 name=$FOLDER/planted_$1
  cat >"$name.cu"
  nvcc -arch="sm_$ARCH" -o "$name" "$name.cu" || return 1
  if compute-sanitizer --tool "$tool" --error-exitcode 99 "$name" \
    >"$name.log" 2>&1; then
    echo "$tool did not find the planted error:"
    cat "$name.log"
    return 1
  fi
  if ! grep -q "$pattern" "$name.log"; then
    echo "$tool failed in another way than by the planted error:"
    cat "$name.log"
    return 1
  fi
  echo "the planted error was found"
}

# The GPU's tests that match an expression, under a tool, every array in an
# allocation of its own. They are shuffled, always in the same way, and dealt
# out to some processes; those that no process comes to in time are skipped.
sanitize() {
  local tool=$1 expression=$2 failed=0 shard pids=()
  # One -q lists tests by their names; two would count them.
  if ! "$PYTHON" -m pytest -p no:cacheprovider -p no:benchmark -o addopts= -q \
    --collect-only --device cuda:0 "${left_out[@]}" -k "$expression" tests/python \
    >"$FOLDER/$tool.collected" 2>&1; then
    grep -v '::' "$FOLDER/$tool.collected"
    return 1
  fi
  grep '::' "$FOLDER/$tool.collected" >"$FOLDER/$tool.tests"
  "$PYTHON" - "$FOLDER/$tool" "$SHARDS" <<'PY' || return 1
import pathlib, random, sys
stem, shards = sys.argv[1], int(sys.argv[2])
tests = pathlib.Path(stem + ".tests").read_text().splitlines()
random.Random(1).shuffle(tests)
for i in range(shards):
    pathlib.Path(f"{stem}.{i}").write_text("\n".join(tests[i::shards]) + "\n")
print(f"{len(tests)} tests in {shards} processes")
PY
  for ((shard = 0; shard < SHARDS; ++shard)); do
    # Deselected: what looks at things that the tool and the missing pool change.
    CUDA_VISIBLE_DEVICES=$((shard % GPUS)) TENORITE_POOL=none \
      timeout -k 5 $((SECONDS_EACH + 110)) \
      compute-sanitizer --tool "$tool" --error-exitcode 99 \
      --report-api-errors no --print-limit 20 \
      "${pytest[@]}" -vv --device cuda:0 --seconds "$SECONDS_EACH" \
      --deselect "tests/python/test_threads.py::test_memory_stays_flat" \
      --deselect "tests/python/test_cuda_memory.py::TestMemory::test_pool" \
      --deselect "tests/python/test_cuda_api.py::test_import_makes_no_context_and_needs_no_gpu" \
      "@$FOLDER/$tool.$shard" >"$FOLDER/$tool.$shard.log" 2>&1 &
    pids+=($!)
  done
  for shard in "${!pids[@]}"; do
    wait "${pids[shard]}" || { echo "process $shard: exit code $?"; failed=1; }
    grep -q '[0-9] passed' "$FOLDER/$tool.$shard.log" || failed=1
    grep -v -e SKIPPED "$FOLDER/$tool.$shard.log"
  done
  grep -ho '[0-9]* passed' "$FOLDER/$tool".[0-9]*.log |
    awk '{n += $1} END {print n " tests passed in time"}'
  return "$failed"
}

# A write past the end of an allocation.
stage_memcheck() {
  finds_planted memcheck 'Invalid __global__ write' <<'CUDA' || return 1
__global__ void write_past(int* p, int n) { p[n + threadIdx.x] = 1; }
int main() {
  int* p;
  cudaMalloc(&p, 1000 * sizeof(int));
  write_past<<<1, 32>>>(p, 1000);
  return cudaDeviceSynchronize() != cudaSuccess;
}
CUDA
  sanitize memcheck "cuda and (${MEMCHECK_TESTS:-cuda})"
}

# Two warps that do not wait for each other's elements. Shared memory is used by
# tiles, scans, boolean masks, reductions and gathers.
stage_racecheck() {
  finds_planted racecheck 'Race reported' <<'CUDA' || return 1
__global__ void exchange(int* p) {
  __shared__ int x[64];
  x[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = x[63 - threadIdx.x];
}
int main() {
  int* p;
  cudaMalloc(&p, 64 * sizeof(int));
  exchange<<<1, 64>>>(p);
  return cudaDeviceSynchronize() != cudaSuccess;
}
CUDA
  sanitize racecheck "cuda and (test_reductions or test_scans or test_indexing \
or test_accumulate or test_reduce or test_transposed or test_layouts)"
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

# Every public function and method beside CuPy's, a mixture of them within the limit.
stage_census() {
  "$PYTHON" -m benchmarks census --device cuda:0 --quick --largest 1e8 --limit 520 \
    --output "$LOGS/census.json" "${census_args[@]}"
}

# Whole programs; those that are not begun in time are listed, and --skip takes
# another run there. The summary ends the log.
stage_benchprograms() {
  "$PYTHON" -m benchmarks programs --device cuda:0 --limit 480 \
    --output "$LOGS/programs.json" "${bench_program_args[@]}"
}

# The lines of a log that say most.
gist() {
  { grep -E '(passed|failed|error).* in |PASSED|FAILED|[1-9][0-9]* (errors?|hazards?)|in time|agree|planted|cases beside|cuda:0|all: geometric' \
    "$1" | tail -n 4; tail -n 1 "$1"; } | cut -c1-150 | awk '!seen[$0]++'
}

if [ "${1:-}" = --run ]; then
  "stage_$2"
  exit
fi
stages=("$@")
[ ${#stages[@]} -gt 0 ] || stages=(build test cputest cpptest programs memcheck racecheck demo bench census benchprograms)
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
  summary+=("$(printf '%-13s %-9s %4d s' "$stage" "$verdict" $((SECONDS - begin)))")
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
