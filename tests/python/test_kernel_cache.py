# SPDX-License-Identifier: Apache-2.0
"""The cache of compiled kernels, between processes and under damage.

The C++ tests of it go through every kind of damage and kill processes in the
middle of writes; here real compilers fill it.
"""

import hashlib
import os
import random
import signal
import subprocess
import sys
import time

import pytest
import tenorite as tn
from support.compilers import require
from support.helpers import in_python

#: Compiles one kernel and prints how it was come by.
ONE = """
import time, warnings
import tenorite as tn
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    start = time.perf_counter()
    made = tn.compile('{text}', target="{target}")
    seconds = time.perf_counter() - start
    tn.compile('{text}', target="{target}")
    tn.compile('{text} // 2', target="{target}")
info = tn.kernel_cache.info()
print(info.disk_hits, info.compiled, info.memory_hits, len(seen), seconds)
for w in seen:
    print(w.category.__name__, w.message)
import hashlib
print(hashlib.sha256(made.code).hexdigest())
"""
TEXTS = {"sm_90": "__device__ int x;", "cpu": "int x;"}


def run(target, **environment):
    """(disk hits, compiled, memory hits, warnings), seconds, the other lines."""
    require(target)
    code = ONE.format(text=TEXTS[target], target=target)
    first, *rest = in_python(code, **environment).split("\n")
    *counts, seconds = first.split()
    return [int(n) for n in counts], float(seconds), rest


@pytest.mark.parametrize("target", TEXTS)
def test_the_next_process_finds_it(target, tmp_path):
    folder = {"TENORITE_CACHE_DIR": str(tmp_path)}
    cold, _, (digest,) = run(target, **folder)
    assert cold == [0, 2, 1, 0]
    warm, _, (same,) = run(target, **folder)
    assert warm == [2, 0, 1, 0]
    assert digest == same


def test_a_hit_is_quick(tmp_path):
    """Under 3 ms for the first of a process; the best of some runs counts.

    As many of them as a busy machine needs for one that is not interrupted.
    """
    folder = {"TENORITE_CACHE_DIR": str(tmp_path)}
    for target in TEXTS:
        run(target, **folder)
        assert any(run(target, **folder)[1] < 0.003 for _ in range(40))


def test_mode_off(tmp_path):
    counts, _, _ = run("cpu", TENORITE_CACHE_DIR=str(tmp_path), TENORITE_CACHE="off")
    assert counts == [0, 2, 1, 0]
    assert list(tmp_path.iterdir()) == []


def test_mode_read_only(tmp_path):
    settings = {"TENORITE_CACHE_DIR": str(tmp_path), "TENORITE_CACHE": "ro"}
    assert run("cpu", **settings)[0] == [0, 2, 1, 0]
    assert list(tmp_path.iterdir()) == []
    run("cpu", TENORITE_CACHE_DIR=str(tmp_path))
    assert run("cpu", **settings)[0] == [2, 0, 1, 0]


def test_an_unknown_mode_is_told(tmp_path):
    counts, _, lines = run("cpu", TENORITE_CACHE_DIR=str(tmp_path), TENORITE_CACHE="of")
    assert counts == [0, 2, 1, 1]
    assert "TENORITE_CACHE is none of on, ro, off" in lines[0]


@pytest.mark.parametrize("size", ["foo", "-1", "12x", "1GBB", "nan", "1iB"])
def test_a_size_that_is_none_is_told(tmp_path, size):
    settings = {"TENORITE_CACHE_DIR": str(tmp_path), "TENORITE_CACHE_SIZE": size}
    counts, _, lines = run("cpu", **settings)
    assert counts == [0, 2, 1, 1]
    assert "TENORITE_CACHE_SIZE is no number of bytes" in lines[0]


@pytest.mark.parametrize(
    "size, limit", [("3M", 3 << 20), ("2GiB", 2 << 30), ("1.5kB", 1536), ("70", 70)]
)
def test_sizes(tmp_path, size, limit):
    code = "from tenorite import kernel_cache; print(kernel_cache.info().limit)"
    settings = {"TENORITE_CACHE_DIR": str(tmp_path), "TENORITE_CACHE_SIZE": size}
    assert in_python(code, **settings) == str(limit)


def test_default_directory(tmp_path):
    code = "import tenorite as tn; print(tn.kernel_cache.dir)"
    # Set but empty counts as not set, as programs have it.
    settings = {"TENORITE_CACHE_DIR": ""}
    xdg = in_python(code, XDG_CACHE_HOME=str(tmp_path), HOME="/h", **settings)
    assert xdg == f"{tmp_path}/tenorite/kernels-2"
    home = in_python(code, XDG_CACHE_HOME="", HOME=str(tmp_path), **settings)
    assert home == f"{tmp_path}/.cache/tenorite/kernels-2"


def test_a_directory_that_cannot_be_made_is_told_once(tmp_path):
    (tmp_path / "file").write_text("")
    counts, _, lines = run("cpu", TENORITE_CACHE_DIR=str(tmp_path / "file"))
    assert counts == [0, 2, 1, 1]
    assert lines[0].startswith("RuntimeWarning the kernel cache on disk is of no use")


def test_a_directory_open_to_others_is_not_used(tmp_path):
    (tmp_path / "kernels-2").mkdir(mode=0o700)
    (tmp_path / "kernels-2").chmod(0o777)
    counts, _, _ = run("cpu", TENORITE_CACHE_DIR=str(tmp_path))
    assert counts == [0, 2, 1, 1]
    assert list((tmp_path / "kernels-2").iterdir()) == []


def test_a_full_disk_is_told_once(tmp_path):
    require("cpu")
    text = "int x[20000] = {1};"
    # Enough for what the compiler writes, and not for that in an entry.
    size = len(tn.compile(text, target="cpu").code) + 50
    code = f"""
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))
{ONE.format(text=text, target="cpu")}
"""
    first, told, *_ = in_python(code, TENORITE_CACHE_DIR=str(tmp_path)).split("\n")
    assert first.startswith("0 2 1 1 ")
    assert "File too large" in told
    assert not [f for f in os.listdir(tmp_path / "kernels-2") if f.endswith(".tmp")]


def test_damaged_files_are_compiled_anew(tmp_path):
    folder = {"TENORITE_CACHE_DIR": str(tmp_path)}
    for damage in ("flip", "cut", "empty", "swap"):
        _, _, (digest,) = run("cpu", **folder)
        files = sorted((tmp_path / "kernels-2").glob("*.kernel"))
        assert len(files) >= 2
        contents = [file.read_bytes() for file in files]
        for i, file in enumerate(files):
            old = contents[i]
            middle = len(old) // 2
            file.write_bytes(
                {
                    "flip": old[:middle] + bytes([old[middle] ^ 4]) + old[middle + 1 :],
                    "cut": old[:middle],
                    "empty": b"",
                    "swap": contents[i - 1],
                }[damage]
            )
        counts, _, (same,) = run("cpu", **folder)
        assert counts == [0, 2, 1, 0], damage
        assert same == digest


#: Makes and runs a kernel of each kind; prints how many were compiled.
KINDS = """
import tenorite as tn
x = tn.arange(1000.0, dtype="f4")
double = tn.ElementwiseKernel("T x", "T y", "y = 2 * x", "doubled")
total = tn.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "total")
negate = tn.RawKernel(
    'extern "C" __global__ void negate(float* x) { x[blockIdx.x] *= -1; }', "negate"
)
assert double(x)[999] == 1998.0
assert total(x) == 499500.0
negate((1000,), (1,), (x,))
assert x[999] == -999.0
print(tn.kernel_cache.info().compiled)
"""


def test_code_that_does_not_load_is_compiled_anew(device, tmp_path):
    """An entry may be whole and yet hold what this machine cannot load."""
    require("cpu" if device == "cpu" else "sm_90")
    folder = {"TENORITE_CACHE_DIR": str(tmp_path), "TENORITE_DEVICE": device}
    assert in_python(KINDS, **folder) == "3"
    spoiled = 0
    for file in (tmp_path / "kernels-2").glob("*.kernel"):
        head, mark, code = file.read_bytes()[:-32].partition(b"\x7fELF")
        content = head + mark + bytes(len(code))
        file.write_bytes(content + hashlib.sha256(content).digest())
        spoiled += bool(mark)
    assert spoiled == 3
    assert in_python(KINDS, **folder) == "3"
    assert in_python(KINDS, **folder) == "0"


def test_info_and_clear(tmp_path):
    require("cpu")
    code = """
import tenorite as tn
from tenorite import kernel_cache
tn.compile("int x;", target="cpu")
info = kernel_cache.info()
assert info.dir == kernel_cache.dir
assert (info.mode, info.trouble, info.limit) == ("on", "", 3 << 20)
assert info.entries >= 1 and info.bytes > 1000, info
assert info.memory_entries == 1 and info.memory_bytes > 1000
kernel_cache.clear()
info = kernel_cache.info()
assert (info.entries, info.bytes, info.memory_entries) == (0, 0, 0)
tn.compile("int x;", target="cpu")
assert kernel_cache.info().compiled == 2
assert kernel_cache.info().memory_hits == 0
try:
    kernel_cache.nothing
except AttributeError as e:
    print(e)
"""
    text = in_python(code, TENORITE_CACHE_DIR=str(tmp_path), TENORITE_CACHE_SIZE="3M")
    assert text == "module 'tenorite.kernel_cache' has no attribute 'nothing'"


@pytest.mark.parametrize("target", TEXTS)
def test_keys_have_no_paths(target, tmp_path):
    """The same text, options and headers give the same entry from anywhere."""
    require(target)
    made = []
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.h").write_text("#define A 1\n")
        code = f"""
import tenorite as tn
text = '#include "a.h"\\n{TEXTS[target]}'
tn.compile(text, target="{target}", options=["-I{tmp_path / name}"])
print(tn.kernel_cache.info().compiled)
"""
        made.append(in_python(code, TENORITE_CACHE_DIR=str(tmp_path / "cache")))
    assert made == ["1", "0"]


#: Imports once, then forks users of the cache until it is told to stop; each
#: compiles kernels of a few texts and checks what it is given.
NURSERY = """
import hashlib, os, random, sys
import tenorite as tn
target, count = sys.argv[1], int(sys.argv[2])
texts = [f"{'__device__ ' if target != 'cpu' else ''}int x{i} = {i};" for i in range(6)]

def digest(made):
    return hashlib.sha256(made.code).hexdigest()

right = [digest(tn.compile(text, target=target)) for text in texts]

def user(seed):
    random.seed(seed)
    while True:
        for i in random.sample(range(6), 6):
            # From disk or a compiler, never from memory.
            tn._core.kernel_cache_forget()
            if digest(tn.compile(texts[i], target=target)) != right[i]:
                os._exit(3)

def start(seed):
    pid = os.fork()
    if pid == 0:
        try:
            user(seed)
        finally:
            os._exit(4)
    return pid

users = {start(i): i for i in range(count)}
print("ready", *users, flush=True)
seed = count
for line in sys.stdin:
    pid = int(line)
    os.kill(pid, 9)
    _, status = os.waitpid(pid, 0)
    seed += 1
    print(status, start(seed), flush=True)
"""


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork.*")
@pytest.mark.parametrize("target", TEXTS)
def test_stress(target, tmp_path):
    """Processes share a directory, are killed and find damage: never a wrong kernel.

    Some seconds with 16 processes; 5 minutes with 64 if TENORITE_LONG_TESTS is set.
    """
    require(target)
    long = "TENORITE_LONG_TESTS" in os.environ
    count = 64 if long else 16
    folder = tmp_path / "kernels-2"
    dice = random.Random(7)
    with subprocess.Popen(
        [sys.executable, "-c", NURSERY, target, str(count)],
        env=os.environ | {"TENORITE_CACHE_DIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as nursery:
        try:
            word, *users = nursery.stdout.readline().split()
            assert word == "ready"
            end = time.monotonic() + (300 if long else 4)
            kills = 0
            while kills < 10 or time.monotonic() < end:
                time.sleep(dice.random() * 0.1)
                files = list(folder.iterdir())
                if files:
                    damage(dice.choice(files), dice)
                at = dice.randrange(count)
                nursery.stdin.write(users[at] + "\n")
                nursery.stdin.flush()
                status, users[at] = nursery.stdout.readline().split()
                assert int(status) == signal.SIGKILL
                kills += 1
        finally:
            os.killpg(nursery.pid, signal.SIGKILL)


def damage(file, dice):
    """One of the things that happen to files."""
    try:
        content = file.read_bytes()
        match dice.randrange(4):
            case 0 if content:
                at = dice.randrange(len(content))
                with open(file, "r+b") as f:
                    f.seek(at)
                    f.write(bytes([content[at] ^ 1 << dice.randrange(8)]))
            case 1 if content:
                os.truncate(file, dice.randrange(len(content)))
            case 2:
                file.chmod(dice.randrange(0o1000))
            case 3:
                file.unlink()
    except OSError:
        pass  # it is gone already


def test_info_is_a_named_tuple():
    info = tn.kernel_cache.info()
    assert info._fields[:3] == ("dir", "mode", "trouble")
    assert info.dir == tn.kernel_cache.dir
