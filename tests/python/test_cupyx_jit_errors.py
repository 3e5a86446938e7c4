# SPDX-License-Identifier: Apache-2.0
"""What cupyx.jit refuses: CuPy's exceptions, with the user's line."""

# ruff: noqa: B007, B018, F821, F841

import sys

import numpy as np
import pytest
import tenorite as tn
from tenorite import KernelSyntaxError
from tenorite.cupyx import jit

REFUSED = {}


def refused(error, words):
    """A function of x (float64), y (two axes), z (complex), s (no axes): no kernel."""

    def register(function):
        REFUSED[function.__name__] = (function, error, words)
        return function

    return register


TABLE = np.arange(3)


@jit.rawkernel()
def no_device_function(x):
    pass


@jit.rawkernel(device=True)
def unlike_returns(a):
    if a > 1:
        return 1
    return 2.5


@jit.rawkernel(device=True)
def no_value_at_the_end(a):
    if a > 1:
        return a


@jit.rawkernel(device=True)
def value_or_none(a):
    if a > 1:
        return a
    return


# ---- names and calls ----


@refused(NameError, "Unbound name: unknown_name")
def unbound(x):
    x[0] = unknown_name


@refused(KernelSyntaxError, r"open\(\) cannot be called in a kernel")
def unknown_function(x):
    open(x[0])


@refused(TypeError, "Invalid function call 'no_device_function'")
def calls_a_kernel(x):
    no_device_function(x)


@refused(KernelSyntaxError, "calls itself")
def recursive(x):
    recursive(x)


@refused(KernelSyntaxError, "pass it as an argument")
def captures_an_array(x):
    x[0] = TABLE[0]


@refused(ValueError, r"Failed to infer the return type: int\d+ or float\d+")
def returns_two_types(x):
    x[0] = unlike_returns(x[0])


@refused(KernelSyntaxError, "ends here without a value")
def calls_what_may_end(x):
    x[0] = no_value_at_the_end(x[0])


@refused(ValueError, "Failed to infer the return type")
def calls_what_may_return_nothing(x):
    x[0] = value_or_none(x[0])


@refused(ValueError, "Failed to infer the return type")
def returns_a_value(x):
    return x[0]


# ---- syntax ----


@refused(KernelSyntaxError, "a kernel catches nothing")
def tries(x):
    try:
        x[0] = 1
    except ValueError:
        pass


@refused(KernelSyntaxError, "with is not supported")
def manages(x):
    with x:
        pass


@refused(KernelSyntaxError, "functions inside a kernel are not supported")
def nests(x):
    def inner():
        pass


@refused(KernelSyntaxError, "comprehensions are not supported")
def comprehends(x):
    a = [i for i in range(3)]


@refused(KernelSyntaxError, "else of a loop is not supported")
def loops_with_else(x):
    for i in range(3):
        x[0] = i
    else:
        x[0] = 7


@refused(KernelSyntaxError, "goes over range")
def loops_over_an_array(x):
    for i in x:
        pass


@refused(KernelSyntaxError, "del is not supported")
def deletes(x):
    del x


@refused(KernelSyntaxError, "only names and items of arrays")
def assigns_to_an_attribute(x):
    x.shape = 3


# ---- arrays ----


@refused(IndexError, "The size of index must be 1")
def too_many_indices(x):
    x[0, 0] = 1


@refused(IndexError, "The size of index must be 2")
def too_few_indices_to_store(y):
    y[0] = 1


@refused(IndexError, "The size of index must be 2")
def too_few_indices_to_add(y):
    jit.atomic_add(y, 0, 1)


@refused(TypeError, "Array indices must be integers")
def float_index(x):
    x[1.5] = 1


@refused(TypeError, "Array indices must be integers")
def bool_index(x):
    x[True] = 1


@refused(TypeError, "Advanced indexing is not supported")
def array_index(x):
    x[x] = 1


@refused(KernelSyntaxError, "a kernel has no slices")
def slice_index(x):
    x[1:] = 1


@refused(NotImplementedError, "Not implemented: T of")
def unknown_attribute(x):
    x[0] = x.T


@refused(KernelSyntaxError, "arrays do not compare")
def compares_arrays(x):
    x[0] = x == x


@refused(KernelSyntaxError, "an array has no truth value")
def asks_an_array(x):
    if x:
        x[0] = 1


@refused(TypeError, "len.. of unsized array")
def length_of_no_axes(s, x):
    x[0] = len(s)


@refused(TypeError, "len.. supports only array type")
def length_of_a_number(x):
    x[0] = len(3)


@refused(NotImplementedError, "Not implemented: shape")
def shape_of_shared_memory(x):
    s = jit.shared_memory(np.int32, 5)
    x[0] = s.shape[0]


@refused(TypeError, "Data type mismatch")
def variable_of_two_arrays(x, y):
    a = x
    a = y


# ---- types ----


@refused(
    TypeError, "Cannot cast from 'complex128' to float64 with casting rule same_kind"
)
def stores_a_complex(x, z):
    x[0] = z[0]


@refused(
    TypeError, r"Cannot cast from 'float\d+' to int\d+ with casting rule same_kind"
)
def changes_a_type(x):
    i = 1
    i = 2.5


@refused(TypeError, "dtype mismatch")
def adds_another_type(x):
    i = 1
    i += 0.5


@refused(TypeError, "dtype mismatch")
def adds_a_wider_integer(x):
    i = jit.grid(1)
    i += np.int64(3)


@refused(TypeError, "left_shift.*not support.* for the input types")
def shifts_a_float(x):
    x[0] = x[0] << 1


@refused(TypeError, "numpy boolean subtract")
def subtracts_bools(x):
    x[0] = (x[0] > 1) - (x[0] < 1)


@refused(ValueError, "uint32 cannot be unpack")
def unpacks_a_number(x):
    (i,) = jit.grid(1)


@refused(ValueError, r"too many values to unpack \(expected 2\)")
def unpacks_three(x):
    i, j = jit.grid(3)


@refused(ValueError, r"not enough values to unpack \(expected 3\)")
def unpacks_two(x):
    i, j, k = jit.grid(2)


# ---- ranges ----


@refused(TypeError, "range supports only for integer type")
def range_of_floats(x):
    for i in range(1.5):
        pass


@refused(ValueError, "range.. arg 3 must not be zero")
def range_without_step(x):
    for i in range(0, 1, 0):
        pass


@refused(TypeError, "range expected at least 1 argument, got 0")
def range_of_nothing(x):
    for i in range():
        pass


@refused(TypeError, "range expected at most 3 argument, got 4")
def range_of_four(x):
    for i in range(1, 2, 3, 4):
        pass


@refused(TypeError, "range.. takes no keyword arguments")
def range_of_python_unrolled(x):
    for i in range(3, unroll=2):
        pass


@refused(TypeError, "no keyword argument but unroll")
def range_with_a_keyword(x):
    for i in jit.range(3, stop=2):
        pass


@refused(TypeError, "loop unrolling requires constant start, stop, step")
def unrolls_what_varies(x):
    for i in jit.range(x.size, unroll=2):
        pass


@refused(TypeError, "unroll value expected to be of type int, got float")
def unrolls_a_float(x):
    for i in jit.range(3, unroll=2.5):
        pass


# ---- threads ----


@refused(ValueError, "Only ndim=1,2,3 are supported")
def grid_of_four_axes(x):
    i = jit.grid(4)


@refused(TypeError, "ndim must be an integer")
def grid_of_letters(x):
    i = jit.grid("abc")


@refused(TypeError, "Arguments must be constants")
def grid_that_varies(x):
    i = jit.gridsize(x[0])


@refused(NotImplementedError, "Not implemented: w of")
def fourth_axis(x):
    x[0] = jit.threadIdx.w


@refused(KernelSyntaxError, "a number is needed here, not a Dim3")
def index_as_a_number(x):
    x[0] = jit.threadIdx


@refused(KernelSyntaxError, "a number is needed here, not None")
def barrier_as_a_number(x):
    x[0] = jit.syncthreads()


@refused(TypeError, "takes no arguments|too many positional")
def barrier_with_an_argument(x):
    jit.syncthreads(3)


@refused(ValueError, "mask is out of range")
def negative_mask(x):
    jit.syncwarp(mask=-1)


@refused(TypeError, "Arguments must be constants")
def shared_memory_that_varies(x):
    jit.shared_memory(np.float32, x.size)


@refused(TypeError, "size of shared_memory must be integer or `None`")
def shared_memory_of_a_half(x):
    jit.shared_memory(np.float32, 1.5)


@refused(ValueError, "must be positive")
def shared_memory_of_nothing(x):
    jit.shared_memory(np.float32, 0)


@refused(TypeError, "does not support dtype")
def shared_memory_of_texts(x):
    jit.shared_memory("S3", 5)


@refused(TypeError, "`atomicSub` does not support float64 input")
def atomic_of_floats(x):
    jit.atomic_sub(x, 0, 1)


@refused(TypeError, "The first argument must be of array type")
def atomic_of_a_number(x):
    jit.atomic_add(3, 0, 1)


@refused(TypeError, "missing a required argument: 'value'")
def atomic_without_value(x):
    jit.atomic_add(x, 0)


@refused(TypeError, r"Cannot cast from 'complex\d+' to float64")
def atomic_of_a_complex(x):
    jit.atomic_add(x, 0, 1j)


@refused(TypeError, "mask must be an integer")
def shuffle_by_a_mask_that_varies(x):
    jit.shfl_sync(x[0], x[0], 1)


@refused(ValueError, "mask is out of range")
def shuffle_by_a_long_mask(x):
    jit.shfl_sync(1 << 40, x[0], 1)


@refused(ValueError, "width needs to be power of 2")
def shuffle_of_five(x):
    jit.shfl_sync(0xFFFFFFFF, x[0], 1, width=5)


@refused(TypeError, "`__shfl_sync` does not support bool input")
def shuffle_of_bools(x):
    jit.shfl_sync(0xFFFFFFFF, x[0] > 1, 1)


@refused(NotImplementedError, "Not implemented: nothing of")
def unknown_group_method(x):
    jit.cg.this_grid().nothing()


@refused(TypeError, r"sync\(\) takes no arguments")
def group_method_with_an_argument(x):
    jit.cg.this_grid().sync(3)


@refused(TypeError, "takes a group of threads")
def sync_of_a_number(x):
    jit.cg.sync(3)


@refused(TypeError, r"min\(\) expects at least 2 arguments, got 1")
def minimum_of_one(x):
    x[0] = min(x[0])


@refused(TypeError, "keyword arguments are not supported")
def maximum_with_a_key(x):
    x[0] = max(x[0], x[1], key=abs)


@pytest.mark.parametrize("mode", ["cuda", "numpy"])
@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name, mode):
    function, error, words = REFUSED[name]
    given = {
        "x": tn.ones(4, device="cpu"),
        "y": tn.ones((3, 4), device="cpu"),
        "z": tn.ones(3, complex, device="cpu"),
        "s": tn.ones((), device="cpu"),
    }
    code = function.__code__
    arguments = [given[k] for k in code.co_varnames[: code.co_argcount]]
    kernel = jit.rawkernel(mode=mode)(function)
    with pytest.raises(error, match=words) as caught:
        kernel[1, 1](*arguments)
    raised = caught.value
    if isinstance(raised, KernelSyntaxError):
        assert raised.filename == __file__ and raised.lineno > 30
    else:
        places = [n for n in raised.__notes__ if f"in {name}, {__file__}, line" in n]
        assert len(places) == 1
    # Nothing of it is kept.
    with pytest.warns(UserWarning, match="No codes are cached"):
        assert kernel.cached_codes == {}


# ---- arguments, and calls from Python ----


@pytest.mark.parametrize(
    "value", [None, "abc", [1], np.ones(3), object(), 3 + 0j, b"x", np.str_("x")]
)
def test_arguments_that_no_kernel_takes(value):
    if isinstance(value, complex):
        no_device_function[1, 1](value)
        return
    with pytest.raises(TypeError, match="is not supported|does not support"):
        no_device_function[1, 1](value)


def test_wrong_launches(device):
    x = tn.ones(3)
    kernel = no_device_function
    for wrong, error, words in (
        (lambda: kernel[1, 1](), TypeError, "takes 1 positional arguments but 0 were"),
        (lambda: kernel[1, 1](x, x), TypeError, "takes 1 positional arguments but 2"),
        (lambda: kernel(1, 1), TypeError, "'args'"),
        (lambda: kernel(x), TypeError, "'block' and 'args'"),
        (lambda: kernel[1], TypeError, "unpack"),
        (lambda: kernel[1, 1](x, nothing=3), TypeError, "nothing"),
        (lambda: kernel[0, 1](x), ValueError, "grid"),
        (lambda: kernel[1, 2048](x), ValueError, "block|threads"),
        (lambda: kernel[1, 1](x, shared_mem=-1), ValueError, "shared memory"),
        (lambda: kernel["a", 1](x), TypeError, "grid"),
    ):
        with pytest.raises(error, match=words):
            wrong()


def test_wrong_decorators():
    with pytest.raises(ValueError, match="mode must be 'cuda' or 'numpy', not 'x'"):
        jit.rawkernel(mode="x")
    with pytest.raises(TypeError):
        jit.rawkernel(lambda x: 0)
    with pytest.raises(TypeError):
        jit.rawkernel("cuda")


def test_functions_without_source():
    names = {"jit": jit}
    exec("@jit.rawkernel()\ndef f(x):\n    x[0] = 1\n", names)
    with pytest.raises(KernelSyntaxError, match="source of f.. is not available"):
        names["f"][1, 1](tn.ones(1))


def test_names_are_for_kernels():
    words = "Cannot call this function from Python layer"
    x = tn.ones(3)
    arguments = {
        "grid": (1,),
        "gridsize": (1,),
        "shared_memory": (np.int32, 3),
        "range": (3,),
        "atomic_cas": (x, 0, 1, 2),
        **{f"atomic_{k}": (x, 0, 1) for k in "add sub exch min max inc dec".split()},
        **{f"atomic_{k}": (x, 0, 1) for k in ("and", "or", "xor")},
        **{f"shfl_{k}sync": (1, 2, 3) for k in ("", "up_", "down_", "xor_")},
    }
    functions = [
        n for n in jit.__all__ if callable(getattr(jit, n)) and n != "rawkernel"
    ]
    assert len(functions) == 22
    for name in functions:
        with pytest.raises(RuntimeError, match=words):
            getattr(jit, name)(*arguments.get(name, ()))
    for name in ("this_grid", "this_thread_block"):
        with pytest.raises(RuntimeError, match=words):
            getattr(jit.cg, name)()
    for name in ("threadIdx", "blockIdx", "blockDim", "gridDim"):
        with pytest.raises(AttributeError):
            getattr(jit, name).x
        assert name in repr(getattr(jit, name))


def test_what_is_not_there():
    for name in ("cub", "thrust"):
        assert not hasattr(jit, name)
        with pytest.raises(ImportError):
            __import__(f"tenorite.cupyx.jit.{name}")
    assert sys.modules["tenorite.cupyx.jit"] is jit
