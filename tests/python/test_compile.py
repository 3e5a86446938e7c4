# SPDX-License-Identifier: Apache-2.0
"""tenorite.compile: source text to machine code, without a device."""

import ctypes
import os
import pathlib
import re
import signal
import threading
import time

import pytest
import tenorite as tn
from support.compilers import ARCHS, host_compilers, require
from support.helpers import in_python

ROOT = pathlib.Path(__file__).parents[2]

SCALE = """
template <class T> __global__ void scale(T* x, T a) {
  x[blockIdx.x * blockDim.x + threadIdx.x] *= a;
}
__constant__ int table[4];
"""


@pytest.mark.parametrize("arch", ARCHS)
def test_cubin_with_names(arch):
    require(arch)
    made = tn.compile(
        SCALE,
        target=arch,
        name_expressions=["scale<float>", "scale<double>", "&table"],
        name="scale",
    )
    assert made.kind == "cubin"
    assert made.code.startswith(b"\x7fELF")
    assert bytes(made) == made.code
    assert made.symbols == {
        "scale<float>": "_Z5scaleIfEvPT_S0_",
        "scale<double>": "_Z5scaleIdEvPT_S0_",
        "&table": "table",
    }
    for symbol in made.symbols.values():
        assert symbol.encode() in made.code
    assert (made.target, made.name, made.source) == (arch, "scale", SCALE)
    assert repr(made) == (
        f"<Artifact 'scale': cubin for {arch}, {len(made.code)} bytes>"
    )


@pytest.mark.parametrize("arch", ARCHS)
def test_ptx(arch, tmp_path):
    require(arch)
    made = tn.compile(
        SCALE, target=arch, output="ptx", name_expressions=("scale<float>",)
    )
    assert made.kind == "ptx"
    text = made.code.decode()
    assert f".target {arch}" in text
    assert f".entry {made.symbols['scale<float>']}" in text
    made.save(tmp_path / "scale.ptx")
    assert (tmp_path / "scale.ptx").read_bytes() == made.code


def test_architectures_with_suffix():
    require("sm_90")
    assert (
        ".target sm_90a"
        in tn.compile(SCALE, target="sm_90a", output="ptx").code.decode()
    )


def test_newer_than_the_compiler():
    require("sm_90")
    code = """
import warnings, tenorite as tn
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    for name in ("one", "two"):
        made = tn.compile("__device__ int x;", target="sm_199", name=name)
        assert made.kind == "ptx", made
(only,) = seen
assert only.category is RuntimeWarning, only
print(only.message)
"""
    assert "does not know sm_199 yet" in in_python(code)


def test_older_than_the_compiler():
    require("sm_90")
    with pytest.raises(tn.CompileError, match="makes code for sm_.*, not for sm_20"):
        tn.compile(SCALE, target="sm_20")


DEVICE_TEXTS = sorted(
    path.relative_to(ROOT).as_posix() for path in ROOT.glob("ops/device/*.h")
)


@pytest.mark.parametrize("target", [*ARCHS, "cpu"])
@pytest.mark.parametrize("file", DEVICE_TEXTS)
def test_texts_of_operations(file, target):
    """Each compiles alone, for every GPU and the CPU."""
    require(target)
    made = tn.compile(f'#include "{file}"\n', target=target, options=["-std=c++20"])
    assert made.code.startswith(b"\x7fELF")


@pytest.mark.parametrize("arch", ["sm_90", "cpu"])
def test_macros_do_not_reach_the_headers_of_the_project(arch):
    """-DN=4 is an option of many programs, and N a name inside the headers."""
    require(arch)
    names = "A B C D E F I K L M N P Q R S T V W X Y Z a b i n x y out in".split()
    text = '#include "ops/device/functors.h"\n// text\nstatic_assert(N == 7 && A(5));'
    options = [f"-D{name}=7" for name in names]
    options += ["-UA", "-D", "A(v)=(v == 5)", "-std=c++20"]
    assert tn.compile(text, target=arch, options=options).code


@pytest.mark.parametrize("target", [*ARCHS, "cpu"])
def test_integers_of_128_bits(target):
    """As with nvcc, and with compilers of the host."""
    require(target)
    text = 'extern "C" __global__ void f(unsigned __int128* x) { *x *= *x; }'
    assert tn.compile(text, target=target).code


def test_headers_of_cuda():
    require("sm_90")
    text = "#include <cuda_fp16.h>\n__device__ __half x;"
    assert tn.compile(text, target="sm_90").kind == "cubin"


def test_kernels_for_the_cpu():
    """The same text as for a GPU, through the dialect of raw kernels."""
    require("cpu")
    made = tn.compile(SCALE, target="cpu", name_expressions=["scale<float>"])
    assert made.kind == "so"
    assert b"scale<float>" in made.code
    text = tn.compile(SCALE, target="cpu", output="source").code.decode()
    assert "threadIdx" in text


@pytest.mark.parametrize("output", [None, "cubin", "ptx"])
def test_nvcc(output):
    require("sm_90", "nvcc")
    made = tn.compile(
        '#include <cstdio>\nextern "C" __global__ void k() { printf("x"); }',
        target="sm_90",
        backend="nvcc",
        output=output,
    )
    assert made.kind == output or "cubin"
    assert b"k" in made.code


def call(made, name, *arguments):
    """Calls a function of a shared library that was compiled."""
    fd = os.memfd_create("kernel")  # stays open: the loader goes by names
    os.write(fd, made.code)
    return ctypes.CDLL(f"/proc/self/fd/{fd}")[name](*arguments)


ADD = 'extern "C" int add(int a, int b) { return a + b + MORE; }'


@pytest.mark.parametrize("compiler", [None, *host_compilers()])
def test_shared_library(compiler):
    require("cpu")
    if compiler:
        code = f"""
import sys, tenorite as tn
made = tn.compile({ADD!r}, target="cpu", options=["-DMORE=1"])
print(made.code.hex())
"""
        hexadecimal = in_python(code, TENORITE_CXX=compiler).strip()
        made = tn.Artifact("so", bytes.fromhex(hexadecimal), {}, "", source=ADD,
                           target="cpu", options=(), name="k")  # fmt: skip
    else:
        made = tn.compile(ADD, target="cpu", options=["-DMORE=1"])
    assert made.kind == "so"
    assert call(made, "add", 2, 3) == 6


def test_options_for_a_gpu_are_no_matter_on_the_cpu():
    require("cpu")
    options = ("--use_fast_math", "-arch=sm_90", "--maxrregcount", "32", "-lineinfo",
               "-D", "MORE=5", "--std=c++17", "-Xptxas=-v", "--fmad=false")  # fmt: skip
    made = tn.compile(ADD, target="cpu", options=options)
    assert call(made, "add", 2, 3) == 10


def test_own_headers_and_their_changes(tmp_path, monkeypatch):
    """What a header says counts, not what it said when a kernel was cached."""
    require("cpu")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "include").mkdir()
    text = '#include "value.h"\nextern "C" int value() { return VALUE; }'
    for value in (1, 2, 1):
        (tmp_path / "include" / "value.h").write_text(f"#define VALUE {value}\n")
        made = tn.compile(text, target="cpu", options=["-Iinclude"])
        assert call(made, "value") == value


def test_the_text_itself():
    made = tn.compile(
        '#include "ops/device/config.h"\nint a;\n', target="cpu", output="source"
    )
    assert made.kind == "source"
    text = made.code.decode()
    assert text.startswith('#line 1 "ops/device/config.h"\n')
    assert text.endswith('#line 2 "kernel"\nint a;\n')
    assert "TENORITE_HD" in text


def test_default_target(device):
    require("cpu" if device == "cpu" else "sm_90")
    made = tn.compile("" if device == "cpu" else "__device__ int x;")
    assert made.target == "cpu" if device == "cpu" else made.target.startswith("sm_")


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"target": "sm90"}, ValueError, "'sm90' is not a target"),
        ({"target": "cuda:0"}, ValueError, "'cuda:0' is not a target"),
        ({"target": 90}, TypeError, "target must be a string"),
        ({"output": "so"}, ValueError, "output for sm_90 must be one of cubin"),
        ({"target": "cpu", "output": "ptx"}, ValueError, "output for cpu"),
        ({"backend": "gcc"}, ValueError, "backend must be 'nvrtc' or 'nvcc'"),
        ({"options": "-O3"}, TypeError, "options must be a sequence of strings"),
        ({"options": [1]}, TypeError, "options must be a sequence of strings"),
        ({"name_expressions": "f"}, TypeError, "name_expressions must be"),
        ({"name": None}, TypeError, "name must be a string"),
        ({"source": b"x"}, TypeError, "source must be a string"),
        (
            {"backend": "nvcc", "name_expressions": ["f"]},
            ValueError,
            "name expressions need",
        ),
    ],
)
def test_bad_arguments(arguments, error, text):
    arguments = {"source": "__device__ int x;", "target": "sm_90", **arguments}
    with pytest.raises(error, match=text):
        tn.compile(**arguments)


def test_another_architecture_in_the_options():
    require("sm_90")
    with pytest.raises(ValueError, match="another architecture than the target"):
        tn.compile(SCALE, target="sm_90", options=["-arch=sm_80"])


def test_more_options_for_the_cpu(monkeypatch):
    """They come last, and belong to what a compiled kernel is kept by."""
    source = """
#ifdef __OPTIMIZE__
extern "C" int optimized() { return 1; }
#else
extern "C" int optimized() { return 0; }
#endif
"""

    def optimized():
        return call(tn.compile(source, target="cpu", options=["-O2"]), "optimized")

    assert optimized() == 1
    monkeypatch.setenv("TENORITE_CXXFLAGS", " -O0  -DX=1 ")
    assert optimized() == 0
    monkeypatch.setenv("TENORITE_CXXFLAGS", "--no-such-option")
    with pytest.raises(tn.CompileError, match="no-such-option"):
        optimized()
    monkeypatch.delenv("TENORITE_CXXFLAGS")
    assert optimized() == 1


def test_no_compiler_for_the_cpu(tmp_path):
    code = """
import tenorite as tn
try:
    tn.compile("int x;", target="cpu")
except tn.CompilerNotFound as e:
    print(e)
"""
    missing = in_python(code, PATH=str(tmp_path))
    assert "apt install g++" in missing
    assert "pip install ziglang" in missing
    assert "TENORITE_CXX" in missing
    wrong = in_python(code, TENORITE_CXX="no-such-compiler")
    assert "'no-such-compiler', does not work" in wrong
    assert "does not work" in in_python(code, TENORITE_CXX="false")


def test_no_descriptors_for_a_compiler(tmp_path):
    """The error says so, and the next call finds the compiler."""
    require("cpu")
    code = """
import os, resource
import tenorite as tn
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
def attempt():
    try:
        tn.compile("int x;", target="cpu")
        return "compiled"
    except RuntimeError as error:
        return f"{type(error).__name__}: {error}"
def without_descriptors():
    taken = []
    try:
        while True:
            taken.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
    for _ in range(2):
        os.close(taken.pop())
    text = attempt()
    for descriptor in taken:
        os.close(descriptor)
    return text
print(without_descriptors())
tn.compile("int y;", target="cpu")  # by now the compiler is known
print(without_descriptors())
print(attempt())
"""
    text = in_python(code, TENORITE_CACHE_DIR=str(tmp_path))
    first, *second, last = text.splitlines()
    assert re.fullmatch("RuntimeError: cannot start '.*': Too many open files", first)
    assert second[0].startswith("CompileError: ")
    assert "  error: the compiler did not start: Too many open files" in second
    assert last == "compiled"


def test_no_nvrtc():
    code = """
import tenorite as tn
try:
    tn.compile("", target="sm_90")
except tn.CompilerNotFound as e:
    print(e)
"""
    text = in_python(code, TENORITE_NVRTC="/no/such/library.so")
    assert "pip install nvidia-cuda-nvrtc" in text
    # A library that is not NVRTC.
    assert "CUDA_HOME" in in_python(code, TENORITE_NVRTC="libc.so.6")


def test_one_compilation_for_many_threads():
    """In a process of its own: other tests' groups may be compiled apart here."""
    require("cpu")
    code = """
import threading
import tenorite as tn
made = []
barrier = threading.Barrier(8)
def work():
    barrier.wait()
    text = 'extern "C" int eight() { return 8; }'
    made.append(tn.compile(text, target="cpu", name="eight threads").code)
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
info = tn.kernel_cache.info()
print(len(made), len(set(made)), info.compiled + info.disk_hits)
"""
    assert in_python(code) == "8 1 1"


#: Takes a compiler hours: 2^60 instantiations.
ENDLESS = """
template <int n, int k> struct T { static constexpr int v =
    T<n - 1, 2 * k>::v + T<n - 1, 2 * k + 1>::v; };
template <int k> struct T<0, k> { static constexpr int v = k; };
__device__ int x = T<60, 0>::v;
"""


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
def test_interrupt(target):
    """Ctrl-C ends a compilation at once, and the next one works."""
    require(target)
    text = ENDLESS if target != "cpu" else ENDLESS.replace("__device__", "extern")
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    # Shells have their jobs in the background ignore it.
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        start = time.monotonic()
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            tn.compile(text, target=target)
        assert time.monotonic() - start < 60  # half the time limit
    finally:
        signal.signal(signal.SIGINT, former)
    again = "__device__ int y;" if target != "cpu" else "int y;"
    assert tn.compile(again, target=target, name="after interrupt").code


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork.*")
@pytest.mark.parametrize("target", ["sm_90", "cpu"])
def test_fork(target):
    """A child compiles by itself and leaves its parent's processes alone."""
    require(target)
    text = "__device__ int y;" if target != "cpu" else "int y;"
    tn.compile(text, target=target, name="before fork")
    children = []
    for number in range(3):
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                code = (
                    0 if tn.compile(text, target=target, name=f"{number}").code else 1
                )
            finally:
                os._exit(code)
        children.append(pid)
    assert tn.compile(text, target=target, name="in the parent").code
    assert [os.waitpid(pid, 0)[1] for pid in children] == [0, 0, 0]


def test_nothing_is_left_behind(tmp_path):
    """No temporary files, and no process that a program would have to wait for."""
    require("cpu")
    code = """
import os, tenorite as tn
for target, text in (("cpu", "int x;"), ("cpu", "x"), ("sm_90", "__device__ int x;")):
    try:
        tn.compile(text, target=target)
    except (tn.CompileError, tn.CompilerNotFound):
        pass
try:
    os.waitpid(-1, 0)
except ChildProcessError:
    print("none", os.listdir(os.environ["TMPDIR"]))
"""
    cache = str(tmp_path / "cache")
    folder = tmp_path / "tmp"
    folder.mkdir()
    text = in_python(code, TMPDIR=str(folder), TENORITE_CACHE_DIR=cache)
    assert text.strip() == "none []"


def test_what_killed_processes_left_is_removed(tmp_path):
    """An hour later, by whoever compiles next; nothing else is touched."""
    require("cpu")
    left = ["tenorite-compile-a1B2c3", "tenorite-compile-d4E5f6"]
    kept = ["tenorite-compile-of-mine", "tenorite-mydata"]
    for name in left + kept:
        (tmp_path / name).mkdir()
        (tmp_path / name / "kernel.so").touch()
        long_ago = time.time() - 2 * 3600
        os.utime(tmp_path / name, (long_ago, long_ago))
    (tmp_path / "tenorite-compile-newone").mkdir()
    code = "import tenorite as tn; tn.compile('int left;', target='cpu')"
    in_python(code, TMPDIR=str(tmp_path), TENORITE_CACHE="off")
    assert sorted(os.listdir(tmp_path)) == sorted([*kept, "tenorite-compile-newone"])
