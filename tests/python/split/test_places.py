# SPDX-License-Identifier: Apache-2.0
"""Where parts are: meshes, layouts, moves between them, and what is brought together."""

import pickle
import warnings

import numpy
import pytest
import tenorite
from tenorite.distributed import Mesh, Replicated, Split, SplitArray, gathers, using
from tenorite.distributed._split import cuts


def mesh(size=3):
    return Mesh(["cpu"] * size)


def test_mesh():
    m = mesh()
    assert (m.size, m.type, m.local, m.communicator) == (3, "cpu", [0, 1, 2], None)
    assert [str(device) for device in m.devices] == ["cpu"] * 3
    assert repr(m) == "Mesh([cpu, cpu, cpu])"
    assert Mesh().size >= 1


@pytest.mark.parametrize(
    "make, kind, text",
    [
        (lambda: Mesh([]), ValueError, "devices must not be empty"),
        (lambda: Mesh("cpu"), ValueError, "must be a sequence"),
        (lambda: Mesh(["gpu"]), ValueError, "gpu"),
        (lambda: Split("cpu"), TypeError, "mesh must be a Mesh, not str"),
        (lambda: Split(mesh(), 0.5), AttributeError, "__index__"),
        (lambda: Replicated(None), TypeError, "mesh must be a Mesh"),
        (
            lambda: tenorite.zeros((3, 3), device=Split(mesh(), 2)),
            ValueError,
            "cannot split axis 2 of an array of dimension 2",
        ),
        (
            lambda: tenorite.zeros((), device=Split(mesh())),
            ValueError,
            "cannot split axis 0 of an array of dimension 0",
        ),
        (
            lambda: tenorite.random.default_rng(0, Split(mesh()), "numpy"),
            ValueError,
            "'fast'",
        ),
        (lambda: using(mesh(), "much").__enter__(), ValueError, "above must be bytes"),
        (
            lambda: tenorite.load("x", device=Split(mesh())),
            TypeError,
            "load",
        ),
    ],
)
def test_bad_input(make, kind, text):
    with pytest.raises(kind, match=text):
        make()


def test_operands_of_two_meshes():
    x, y = (tenorite.ones(4, device=Split(mesh())) for _ in range(2))
    with pytest.raises(ValueError, match="different meshes; use to_device"):
        x + y
    assert (x + y.to_device(Split(x.mesh))).get().tolist() == [2.0] * 4


@pytest.mark.parametrize("n", [0, 1, 5, 63, 64, 100, 1000, 12345, 10**6])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 8])
def test_cuts(n, size):
    """Parts are whole units; none is longer than another by more than one."""
    ranges, unit = cuts.standard(n, size), cuts.unit_of(n)
    assert ranges[0][0] == 0 and ranges[-1][1] == n
    assert all(a[1] == b[0] for a, b in zip(ranges[:-1], ranges[1:], strict=True))
    units = [-(-(high - low) // unit) for low, high in ranges]
    assert max(units) - min(units) <= 1
    assert sum(units) == -(-n // unit) <= 64
    assert all(low % unit == 0 for low, high in ranges if low < n)


def test_slices_of_cuts():
    """Against lists, for all small ranges and steps."""
    for size in (1, 2, 3):
        for n in range(7):
            ranges = cuts.standard(n, size)
            for its in (ranges, tuple((n - high, n - low) for low, high in ranges)):
                for start in (None, 0, 2, -1):
                    for step in (1, 2, -1, -3):
                        entry = slice(start, None, step)
                        begin, _, by = entry.indices(n)
                        expected = list(range(n))[entry]
                        found, first = cuts.sliced(its, begin, by, len(expected))
                        got = {}
                        for (low, high), at, (base, _) in zip(
                            found, first, its, strict=True
                        ):
                            for i in range(low, high):
                                got[i] = base + at + (i - low) * by
                        assert [got[i] for i in range(len(expected))] == expected


def test_attributes():
    x = tenorite.zeros((6, 4), "f4", device=Split(mesh(), -1))
    assert (x.shape, x.ndim, x.size, x.itemsize, x.nbytes) == ((6, 4), 2, 24, 4, 96)
    assert x.dtype == numpy.float32 and len(x) == 6
    assert x.device == Split(x.mesh, 1) and x.device != Replicated(x.mesh)
    assert x.T.device == Split(x.mesh, 0)
    assert x.sum().device == Replicated(x.mesh)
    assert [x.local(i).shape for i in range(3)] == [(6, 1), (6, 1), (6, 2)]
    assert isinstance(x.local(0), tenorite.ndarray)
    with pytest.raises(ValueError, match="there is no part 3 here"):
        x.local(3)
    assert {x.device: 1}[Split(x.mesh, 1)] == 1


def test_text():
    x = tenorite.arange(4, device=Split(mesh()))
    assert repr(x) == "array([0, 1, 2, 3])" and str(x) == "[0 1 2 3]"
    y = tenorite.zeros((100, 100), device=Split(mesh(), 1))
    assert repr(y) == (
        "<SplitArray float64 (100, 100) on Split(Mesh([cpu, cpu, cpu]), axis=1)>"
    )


def test_parts_are_the_memory():
    x = tenorite.zeros(6, device=Split(mesh()))
    x.local(1)[...] = 5
    assert x.get().tolist() == [0, 0, 5, 5, 0, 0]


@pytest.mark.parametrize("shape", [(7,), (5, 4), (2, 3, 4)])
def test_moves_between_places(shape):
    h = numpy.arange(numpy.prod(shape)).reshape(shape)
    m, other = mesh(), mesh(2)
    places = [Split(m, i) for i in range(len(shape))] + [Replicated(m)]
    places += [Split(other, -1), Replicated(other)]
    for one in [*places, "cpu"]:
        x = tenorite.array(h, device=one)
        for two in places:
            y = x.to_device(two)
            assert isinstance(y, SplitArray) and y.device == (
                two
                if isinstance(two, Replicated)
                else Split(two.mesh, two.axis % h.ndim)
            )
            assert (y.get() == h).all()
            assert (tenorite.asarray(x, device=two).get() == h).all()
        back = x.to_device("cpu")
        assert type(back) is tenorite.ndarray and (back.get() == h).all()


@pytest.mark.parametrize(
    "text",
    [
        "np.zeros(PLACE)",
        "np.zeros((5, 3), 'i4', PLACE)",
        "np.ones((5, 3), dtype='f4', PLACE)",
        "np.full((5, 3), 7, PLACE)",
        "np.full((5, 3), 7, 'f4', PLACE)",
        "np.arange(10, PLACE)",
        "np.arange(3, 20, 4, PLACE)",
        "np.arange(20, 3, -4, PLACE)",
        "np.arange(0.0, 1.0, 0.1, PLACE)",
        "np.arange(5, dtype='f4', PLACE)",
        "np.linspace(0, 1, 11, PLACE)",
        "np.linspace(0, 1, 5, endpoint=False, PLACE)",
        "np.eye(5, PLACE)",
        "np.identity(4, PLACE)",
        "np.tri(4, PLACE)",
        "np.array([[1, 2], [3, 4]], PLACE)",
        "np.asarray([1.0, 2.0, 3.0], PLACE)",
        "np.asarray(range(5), 'f4', PLACE)",
        "np.zeros_like([1, 2, 3], PLACE)",
        "np.full_like([1, 2, 3], 9, PLACE)",
        "np.fromfunction(lambda i, j: i + j, (3, 4), PLACE)",
        "np.logspace(0, 1, 5, PLACE)",
        "np.geomspace(1, 100, 3, PLACE)",
    ],
)
def test_new_arrays(text):
    if text == "np.zeros(PLACE)":
        with pytest.raises(TypeError):
            tenorite.zeros(device=Split(mesh()))
        return
    expected = eval(text.replace(", PLACE", ""), {"np": numpy})
    for size in (1, 3):
        for place in (Split(mesh(size)), Split(mesh(size), -1), Replicated(mesh(size))):
            names = {"np": tenorite, "place": place}
            got = eval(text.replace("PLACE", "device=place"), names)
            assert isinstance(got, SplitArray)
            assert got.dtype == expected.dtype and got.shape == expected.shape
            numpy.testing.assert_allclose(got.get(), expected, rtol=1e-15)
    assert tenorite.empty((3, 4), device=Split(mesh())).shape == (3, 4)


def test_using():
    m = mesh(2)
    with using(m, above="4KiB") as inner:
        assert inner is m
        x, few = tenorite.zeros((100, 10)), tenorite.zeros(3)
        y = tenorite.array(numpy.ones((100, 10)))
        z = tenorite.arange(1000)
        w = tenorite.full((100, 10), 2.0, "f8")
        placed = tenorite.zeros((100, 100), device="cpu")
        with using(mesh(3), above=10):
            assert tenorite.ones(3).mesh.size == 3
        assert tenorite.ones(3).__class__ is tenorite.ndarray
    assert all(a.device == Split(m) for a in (x, y, z, w))
    assert type(few) is type(placed) is tenorite.ndarray
    assert type(tenorite.zeros((1000, 1000))) is tenorite.ndarray
    assert float((x + y * w).sum() + few.sum()) == 2000.0
    assert z.get().tolist() == list(range(1000))


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: rng.random((70, 3)),
        lambda rng: rng.normal(2.0, 0.5, (70, 3)),
        lambda rng: rng.standard_normal(700, "f4"),
        lambda rng: rng.integers(0, 9, size=(5, 80)),
        lambda rng: rng.poisson(3.0, 200),
        lambda rng: rng.uniform(size=100),
    ],
)
def test_random(draw):
    """The same numbers on every mesh, others at the next call."""
    found = []
    for size in (1, 2, 7):
        rng = tenorite.random.default_rng(5, device=Split(mesh(size)))
        first, second = draw(rng), draw(rng)
        assert isinstance(first, SplitArray)
        found.append((first.get(), second.get()))
    assert all((a == found[0][0]).all() for a, _ in found)
    assert all((b == found[0][1]).all() for _, b in found)
    assert (found[0][0] != found[0][1]).any()
    whole = draw(tenorite.random.default_rng(5, device=Replicated(mesh(2))))
    assert whole.shape == found[0][0].shape


def test_random_numbers_are_random():
    rng = tenorite.random.default_rng(1, device=Split(mesh(4)))
    x = rng.normal(size=200_000).get()
    assert abs(x.mean()) < 0.01 and abs(x.std() - 1) < 0.01
    assert len(numpy.unique(x)) > 199_990  # units have streams of their own
    assert isinstance(rng.normal(), float)
    assert len(rng.spawn(2)) == 2
    with pytest.raises(AttributeError, match="'shuffle'"):
        rng.shuffle([1, 2])


def test_gathers():
    x = tenorite.arange(12.0, device=Split(mesh())).reshape(4, 3)
    before = {(g.file, g.line): g.calls for g in gathers()}
    with pytest.warns(tenorite.PerformanceWarning, match="linalg.svd has no way"):
        u, s, vt = tenorite.linalg.svd(x)
    assert isinstance(s, SplitArray)
    new = [g for g in gathers() if (g.file, g.line) not in before]
    (row,) = [g for g in new if g.function == "linalg.svd"]
    assert row.file == __file__ and (row.calls, row.bytes) == (1, 96)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for y in (
            x + x,
            x.sum(axis=0),
            tenorite.sort(x, 0),
            x @ x.T,
            tenorite.roll(x, 1),
        ):
            assert isinstance(y, SplitArray)


def test_plain_arrays_take_parts_of_meshes():
    x = tenorite.arange(4.0, device=Split(mesh()))
    y = tenorite.zeros(4, device="cpu")
    y[...] = x
    assert y.get().tolist() == [0, 1, 2, 3]
    assert numpy.asarray(x).tolist() == [0, 1, 2, 3]
    assert isinstance(y + x, SplitArray) and isinstance(x + y, SplitArray)
    assert (numpy.ones(4) + x).get().tolist() == [1, 2, 3, 4]
    tenorite.copyto(y, x + 1)
    assert y.get().tolist() == [1, 2, 3, 4]


def test_values_are_those_of_the_call():
    """What is fetched from neighbours is a copy: later writes do not show."""
    x = tenorite.arange(9.0, device=Split(mesh()))
    y = tenorite.roll(x, 1)
    z = x[1:] + x[:-1]
    x[...] = 0
    assert y.get().tolist() == [8, 0, 1, 2, 3, 4, 5, 6, 7]
    assert z.get().tolist() == [1, 3, 5, 7, 9, 11, 13, 15]


def test_large_line_is_sorted_by_exchange():
    """No part has all of it."""
    rng = numpy.random.default_rng(0)
    h = rng.standard_normal(300_000)
    h[::7] = 0.5
    h[5] = numpy.nan
    for size in (2, 5):
        x = tenorite.array(h, device=Split(mesh(size)))
        y = tenorite.sort(x)
        assert y.get().tobytes() == numpy.sort(h).tobytes()
        assert max(y.local(i).size for i in range(size)) < 0.6 * h.size
        assert (tenorite.unique(x).get()[:-1] == numpy.unique(h)[:-1]).all()


def test_no_pickle():
    with pytest.raises(TypeError, match=r"x.get\(\) is the whole array"):
        pickle.dumps(tenorite.zeros(3, device=Split(mesh())))


def test_kernels_of_users():
    """Part by part, but for what reads other items or their places."""
    h = numpy.arange(60.0).reshape(12, 5)
    blend = tenorite.ElementwiseKernel("T x, T y", "T z, T w", "z = x + y; w = x * y")
    shift = tenorite.ElementwiseKernel("raw T x, T n", "T y", "y = x[i] + i + n")
    norm = tenorite.ReductionKernel(
        "T x", "T y", "x * x", "a + b", "y = a", "0", "norm2"
    )
    for place in (Split(mesh()), Split(mesh(), 1), Replicated(mesh())):
        x = tenorite.array(h, device=place)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            z, w = blend(x[1:], x[:-1])
            assert (z.get() == h[1:] + h[:-1]).all() and (
                w.get() == h[1:] * h[:-1]
            ).all()
            out = tenorite.zeros_like(x), tenorite.zeros_like(x)
            assert blend(x, 2.0, *out)[0] is out[0]
            assert (out[1].get() == 2 * h).all()
            kept = 1 - (place.axis if isinstance(place, Split) else 0)
            assert (norm(x, axis=kept).get() == (h * h).sum(axis=kept)).all()
        with warnings.catch_warnings(action="ignore"):
            y = shift(x.ravel(), 1.0, size=60)
            assert (y.get() == h.ravel() * 2 + 1).all()
            assert float(norm(x)) == (h * h).sum()
            ravelled = tenorite.zeros(60, device=Split(x.mesh))
            shift(x.ravel(), 1.0, ravelled)
            assert (ravelled.get() == h.ravel() * 2 + 1).all()


@pytest.mark.parametrize("size", [1, 2, 3])
def test_what_moves_is_no_view(size):
    """Nor a part of it, which happens to be where it was."""
    h = numpy.arange(240.0).reshape(24, 10)
    m = mesh(size)
    for place in (Split(m), Split(m, 1), Replicated(m)):
        x = tenorite.array(h, device=place)
        for other in (Split(m), Split(m, 1), Replicated(m)):
            if other != place:
                x.to_device(other)[...] = 0
        assert (x.get() == h).all()
    for shape in ((20, 12), (3, 80), (240,)):
        x = tenorite.array(h, device=Split(m, 1))
        y = x.reshape(shape)
        y[...] = 0
        changed = (x.get() == 0).sum()
        assert changed in (1, 240) if size == 1 else changed == 1
        x = tenorite.array(h, device=Split(m))
        x.reshape(shape)[...] = 0
        assert (x.get() == 0).sum() in (1, 240)  # all of it, or none but the zero


def test_long_lists_of_arrays():
    x = tenorite.arange(6.0, device=Split(mesh()))
    plain = [tenorite.ones(2) for _ in range(100)]
    joined = tenorite.concatenate([*plain, x])
    assert isinstance(joined, SplitArray) and joined.get()[-6:].tolist() == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]
