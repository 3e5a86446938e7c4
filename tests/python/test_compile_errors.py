# SPDX-License-Identifier: Apache-2.0
"""Texts that do not compile: what the user reads, and that nothing else happens."""

import io
import linecache
import os
import pickle
import time

import numpy as np
import pytest
import tenorite as tn
from support.compilers import ARCHS, host_compilers, require
from support.helpers import in_python

HERE = os.path.abspath(__file__)


def line_of(mark):
    """Number of the line of this file that holds the mark."""
    (number,) = (
        i for i, line in enumerate(linecache.getlines(HERE), 1) if line.endswith(mark)
    )
    return number


def failure(text, **arguments):
    """The error of a text that must not compile."""
    require(arguments.get("target", "cpu"), arguments.get("backend", "nvrtc"))
    with pytest.raises(tn.CompileError) as caught:
        tn.compile(text, **arguments)
    return caught.value


SAXPY = """
extern "C" __global__ void saxpy(float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a * x[i] + undefned(y[i]);  // here
}
"""
HOST = """
extern "C" void saxpy(float a, const float* x, float* y, int i) {
  y[i] = a * x[i] + undefned(y[i]);  // there
}
"""


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("backend", ["nvrtc", "nvcc"])
def test_message_for_a_gpu(arch, backend):
    error = failure(SAXPY, target=arch, backend=backend, name="saxpy",
                    options=["-DA=1"])  # fmt: skip
    number = line_of("undefned(y[i]);  // here\n")
    lines = str(error).split("\n")
    compiler = "NVRTC 1" if backend == "nvrtc" else "nvcc, Build cuda_1"
    assert lines[0].startswith(
        f"kernel 'saxpy' did not compile for {arch} ({compiler}"
    ), lines[0]
    assert lines[1:] == [
        f"  {HERE}:{number}:21",
        f"  {number - 1:6d} |   int i = blockIdx.x * blockDim.x + threadIdx.x;",
        f"> {number:6d} |   y[i] = a * x[i] + undefned(y[i]);  // here",
        "         |                     ^^^^^^^^",
        '  error: identifier "undefned" is undefined',
        "  options: -DA=1",
        "  the compiler's full output is in .log",
    ]
    assert (error.kernel, error.target, error.name) == ("saxpy", arch, "saxpy")
    assert (error.file, error.line, error.column) == (HERE, number, 21)
    assert error.source == SAXPY
    assert error.options == ("-DA=1",)
    assert "undefned" in error.log
    assert f"-arch={arch}" in error.command


def test_message_for_the_cpu():
    error = failure(HOST, target="cpu", name="saxpy")
    number = line_of("undefned(y[i]);  // there\n")
    lines = str(error).split("\n")
    assert lines[0].startswith("kernel 'saxpy' did not compile for cpu (")
    assert lines[1:5] == [
        f"  {HERE}:{number}:21",
        f"  {number - 1:6d} | {HOST.splitlines()[1]}",
        f"> {number:6d} |   y[i] = a * x[i] + undefned(y[i]);  // there",
        "         |                     ^^^^^^^^",
    ]
    assert "undefned" in lines[5]
    assert (error.file, error.line, error.column) == (HERE, number, 21)


def test_message_for_a_kernel_on_the_cpu():
    error = failure(SAXPY, target="cpu", name="saxpy")
    number = line_of("undefned(y[i]);  // here\n")
    assert (error.file, error.line, error.column) == (HERE, number, 21)
    assert f"> {number:6d} |   y[i] = a * x[i] + undefned(y[i]);" in str(error)


@pytest.mark.parametrize("compiler", host_compilers())
def test_every_host_compiler(compiler, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import tenorite as tn\n"
        'text = """\n'
        "int f(int a) {\n"
        "\treturn a + nothing;\n"
        '}"""\n'
        "try:\n"
        '    tn.compile(text, target="cpu")\n'
        "except tn.CompileError as e:\n"
        "    print(e.file, e.line, e.column)\n"
        "    print(e)\n"
    )
    code = f"import runpy; runpy.run_path({str(program)!r})"
    first, *rest = in_python(code, TENORITE_CXX=compiler).split("\n")
    assert first == f"{program} 4 13"
    assert "|  return a + nothing;" in "\n".join(rest).replace("\t", " ")
    assert "|             ^^^^^^^" in "\n".join(rest)


def test_no_literal_of_the_file():
    """A text that the program put together has its own lines."""
    text = "\n".join(["int a;", "int b" + "b;", "wrong"])
    error = failure(text, target="cpu", name="made up")
    assert (error.file, error.line) == ("made up", 3)
    assert ">      3 | wrong" in str(error)
    assert linecache.getline("made up", 2) == "int bb;\n"


def test_one_line_and_joined_literals():
    error = failure("int a;\nint c = q;", target="cpu")  # one line
    assert error.line == line_of("# one line\n")
    error = failure(
        "int a_variable_whose_name_makes_it_impossible_to_write_all_in_one_line;\n"
        "int second = r;",  # this one
        target="cpu",
    )
    assert error.line == line_of('"int second = r;",  # this one\n')


def test_the_closest_of_equal_literals():
    require("cpu")
    lines = []
    with pytest.raises(tn.CompileError) as caught:
        tn.compile("s1 t1;", target="cpu")
    lines.append(caught.value.line)
    with pytest.raises(tn.CompileError) as caught:
        tn.compile("s1 t1;", target="cpu")
    assert caught.value.line == lines[0] + 3


def test_instantiation_names_the_users_line():
    """The fault is inside a header; the message shows the line that led there."""
    for target in ("sm_90", "cpu"):
        error = failure(
            '#include "ops/device/functors.h"\n'
            "struct Mine {};\n"
            "void use() { tenorite::op::Add()(Mine(), Mine()); }",
            target=target,
            options=["-std=c++20", *(["-default-device"] if target != "cpu" else [])],
        )
        text = str(error)
        assert "tenorite::op::Add()(Mine(), Mine());" in text
        assert error.file == HERE
        assert "struct Add" not in text  # of the header
        assert len(text) < 3000


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
def test_many_errors_are_few_lines(target):
    text = "\n".join(f"unknown_{i} x{i};" for i in range(500))
    error = failure(text, target=target)
    assert str(error).count("error:") == 3
    assert "more errors" in str(error)


@pytest.mark.parametrize(
    ("text", "target", "hint"),
    [
        ("#include <stdio.h>", "sm_90", "standard headers of C and C++"),
        ("#include <vector>", "sm_90", "option -I"),
        ('#include "mine.h"', "cpu", "option -I"),
        ("#include <cuda_none.h>", "cpu", "CUDA's headers are not used"),
        ("int f() { return 1; }", "sm_90", "write __device__ in front"),
        ("__device__ int f(); __global__ void k(int* x) { *x = f(); }", "sm_90",
         "not defined in it"),
        ('int f(); extern "C" int g() { return f(); }', "cpu", "not defined in it"),
        ("__global__ void k(int* x) { __shared__ int a[99999]; a[threadIdx.x] = *x;"
         " __syncthreads(); *x = a[1]; }", "sm_90", "extern __shared__"),
        ('void f() { asm("mov.u32 %r1, 1;"); }', "cpu", "inline PTX"),
        ('__global__ void k() { asm("nonsense;"); }', "sm_90", "is not PTX"),
    ],
)  # fmt: skip
def test_hints(text, target, hint):
    error = failure(text, target=target)
    (line,) = (row for row in str(error).split("\n") if row.startswith("  hint: "))
    assert hint in line


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
@pytest.mark.parametrize("option", ["-foo", "-std=c++99"])
def test_unknown_options(target, option):
    error = failure("", target=target, options=[option])
    assert option in str(error)


def test_names_that_do_not_exist():
    error = failure("__device__ int x;", target="sm_90", name_expressions=["f<int>"])
    assert "hint: one of the name expressions does not name" in str(error)


def test_failures_are_tried_again(tmp_path):
    """A header that is missing now may be there a moment later."""
    text = '#include "late.h"\nint x = LATE;'
    options = [f"-I{tmp_path}"]
    failure(text, target="cpu", options=options)
    (tmp_path / "late.h").write_text("#define LATE 1\n")
    assert tn.compile(text, target="cpu", options=options).code


def test_exception_as_cupy_has_it():
    assert tn.cuda.compiler.CompileException is tn.CompileError
    assert issubclass(tn.CompileError, RuntimeError)
    assert issubclass(tn.CompilerNotFound, RuntimeError)
    error = failure("a\nb", target="cpu", name="k", options=("-DX",))
    assert error.get_message() == str(error)
    file = io.StringIO()
    error.dump(file)
    text = file.getvalue()
    for part in ("kernel: k", "target: cpu", "options: -DX", "1 a\n2 b\n", error.log):
        assert part in text
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)
    made = tn.cuda.compiler.CompileException("text", "source", "name", ("-a",))
    assert (str(made), made.source, made.name) == ("text", "source", "name")


# ---- any text at all ----

NASTY = {
    "nothing but a brace": "{",
    "closing braces": "}" * 1000,
    "open parentheses": "int x = " + "(" * 20_000,
    "nested expression": "int x = " + "(" * 20_000 + "1" + ")" * 20_000 + ";",
    "nested braces": "void f() " + "{" * 20_000,
    "unary operators": "int x = " + "-~" * 30_000 + "1;",
    "error directive": "#error stop",
    "endless file": "#include </dev/zero>",
    "endless file, quoted": '#include "/dev/zero"',
    "terminal": '#include "/dev/tty"',
    "standard input": '#include "/dev/stdin"',
    "directory": "#include </tmp>",
    "itself": "#include __FILE__",
    "unfinished comment": "/* int x;",
    "unfinished string": 'const char* s = "abc',
    "unfinished raw string": 'const char* s = R"(',
    "unfinished directive": "#if 1\nint x;",
    "backslash at the end": "int x;\\",
    "line directive": '#line 2147483647 "\\"\\n%s%n"\nwrong',
    "line directive of a device": '#line 3 "/dev/zero"\nwrong',
    "long line": "x" * 3_000_000,
    "long number": "int x = " + "9" * 1_000_000 + ";",
    "many lines": "x\n" * 200_000,
    "macro bomb": "#define A0 x x\n"
    + "\n".join(f"#define A{i} A{i - 1} A{i - 1}" for i in range(1, 40))
    + "\nint y = A39;",
    "inline asm": 'void f() { asm volatile("\\n.fill 1000, 1, 0\\nnot an instruction"); }',
    "pragma": "#pragma nv_mangled_name f<\n#pragma GCC push_options",
    "trigraphs": "??=include <x>\n??/",
    "unicode": "int ünï = 1; // ☃\nint ☃ = 2;",
    "control characters": "".join(map(chr, range(1, 32))),
    "surrogates": "int x = \udc80\udcff;",
    "carriage returns": "int x;\r\nwrong\r\n",
    "attributes": "[[" * 500 + "]]" * 500,
    "deep template": "template <int n> struct T { static const int v = T<n - 1>::v; };\n"
    "int x = T<1000000>::v;",
    "endless template": "template <class T> struct A { typename A<A<T>>::type t; };\n"
    "A<int> a;",
    "endless constexpr": "constexpr int f(int n) { while (true) n++; return n; }\n"
    "constexpr int x = f(0);",
    "recursive constexpr": "constexpr int f(int n) { return f(n + 1); }\n"
    "constexpr int x = f(0);",
}  # fmt: skip


def end_of(text, target):
    """Compiles a text that may be wrong in any way; the error, or None."""
    try:
        made = tn.compile(text, target=target, name="fuzz")
    except tn.CompileError as error:
        assert str(error).startswith("kernel 'fuzz' did not compile for ")
        assert len(str(error)) < 5000
        return error
    assert made.code.startswith(b"\x7fELF")
    return None


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
@pytest.mark.parametrize("what", NASTY)
def test_nasty_texts(what, target, monkeypatch):
    require(target)
    monkeypatch.setenv("TENORITE_COMPILE_TIMEOUT", "3")
    start = time.monotonic()
    end_of(NASTY[what], target)
    assert time.monotonic() - start < 100


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
def test_nul_character(target):
    error = failure("int x;\0 int y;", target=target)
    assert "the text has a NUL character (byte 6)" in str(error)


def test_name_and_options_may_be_anything():
    require("cpu")
    for name in ("", "a\nb", 'quo"te', "back\\slash", "%s%n", "x" * 10000, "☃"):
        error = failure("wrong", target="cpu", name=name)
        assert len(str(error)) < 5000
        for options in ([""], ["\n"], ["-D"], ["-I"], ["-include"], ["-DX=\n"], ["-"]):
            try:
                tn.compile("", target="cpu", name=name[:20], options=options)
            except tn.CompileError as e:
                assert len(str(e)) < 5000


#: Pieces that make texts which get past the first line of a parser.
PIECES = """
int float void x y f ( ) { } [ ] < > ; , . :: -> = == + - * / % & | ^ ~ ! ? : " ' # ##
template typename class struct union enum namespace using constexpr decltype auto
operator sizeof alignas asm __global__ __device__ __shared__ __launch_bounds__ extern
"C" return if else for while do switch case goto break static inline virtual noexcept
0 1 1e400 0x 0xffffffffffffffffff 'a' "s" R"( )" // /* */ \\ \n \n \n #define #include
#if #endif #line #pragma unroll concept requires co_await <<< >>> ... threadIdx.x @ $ `
""".split(" ")


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
def test_random_texts(target):
    """Seeded; TENORITE_FUZZ_TEXTS says how many (default 60 a target)."""
    require(target)
    count = int(os.environ.get("TENORITE_FUZZ_TEXTS", "60"))
    random = np.random.default_rng(20260)
    failed = 0
    for i in range(count):
        if i % 4 == 0:
            text = bytes(random.integers(1, 256, random.integers(1, 400))).decode(
                "utf-8", "surrogateescape"
            )
        else:
            size = int(random.integers(1, 60))
            text = " ".join(random.choice(PIECES, size))
        if i % 4 == 3:  # a kernel with one thing wrong
            at = int(random.integers(0, len(SAXPY)))
            text = SAXPY[:at] + str(random.choice(PIECES)) + SAXPY[at:]
        failed += end_of(text, target) is not None
    assert failed > count // 4


@pytest.mark.parametrize(
    "make",
    [
        lambda: tn.ElementwiseKernel("T x", "T y", "if (x > 1) throw 5; y = x", "k"),
        lambda: tn.ReductionKernel("T x", "T y", "x", "a + b", "throw 5", "0", "k"),
    ],
)
def test_kernels_throw_nothing(make):
    """As on a GPU: the compiler refuses it, and says where."""
    require("cpu")
    with tn.Device("cpu"), pytest.raises(tn.CompileError, match="exception") as caught:
        make()(tn.arange(3.0))
    assert "throw 5" in str(caught.value)
