# SPDX-License-Identifier: Apache-2.0
"""Indexing: every kind of index, read and written, against NumPy."""

import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
import tenorite as tn
from hypothesis import given, settings
from hypothesis import strategies as st
from support.helpers import check, host, outcome, same_or_error
from support.layouts import real_strides

many = settings(max_examples=150)
shapes = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
sides = hnp.array_shapes(min_dims=1, max_dims=4, min_side=1, max_side=4)


def numbered(shape, letter="i4"):
    return np.arange(int(np.prod(shape))).reshape(shape).astype(letter)


@st.composite
def basic(draw):
    shape = draw(shapes)
    index = hnp.basic_indices(
        shape, max_dims=6, allow_newaxis=True, allow_ellipsis=True
    )
    return shape, draw(index)


@st.composite
def mixed(draw):
    """Integers, arrays, slices, masks, None and ... in any order."""
    shape = draw(sides)
    side = draw(hnp.array_shapes(min_dims=0, max_dims=2, min_side=1, max_side=3))
    index, axis, used_ellipsis = [], 0, False
    while axis < len(shape) and draw(st.integers(0, 5)):
        n = shape[axis]
        kind = draw(st.sampled_from("iaasnml."))
        if kind == "i":
            index.append(draw(st.integers(-n, n - 1)))
        elif kind == "a" or kind == "l":
            own = draw(st.sampled_from([side, side[:0], (1,) * len(side)]))
            letter = draw(st.sampled_from(["i8", "i4", "i1"]))
            array = draw(hnp.arrays(letter, own, elements=st.integers(-n, n - 1)))
            index.append(array.tolist() if kind == "l" else array)
        elif kind == "s":
            index.append(draw(st.slices(n)))
        elif kind == "m":
            # As many items as the other arrays have, or one.
            mask = np.zeros(n, bool)
            count = side[-1] if side and side[-1] <= n else 1
            mask[draw(st.permutations(range(n)))[:count]] = True
            index.append(mask)
        elif kind == "n":
            index.append(None)
            continue
        elif used_ellipsis:
            continue
        else:
            index.append(...)
            used_ellipsis = True
            axis += draw(st.integers(0, len(shape) - axis))
            continue
        axis += 1
    return shape, tuple(index)


@st.composite
def fancy(draw):
    shape = draw(sides)
    return shape, draw(hnp.integer_array_indices(shape, dtype=np.int64))


@st.composite
def masks(draw):
    shape = draw(shapes)
    depth = draw(st.integers(0, len(shape)))
    mask = draw(hnp.arrays(bool, shape[:depth]))
    tail = draw(st.sampled_from([(), (...,), (slice(None, None, -1),), (None,)]))
    return shape, (
        mask,
        *(tail if len(shape) > depth or tail != (slice(None),) else ()),
    )


def get_and_set(device, shape, index, letter="i4"):
    """Read; then write a scalar, an array of the result's shape, and rows of it."""
    x = numbered(shape, letter)
    # Arrays that travel with the operands become arrays of the device.
    parts = [part for part in index if isinstance(part, np.ndarray)]

    def rebuilt(arrays):
        arrays = iter(arrays)
        return tuple(next(arrays) if isinstance(i, np.ndarray) else i for i in index)

    def read(xp, x, arrays):
        return x[rebuilt(arrays)]

    same_or_error(read, device, x, parts, order=False)
    try:
        result = x[index]
    except IndexError:
        result = np.zeros(2)
    new = np.asarray(100 - numbered(np.shape(result))).astype(letter)
    parts_of_new = [new[..., :1], new[:1]] if new.ndim else []
    for value in (np.asarray(7, letter), new, *parts_of_new):

        def write(xp, x, arrays, value):
            x[rebuilt(arrays)] = value
            return x

        def write_host(xp, x, value):
            x[index] = value if xp is np else host(value)
            return x

        same_or_error(write, device, x, parts, value)
        same_or_error(write_host, device, x, value)


@many
@given(case=basic())
def test_basic(device, case):
    shape, index = case
    get_and_set(device, shape, index if isinstance(index, tuple) else (index,))
    x = numbered(shape)
    theirs, ours = x[index], tn.asarray(x, device=device)[index]
    if isinstance(theirs, np.ndarray):
        assert real_strides(ours) == real_strides(theirs)
    if isinstance(theirs, np.ndarray) and theirs.size and theirs.ndim:
        base = tn.asarray(x, device=device)
        base[index][...] = -1
        x[index][...] = -1
        check(x, base)


@many
@given(case=basic(), letter=st.sampled_from("i1 u1 i4 i8 u8".split()))
def test_scalars_are_integers(device, case, letter):
    """An item of an array is an index as its value is: what it chooses is a view."""
    shape, index = case
    index = index if isinstance(index, tuple) else (index,)
    values = [i for i in index if isinstance(i, int)]
    letter = "i8" if min(values, default=0) < 0 else letter

    def key(numbers):
        numbers = iter(numbers)
        return tuple(next(numbers) if isinstance(i, int) else i for i in index)

    x, base = numbered(shape), tn.asarray(numbered(shape), device=device)
    theirs = x[key(np.asarray(values, letter))]
    ours = base[key(tn.asarray(values, letter, device=device))]
    check(theirs, ours)
    if isinstance(theirs, np.ndarray):
        assert real_strides(ours) == real_strides(theirs)
        theirs[...] = ours[...] = -1
        check(x, base)
    base[key(tn.asarray(values, letter, device=device))] = 7
    x[key(np.asarray(values, letter))] = 7
    check(x, base)
    # Without axes it is an array.
    copied = base[key(tn.asarray(i, device=device) for i in values)]
    if values and copied.ndim:
        copied[...] = 9
        check(x, base)


def test_a_scalar_too_large_for_an_index(device):
    def body(xp, x, k):
        return x[k[0]]

    same_or_error(body, device, numbered((3, 2)), np.array([2**63], "u8"))


@many
@given(case=fancy())
def test_integer_arrays(device, case):
    get_and_set(device, *case)


@many
@given(case=masks())
def test_masks(device, case):
    get_and_set(device, *case)


@settings(many, max_examples=300)
@given(case=mixed(), letter=st.sampled_from("i4 f8 D ? e u1".split()))
def test_mixed(device, case, letter):
    get_and_set(device, *case, letter)


@many
@given(case=mixed(), data=st.data())
def test_views_and_layouts(device, case, data):
    """The indexed array is itself a transposed, reversed or strided view."""
    shape, index = case
    view = data.draw(st.sampled_from(["transposed", "reversed", "strided"]))

    def body(xp, x):
        if view == "transposed":
            x = xp.asarray(x.T, order="C").T
        elif view == "reversed":
            x = x[(slice(None, None, -1),) * x.ndim]
        else:
            x = xp.repeat(x, 2, axis=-1)[..., ::2]
        # A single item is a copy in either library.
        got = xp.copy(x[index])
        x[index] = 5
        return [got, x]

    same_or_error(body, device, numbered(shape), order=False)


@many
@given(case=mixed())
def test_memory_order_of_results(device, case):
    """The axes of the index arrays come first in memory, then the source's order."""
    shape, index = case
    for view in (lambda x: x, lambda x: x.T.copy().T):

        def read(xp, x, view=view):
            return view(x)[index]

        same_or_error(read, device, numbered(shape))
        expected, error = outcome(lambda read=read: read(np, numbered(shape)))
        if error is None and expected.size:
            got = read(tn, tn.asarray(numbered(shape), device=device))
            assert real_strides(got) == real_strides(expected)


@pytest.mark.parametrize("value", [False, True])
@pytest.mark.parametrize(
    "mask",
    [
        lambda v: v,
        lambda v: v[::-1],
        lambda v: v[:, ::-1],
        lambda v: v[::-1, 0],
        lambda v: v[7],
    ],
)
def test_masks_of_the_same_memory(device, mask, value):
    """A mask is read as it was, even where assignments write it."""
    host = np.random.default_rng(3).random((40, 40)) < 0.5
    array = tn.asarray(host, device=device)
    expected = host.copy()
    expected[mask(expected).copy()] = value
    array[mask(array)] = value
    np.testing.assert_array_equal(array.get(), expected)
    array = tn.asarray(host, device=device)
    expected = host.copy()
    np.copyto(expected, value, where=mask(expected)[..., :40].copy())
    tn.copyto(array, value, where=mask(array)[..., :40])
    np.testing.assert_array_equal(array.get(), expected)


def mask_of_runs(n, typical, share):
    """n flags in runs of about `typical`, of which about `share` are True."""
    rng = np.random.default_rng([n, typical])
    lengths = rng.geometric(1 / typical, n + 1)
    kinds = rng.random(n + 1) < share
    runs = np.searchsorted(np.cumsum(lengths), n) + 1  # that have n items together
    return np.repeat(kinds[:runs], lengths[:runs])[:n]


@pytest.mark.parametrize("letter", ["?", "u1", "e", "f4", "i8", "D"])
@pytest.mark.parametrize("typical", [1, 3, 20, 64, 500, 40000])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.97, 1])
def test_masks_in_runs(device, letter, typical, share):
    """No item but the selected ones is read or written, wherever runs end."""
    for n in (1, 63, 64, 65, 127, 128, 200, 1000, 65536 + 130, 2 * 65536):
        mask = mask_of_runs(n, typical, share)
        bits = np.random.default_rng(n).integers(0, 256, 16 * (n + 2), np.uint8)
        itemsize = np.dtype(letter).itemsize
        bits = bits[: itemsize * (n + 2)] & (1 if letter == "?" else 255)
        whole = bits.view(letter)
        array = tn.asarray(whole, device=device)
        flags = tn.asarray(mask, device=device)
        got = array[1:-1][flags]
        expected = whole[1:-1][mask]
        assert got.get().tobytes() == expected.tobytes()
        expected = expected[::-1].copy()
        whole[1:-1][mask] = expected
        array[1:-1][flags] = tn.asarray(expected, device=device)
        assert array.get().tobytes() == whole.tobytes()
