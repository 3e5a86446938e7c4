# SPDX-License-Identifier: Apache-2.0
"""What parameters of cupyx.jit mean, and what its functions return and raise."""

OF_JIT = """
rawkernel.mode|{'cuda', 'numpy'}|Whose rules the types of numbers follow: CUDA C++'s or NumPy's.
rawkernel.device|bool|Whether the function is for other kernels to call.
grid.ndim|{1, 2, 3}|How many axes the grid has, a constant.
gridsize.ndim|{1, 2, 3}|How many axes the grid has, a constant.
shared_memory.dtype|dtype|Of the items, a constant.
shared_memory.size|int or None|How many items, a constant; None for the memory of `shared_mem=`.
shared_memory.alignment|int|Bytes that the address of the first item is a multiple of.
range.args|int|One to three: start, stop and step as Python's, of any integer type.
range.unroll|bool or int|How many rounds become one; True: all of them, False: none.
syncwarp.mask|int|A bit for each thread of the warp that waits.
cupyx.mask|int|A bit for each thread of the warp that takes part, a constant.
cupyx.var|number|What a thread gives: an integer of 32 or 64 bits, or a float.
cupyx.val_id|int|Which thread's number to take.
cupyx.width|{2, 4, 8, 16, 32}|How many threads of a warp keep to themselves.
cupyx.array|ndarray or shared memory|The array.
cupyx.index|int or tuple of ints|Which item.
cupyx.value|number|The operand, which becomes of the array's dtype.
atomic_cas.value|number|What the item is compared with.
atomic_cas.alt_value|number|What the item becomes where it is equal.
sync.group|group|What this_grid() or this_thread_block() gave.
"""

_ATOMICS = [
    f"atomic_{x}" for x in "add sub exch min max inc dec cas and or xor".split()
]
_SHUFFLES = [f"shfl_{x}sync" for x in ("", "up_", "down_", "xor_")]
_BARRIERS = ["syncthreads", "syncwarp", "sync"]
RETURNS_OF_JIT = {
    f"cupyx.{name}": kind
    for kind, names in {
        "a decorator": ["rawkernel"],
        "uint32": ["laneid"],
        "uint32 or tuple of uint32": ["grid", "gridsize"],
        "an array of one axis": ["shared_memory"],
        "what a for loop of a kernel goes over": ["range"],
        "a group of threads": ["this_grid", "this_thread_block"],
        "what the item was, of the array's dtype": _ATOMICS,
        "a number of var's type": _SHUFFLES,
        "None": _BARRIERS,
    }.items()
    for name in names
}

_NOTE = (
    "NumPy has none; CuPy's has the same name, arguments and meaning. In a kernel,\n"
    "arguments that do not fit are the error of its first launch, with the line.\n"
)
_OUTSIDE = "RuntimeError\n    Outside of a kernel.\n"
_WRONG_TYPE = _OUTSIDE + "TypeError\n    For dtypes that CUDA does not have it for.\n"
RAISES_OF_JIT = {
    f"cupyx.{name}": (raises, _NOTE)
    for raises, names in {
        "ValueError\n    If there is no such mode.\n": ["rawkernel"],
        _OUTSIDE: ["laneid", "this_grid", "this_thread_block", *_BARRIERS],
        _OUTSIDE + "ValueError\n    For another number of axes.\n": [
            "grid",
            "gridsize",
        ],
        _OUTSIDE + "TypeError\n    If an argument is no constant.\n": ["shared_memory"],
        _OUTSIDE + "TypeError\n    If a bound is no integer.\n": ["range"],
        _WRONG_TYPE: [*_ATOMICS, *_SHUFFLES],
    }.items()
    for name in names
}
