# SPDX-License-Identifier: Apache-2.0
"""Every row of the op table x every loop x every layout, against NumPy.

How far results may be from NumPy's: ufunc_bounds.py.
"""

import functools
import itertools

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host
from support.layouts import LAYOUTS
from support.op_table import by_name, read_rows, ufunc_rows
from support.samples import everything, sample, special
from support.ufunc_bounds import call, compare
from support.ulp import assert_exact

ROWS = [row for row in read_rows() if row.kind != "SPECIAL"]


def refuses_negative(row, loop):
    return row.name == "power" and loop[0] in "bhil"


def allowed(row, loop, args):
    """The operands, without those that the operation refuses."""
    if refuses_negative(row, loop):
        return [args[0], args[1] & np.iinfo(args[1].dtype).max]
    return args


def inputs(loop):
    return loop.partition("->")[0]


@functools.cache
def arranged(device, letter, seed, layout, shape=(3, 4, 5)):
    """One pair (NumPy's, ours) of arrays in a layout."""
    x = sample(letter, int(np.prod(shape)), seed).reshape(shape)
    return LAYOUTS[layout](np, x), LAYOUTS[layout](tn, tn.asarray(x, device=device))


def layout_choices(nin):
    """Each layout for each operand, for all, and beside each other one in turn."""
    names = list(LAYOUTS)
    if nin == 1:
        return [(name,) for name in names]
    choices = set()
    for i, name in enumerate(names):
        choices.add((name,) * nin)
        for k in range(nin):
            choices.add(tuple(name if j == k else "C" for j in range(nin)))
        for step in range(1, len(names), 3):
            other = names[(i + step) % len(names)]
            choices.add((name, other, name)[:nin])
    return sorted(choices)


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_layouts(device, row):
    for loop in row.loops:
        for names in layout_choices(row.nin):
            pairs = [
                arranged(device, letter, i, name)
                for i, (letter, name) in enumerate(
                    zip(inputs(loop), names, strict=True)
                )
            ]
            if refuses_negative(row, loop):
                pairs[1] = tuple(x & x.dtype.type(15) for x in pairs[1])
            args, ours = zip(*pairs, strict=True)
            compare(row, loop, args, call(tn, row, ours), names)


SHAPES = [((),), ((1,),), ((0, 3),), ((3, 0),), ((7,),), ((33,),), ((2, 1, 3), (4, 1))]
SHAPES += [((), (5,)), ((5, 1), (1, 3)), ((0,), ()), ((1, 0), (3, 1)), ((1,) * 64,)]


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_shapes(device, row):
    for loop, shapes in itertools.product(row.loops, SHAPES):
        args = []
        for i, letter in enumerate(inputs(loop)):
            shape = shapes[i % len(shapes)]
            args.append(sample(letter, int(np.prod(shape)), i).reshape(shape))
        args = allowed(row, loop, args)
        ours = [tn.asarray(a, device=device) for a in args]
        compare(row, loop, args, call(tn, row, ours), shapes)


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_accuracy(device, row):
    for loop in row.loops:
        args = [sample(c, 2003, 10 + i) for i, c in enumerate(inputs(loop))]
        if inputs(loop) in ("e", "b", "B", "bb", "BB"):
            args = everything(inputs(loop))
        args = allowed(row, loop, args)
        ours = [tn.asarray(a, device=device) for a in args]
        compare(row, loop, args, call(tn, row, ours), "sample")


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_special_values(device, row):
    for loop in row.loops:
        args = [special(c) for c in inputs(loop)]
        if row.nin == 3:
            args = [a[:: 1 + len(a) // 40] for a in args]
        args = [x.ravel() for x in np.meshgrid(*args, indexing="ij")]
        args = allowed(row, loop, args)
        ours = [tn.asarray(a, device=device) for a in args]
        compare(row, loop, args, call(tn, row, ours), "special values")


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_all_cores(device, row):
    """Enough items that the work is split, and not evenly."""
    for loop in row.loops:
        if loop[0] in "?bHlefdF":
            args = [
                np.resize(sample(c, 2003, i), 70_001)
                for i, c in enumerate(inputs(loop))
            ]
            args = allowed(row, loop, args)
            ours = [tn.asarray(a, device=device) for a in args]
            short = call(tn, row, [a[:2003] for a in ours])
            for x, y in zip(call(tn, row, ours), short, strict=True):
                assert_exact(ours, np.resize(host(y), 70_001), host(x), f"{row.name}")


@pytest.mark.parametrize("letter", ["?", "b", "B"])
def test_long_arrays_of_bytes(device, letter):
    """A GPU looks their results up: they are those of the 256 bytes."""
    size = (2**23 if device.startswith("cuda") else 2**13) + 7
    count = 2 if letter == "?" else 256
    places = np.random.default_rng(1).integers(0, count, size, dtype="B")
    few = tn.asarray(np.arange(count, dtype="B").view(letter))
    many = tn.asarray(places.view(letter))
    tried = 0
    for row in ufunc_rows(nin=1, nout=1):
        function = getattr(tn, row.name)
        try:
            expected = host(function(few))
        except TypeError:
            continue
        tried += 1
        for skipped in (0, 5):
            got = host(function(many[skipped:]))
            assert got.dtype == expected.dtype, row.name
            wanted = expected[places[skipped:]]
            assert got.tobytes() == wanted.tobytes(), row.name
    assert tried > 20


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_powers_that_people_write(device, dtype):
    """Halves of whole numbers: GPUs multiply, where that is exact enough."""
    rng = np.random.default_rng(8)
    edge = 24 if dtype == "f4" else 200
    x = np.ldexp(rng.uniform(1, 2, 4000), rng.integers(-edge - 3, edge + 3, 4000))
    x[::2] *= -1
    x[:12] = [0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 2**-edge, 2.0**edge, 0.25, -2, 4]
    x = x.astype(dtype)
    y = tn.array(x, device=device)
    for halves in range(-9, 10):
        # NumPy takes a shorter way for exponents that are numbers.
        exponent = np.full(x.shape, halves / 2, dtype)
        with np.errstate(all="ignore"):
            exact = np.power(x.astype("g"), exponent.astype("g"))
            expected = np.power(x, exponent)
            found = host(tn.power(y, tn.array(exponent[:1], device=device)))
        assert found.dtype == dtype
        plain = np.isfinite(expected) & (np.abs(expected) >= np.finfo(dtype).tiny)
        unit = np.spacing(np.abs(expected[plain]))
        assert (np.abs(found[plain] - exact[plain]) / unit).max() <= 4
        special = ~np.isfinite(expected) | (expected == 0) | ~np.isfinite(x)
        np.testing.assert_array_equal(found[special], expected[special])


@pytest.mark.parametrize("name", ["maximum", "minimum", "fmax", "fmin", "clip"])
@pytest.mark.parametrize("dtype", "efd")
def test_choices_of_strided_operands(device, name, dtype):
    """They run in blocks: the bits are those of operands without gaps."""
    rng = np.random.default_rng(4)
    x = rng.choice([0.0, -0.0, 1.5, -2.0, np.nan, np.inf], (3, 9000)).astype(dtype)
    nin = 3 if name == "clip" else 2
    for n, step in itertools.product((1, 3, 511, 512, 513, 2100), (2, -1, 3, -4)):
        part = slice(5, 5 + abs(step) * n)
        expected = getattr(np, name)(*(a[part][::step] for a in x[:nin]))
        strided = [tn.asarray(a, device=device)[part][::step] for a in x[:nin]]
        packed = host(getattr(tn, name)(*(a.copy() for a in strided)))
        np.testing.assert_array_equal(packed, expected)
        results = [getattr(tn, name)(*strided)]
        results.append(getattr(tn, name)(strided[0].copy(), *strided[1:]))
        results.append(getattr(tn, name)(*strided, out=strided[-1]))
        for got in results:
            assert host(got).tobytes() == packed.tobytes(), (n, step)
