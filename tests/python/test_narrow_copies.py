# SPDX-License-Identifier: Apache-2.0
"""Copies between long lines and rows of few elements, and stacks of few arrays."""

import itertools

import numpy as np
import pytest
import tenorite as tn
from support.helpers import check, host, on_device, same, same_error

SIZES = ("?", "e", "f", "d", "D")  # one dtype of each size
LENGTHS = (1, 2, 255, 256, 257, 4095, 4096, 4097)
WIDTHS = (*range(1, 41), 63, 64, 65)


def data(shape, letter, seed=0):
    """Whole numbers that differ from their neighbours."""
    size = int(np.prod(shape))
    x = (np.arange(size) * 31 + seed) % 1009
    return (x % 3 == 0 if letter == "?" else x.astype(letter)).reshape(shape)


@pytest.mark.parametrize("letter", SIZES)
def test_widths(device, letter):
    """Arrays of structures become structures of arrays, and back."""
    for width, n in itertools.product(WIDTHS, (63, 1000, 4097)):
        rows = data((n, width), letter)
        same(lambda xp, x: xp.ascontiguousarray(x.T), device, rows)
        same(lambda xp, x: xp.ascontiguousarray(x.T), device, rows.T.copy())


@pytest.mark.parametrize("letter", SIZES)
def test_lengths(device, letter):
    for n, width in itertools.product(LENGTHS, (2, 3, 16)):
        rows = data((n, width), letter)
        same(lambda xp, x: x.T.copy("C"), device, rows)
        same(lambda xp, x: x.copy("F"), device, rows)


def misaligned(xp, n, width, first, gap, letter, turned):
    """Rows that start `first` elements into a buffer, `gap` before the next."""
    buffer = xp.asarray(data(first + n * (width + gap), letter))
    rows = buffer[first:].reshape(n, width + gap)[:, :width]
    return xp.ascontiguousarray(rows.T if turned else rows)


@pytest.mark.parametrize("letter", SIZES)
def test_starts_and_gaps(device, letter):
    for first, gap, width in itertools.product(range(5), (0, 1, 5), (2, 3, 7)):
        for turned in (False, True):
            same(misaligned, device, 3001, width, first, gap, letter, turned)


@pytest.mark.parametrize("letter", SIZES)
def test_lines_that_start_anywhere(device, letter):
    """Both from and to lines of odd distances, and rows that leave gaps."""

    def pack(xp, lines, rows, first, width):
        part = slice(first, first + width)
        rows[:, part] = lines[part, first : first + len(rows)].T
        return rows

    def unpack(xp, lines, rows, first, width):
        part = slice(first, first + width)
        lines[part, first : first + len(rows)] = rows[:, part].T
        return lines

    lines, rows = data((9, 2511), letter), data((2503, 9), letter, 5)
    for first, width in itertools.product(range(4), (2, 3, 5)):
        for body in (pack, unpack):
            same(body, device, lines, rows, first, width)


def test_pixels(device):
    """Bytes in rows of two to four, whose lines are longer than what is copied."""

    def body(xp, lines, rows):
        part = lines[:, : len(rows)]
        packed = xp.ascontiguousarray(part.T)
        part[:] = rows.T
        return [packed, lines, xp.stack(list(part), -1), xp.stack(list(lines), -1)]

    for width, n in itertools.product((2, 3, 4), (16, 4095, 4096, 4097, 20000, 20011)):
        lines = data((width, n + -n % 16 + 16), "B")
        same(body, device, lines, data((n, width), "B", 5))
        images = data((3, n, width), "B")
        same(lambda xp, x: xp.moveaxis(x, -1, 1).copy("C"), device, images)
        same(lambda xp, x: xp.moveaxis(x, -1, 0).copy("C"), device, images)


def test_gaps_are_not_written(device):
    rows = np.full((5000, 4), 7, "f4")
    lines = data((3, 5000), "f")

    def body(xp, rows, lines):
        rows[:, :3] = lines.T
        return rows

    same(body, device, rows, lines)


@pytest.mark.parametrize("letter", SIZES)
def test_batches(device, letter):
    for shape in ((5, 3001, 3), (2, 4096, 16), (300, 20, 3), (2, 3, 2000, 4)):
        x = data(shape, letter)
        same(lambda xp, x: xp.swapaxes(x, -1, -2).copy("C"), device, x)
        same(lambda xp, x: xp.moveaxis(x, -1, 0).copy("C"), device, x)
        same(lambda xp, x: xp.moveaxis(x, 0, -1).copy("C"), device, x)
        same(lambda xp, x: xp.ascontiguousarray(x[:, ::-1].T), device, x)


def test_elements_off_their_alignment(device):
    """Such ones are moved byte by byte."""
    raw = data(36001, "B")

    def body(xp, raw):
        x = raw[1:].view("i4")
        return [
            xp.ascontiguousarray(x.reshape(3000, 3).T),
            xp.ascontiguousarray(x.reshape(3, 3000).T),
            xp.stack((x[:4500], x[4500:]), -1),
        ]

    same(body, device, raw)


STACKS = {
    "stack": lambda xp, *a: xp.stack(a, -1),
    "stack of three axes": lambda xp, *a: xp.stack(
        [x[:600].reshape(2, 3, 100) for x in a], -1
    ),
    "stack of rows": lambda xp, *a: xp.stack([x[:999].reshape(-1, 3) for x in a], 1),
    "column_stack": lambda xp, *a: xp.column_stack(a),
    "column_stack of rows": lambda xp, *a: xp.column_stack(
        [a[0][:999].reshape(-1, 3), *(x[:333] for x in a)]
    ),
    "dstack": lambda xp, *a: xp.dstack(a),
    "hstack": lambda xp, *a: xp.hstack([x[:999].reshape(-1, 3) for x in a]),
    "hstack of widths": lambda xp, *a: xp.hstack(
        [x[: 300 * (1 + k % 3)].reshape(300, -1) for k, x in enumerate(a)]
    ),
    "turned": lambda xp, *a: xp.concatenate(
        [x[:999].reshape(3, -1).T for x in a], axis=1
    ),
    "every second": lambda xp, *a: xp.stack([x[::2] for x in a], -1),
    "backwards": lambda xp, *a: xp.stack([x[::-1] for x in a], -1),
    "unequal": lambda xp, *a: xp.stack(
        [(x[:500], x[500:1000], x[::2][:500])[k % 3] for k, x in enumerate(a)], -1
    ),
    "one value": lambda xp, *a: xp.stack([xp.broadcast_to(x[:1], 500) for x in a], -1),
    "repeated rows": lambda xp, *a: xp.stack(
        [xp.broadcast_to(x[:129], (3, 129)) for x in a], -1
    ),
    "repeated columns": lambda xp, *a: xp.stack(
        [xp.broadcast_to(x[:129, None], (129, 3)) for x in a], -1
    ),
    "repeated in two ways": lambda xp, *a: xp.stack(
        [xp.broadcast_to(x[:40, None], (2, 40, 3)).swapaxes(0, 1) for x in a]
    ),
    "no rows": lambda xp, *a: xp.stack([x[:0] for x in a], -1),
    "some empty": lambda xp, *a: xp.hstack(
        [x[:600].reshape(300, 2)[:, : k % 3] for k, x in enumerate(a)]
    ),
    "one row": lambda xp, *a: xp.concatenate([x[:1] for x in a]),
    "scalars": lambda xp, *a: xp.stack([x[5] for x in a]),
    "middle axis": lambda xp, *a: xp.stack([x[:900].reshape(300, 3) for x in a], 1),
    "Fortran order": lambda xp, *a: xp.concatenate(
        [xp.asarray(x[:900].reshape(3, 300), order="F") for x in a]
    ),
}


@pytest.mark.parametrize("letter", SIZES)
@pytest.mark.parametrize("name", STACKS)
def test_stacks(device, name, letter):
    for count in (1, 2, 3, 4, 17):
        sources = [data(1001, letter, 17 * k) for k in range(count)]
        same(STACKS[name], device, *sources)


@pytest.mark.parametrize("count", [31, 32, 33, 64, 65, 150])
def test_many_sources(device, count):
    sources = [data(700, "f", k) for k in range(count)]
    same(STACKS["stack"], device, *sources)
    same(STACKS["hstack"], device, *(np.resize(x, 999) for x in sources))


def test_dtypes_are_joined(device):
    sources = [data(300, letter, k) for k, letter in enumerate("?bhifd")]
    same(STACKS["stack"], device, *sources)
    same(lambda xp, *a: xp.stack(a, -1, dtype="f4"), device, *sources[:5])
    same(lambda xp, *a: xp.stack(a[:2], -1, dtype="i2"), device, *sources[1:])
    same_error(lambda xp, *a: xp.stack(a, -1, dtype="i4"), device, *sources)
    same(lambda xp, *a: xp.stack(a, -1, dtype="f2", casting="unsafe"), device, *sources)


def test_results_given(device):
    """`out` may lie anywhere, even over a source."""

    def into(xp, buffer, a, b, first, step):
        out = buffer[first : first + 2 * 500 * step].reshape(500, -1)[:, :2]
        return [xp.stack((a, b), -1, out=out), buffer]

    a, b = data(500, "f"), data(500, "f", 3)
    for first, step in itertools.product((0, 1, 2), (1, 2)):
        same(into, device, np.zeros(3000, "f4"), a, b, first, step)

    def over(xp, buffer, b, first):
        out = buffer[:1000].reshape(500, 2)
        return [xp.stack((buffer[first : first + 500], b), -1, out=out), buffer]

    for first in (500, 1000, 1200):
        ours = on_device((data(3000, "f", 9), b), device)
        theirs = np.stack((data(3000, "f", 9)[first : first + 500], b), -1)
        check(theirs, over(tn, *ours, first)[0], where=f"over {first}")

    def twice(xp, a):
        out = a[:1000].reshape(500, 2)
        return xp.concatenate((out[:, :1], a[2000:2500].reshape(500, 1)), 1, out=out)

    same(twice, device, data(3000, "f"))
    same_error(
        lambda xp, a, b: xp.stack((a, b), -1, out=xp.zeros((500, 3), "f4")),
        device,
        a,
        b,
    )
    same_error(
        lambda xp, a, b: xp.stack((a, b), -1, out=xp.zeros((500, 2), "i4")),
        device,
        a,
        b,
    )


def test_results_that_cannot_be_written(device):
    a = tn.zeros(300, device=device)
    out = tn.broadcast_to(a, (2, 300)).T
    with pytest.raises(ValueError, match="read-only"):
        tn.stack((a, a), -1, out=out)


@pytest.mark.parametrize("n", [300, 1 << 18])
def test_sources_that_are_pending(device, mode, n):
    """What is recorded for sources and for `out` comes first, in its order."""

    def body(xp, a, b):
        p, q = a + b, a * b
        first = xp.stack((p, q, p - q), -1)
        p += 1
        second = xp.stack((p, q), -1)
        a *= 2
        second[:, 0] = a
        third = xp.stack((second[:, 1], first[:, 2], a), -1)
        out = xp.zeros_like(third)
        out += 1
        last = out[:5].copy()
        xp.stack((a, b, p), -1, out=out)
        b -= 1
        return [first, second, third, out, last, (out.T * 2).sum(axis=1), b]

    same(body, device, data(n, "d"), data(n, "d", 3))


def test_turned_copies_of_what_is_pending(device, mode):
    def body(xp, a):
        x = a + 1
        y = x.T.copy()
        x *= 2
        return [x, y, (y - 1).T.copy(), xp.ascontiguousarray((x + x).T)]

    same(body, device, data((5000, 3), "d"))


def test_values_of_all_kinds(device):
    """Elements are moved as they are: no bits of a number change."""
    bits = np.arange(3 * 4096, dtype="u4").reshape(-1, 3) * 0x12345679
    x = tn.asarray(bits, device=device).view("f4")
    y = tn.ascontiguousarray(x.T).view("u4")
    np.testing.assert_array_equal(host(y), bits.T)
    z = tn.stack((x[:, 0], x[:, 1], x[:, 2]), -1)
    np.testing.assert_array_equal(host(z.view("u4")), bits)


def test_random_layouts(device):
    """Any axes, slices and orders, over small and middling arrays."""
    random = np.random.default_rng(0)
    for trial in range(150):
        ndim = int(random.integers(2, 5))
        shape = [int(random.choice((1, 2, 3, 5, 16, 33, 200))) for _ in range(ndim)]
        axes = tuple(int(i) for i in random.permutation(ndim))
        cut = tuple(
            slice(
                int(random.integers(0, 2)), None, int(random.choice((1, 1, 1, 2, -1)))
            )
            for _ in range(ndim)
        )
        letter = SIZES[trial % len(SIZES)]
        x = data(shape, letter)

        def body(xp, x, axes=axes, cut=cut):
            return [
                xp.ascontiguousarray(x.transpose(axes)),
                xp.ascontiguousarray(x[cut].transpose(axes)),
                xp.stack((x, x[::-1], x), -1),
                xp.concatenate((x, x[..., :1]), -1),
            ]

        same(body, device, x)
