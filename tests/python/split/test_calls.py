# SPDX-License-Identifier: Apache-2.0
"""Split arrays against NumPy: values, dtypes, shapes, errors; and bits for all meshes."""

import builtins
import warnings

import numpy
import pytest
import tenorite
from tenorite import _core
from tenorite.distributed import Mesh, Replicated, Split, SplitArray, gathers
from tenorite.distributed._split import cuts
from tenorite.distributed._split import mesh as mesh_module

from split.cases import CHANGING, CLOSE, ERRORS, EXACT, GATHERED, HOST, lines

SIZES = (1, 2, 3, 7)


@pytest.fixture(params=["brought together", "part by part"], autouse=True)
def small(request, monkeypatch):
    """Small arrays take their own ways; without them all take the others'."""
    if request.param == "part by part":
        monkeypatch.setattr(cuts, "SMALL", 0)
    monkeypatch.setattr(tenorite.config, "fallback", "allow")


def names_of(mesh, axis):
    """The arrays on a mesh: cut along an axis, where they have it, or whole."""
    found = {}
    for name, h in HOST.items():
        if axis is None:
            place = Replicated(mesh)
        else:
            place = Split(mesh, axis if axis < h.ndim else 0)
        found[name] = tenorite.array(h, device=place)
    return found


def value(text, names, np):
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        *before, last = text.split(" | ")
        names = {**names, "np": np}
        for statement in before:
            exec(statement, names)
        return eval(last, names)


def host(x):
    if isinstance(x, (SplitArray, tenorite.ndarray)):
        return x.get()
    if type(x) in (tuple, list):
        return [host(each) for each in x]
    return x


def same(got, expected, close, text):
    if isinstance(expected, (list, tuple)) and not isinstance(got, numpy.ndarray):
        assert len(got) == len(expected), text
        for x, y in zip(got, expected, strict=True):
            same(x, y, close, text)
        return
    x, y = numpy.asarray(got), numpy.asarray(expected)
    assert x.dtype == y.dtype, text
    assert x.shape == y.shape, text
    if close and x.dtype.kind in "fc":
        tolerance = {2: 2e-2, 4: 2e-5, 8: 1e-11, 16: 1e-11}[x.dtype.itemsize]
        scale = numpy.abs(y[numpy.isfinite(y)]).max(initial=1.0)
        numpy.testing.assert_allclose(x, y, tolerance, tolerance * scale, err_msg=text)
    else:
        numpy.testing.assert_array_equal(x, y, err_msg=text)


def bits(x):
    if type(x) is list:
        return [bits(each) for each in x]
    x = numpy.asarray(x)
    return x.dtype.str, x.shape, x.tobytes()


def check(text, close):
    expected = value(text, {name: h.copy() for name, h in HOST.items()}, numpy)
    # Other shapes of what is cut along another axis are copies.
    axes = (0, None) if "flat" in text or "ravel(); " in text else (0, 1, None)
    for axis in axes:
        found = []
        for size in SIZES:
            names = names_of(Mesh(["cpu"] * size), axis)
            got = host(value(text, names, tenorite))
            same(got, expected, close, f"{text}, axis {axis}, {size} shards")
            found.append(bits(got))
        assert all(x == found[0] for x in found), (text, axis)


@pytest.mark.parametrize("text", lines(EXACT))
def test_values(text):
    check(text, close=any(word in text for word in _ROUNDED))


# Functions whose last bits are ours.
_ROUNDED = ("exp", "angle", "abs(Z)", "percentile", "np.add.outer", "Z")


@pytest.mark.parametrize("text", lines(CLOSE))
def test_sums(text):
    check(text, close=True)


@pytest.mark.parametrize("text", lines(CHANGING))
def test_writes(text):
    check(text, close="sum" in text)


@pytest.mark.parametrize("text", lines(EXACT) + lines(CLOSE) + lines(CHANGING))
def test_work_that_begins_before_a_move(text, monkeypatch):
    """As between several devices: what is recorded besides stays recorded."""

    def moved(x, device):
        return _core.distributed.copied_to(x, str(device)).copy()

    found = []
    for several in (False, True):
        if several:
            monkeypatch.setattr(mesh_module, "moved", moved)
        mesh = Mesh(["cpu"] * 3)
        mesh._has_several_devices = several
        names = names_of(mesh, 0)
        names["A"] = names["A"] * 2 - names["A"]  # which is still to be computed
        found.append(bits(host(value(text, names, tenorite))))
    assert found[0] == found[1], text


def test_what_is_brought_together():
    """Nothing else than what is listed, and all of that."""
    names = names_of(Mesh(["cpu"] * 3), 0)
    for text in lines(EXACT) + lines(CLOSE):
        before = sum(row.calls for row in gathers())
        value(text, names, tenorite)
        gathered = sum(row.calls for row in gathers()) > before
        assert gathered == any(word in text for word in lines(GATHERED)), text


def error_of(text, names, np):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(text, {**names, "np": np})
    except Exception as error:
        return error
    raise AssertionError(f"no error: {text}")


def public_class(error):
    """The class that programs can name."""
    names = (*vars(numpy.exceptions).values(), *vars(builtins).values())
    return next(kind for kind in type(error).__mro__ if kind in names)


@pytest.mark.parametrize("text", lines(ERRORS))
def test_errors(text):
    expected = error_of(text, {name: h.copy() for name, h in HOST.items()}, numpy)
    for axis in (0, 1, None):
        names = names_of(Mesh(["cpu"] * 3), axis)
        error = error_of(text, names, tenorite)
        assert isinstance(error, public_class(expected)), (text, repr(error))
        for name, h in HOST.items():
            assert (names[name].get() == h).all() or name == "N", (text, name)


@pytest.mark.parametrize("text", ["A + B", "A[1:].sum()", "A @ S", "np.where(M, A, 0)"])
def test_functions_of_numpy(text):
    """numpy.sum(x) is ours, for operands of both libraries."""
    mesh = Mesh(["cpu"] * 3)
    expected = value(text, HOST, numpy)
    for mixed in HOST:
        names = names_of(mesh, 0)
        names[mixed] = HOST[mixed]
        if all(isinstance(names[x], numpy.ndarray) for x in text if x in names):
            continue
        got = value(text, names, numpy)
        assert isinstance(got, SplitArray)
        same(got.get(), expected, True, text)


def test_what_is_read_alone_runs():
    """Not what reads it besides: a halo is read in the kernel that uses it."""
    with tenorite.config.using(fusion="wait"):
        y = tenorite.ones((300, 200), device="cpu") + 1
        z = y * 2
        w = z - y
        with tenorite.profile() as p:
            tenorite._core.distributed.execute([y])
        assert [len(g.operations) for g in p.groups] == [2]  # ones, add
        y += w  # after what reads it
        with tenorite.profile() as p:
            tenorite._core.distributed.execute([y])
        assert [len(g.operations) for g in p.groups] == [3]
        assert (float(z[0, 0]), float(w[0, 0]), float(y[0, 0])) == (4, 2, 4)
