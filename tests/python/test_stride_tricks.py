# SPDX-License-Identifier: Apache-2.0
"""Views made from strides, and who shares memory with whom."""

import numpy as np
import pytest
import tenorite as tn
from numpy.exceptions import TooHardError
from support.helpers import same, same_error, values

as_strided = tn.lib.stride_tricks.as_strided
sliding_window_view = tn.lib.stride_tricks.sliding_window_view


@pytest.mark.parametrize(
    "start, shape, strides",
    [
        (0, (10, 3), (8, 8)),
        (0, (4, 5), (0, 8)),
        (11, (3, 4), (-32, -8)),
        (5, (), ()),
        (0, (0, 7), (1 << 40, 8)),
        (0, None, (0,)),
        (0, (2,), None),
        (0, (2, 3), (4, 8)),
    ],
)
def test_as_strided(device, start, shape, strides):
    def body(xp, x):
        view = xp.lib.stride_tricks.as_strided(x[start:], shape, strides)
        if view.size:
            assert view.strides == (x.strides if strides is None else strides)
        return view

    same(body, device, values(12, "d"), order=False)


def test_as_strided_is_a_view(device):
    x = tn.zeros(5, device=device)
    view = as_strided(x, (3, 3), (8, 8))
    assert view.base is x
    view[...] = 1
    assert x.tolist() == [1] * 5
    locked = as_strided(x, writeable=False)
    assert not locked.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        locked[0] = 2
    x.flags.writeable = False
    assert not as_strided(x).flags.writeable


@pytest.mark.parametrize(
    "start, shape, strides",
    [
        (0, (13,), (8,)),
        (0, (2,), (8 * 12,)),
        (0, (2,), (8 * 11 + 1,)),
        (1, (3,), (-8,)),
        (0, (3, 3), (1 << 62, 1 << 62)),
        (0, (2,), (-(1 << 63),)),
        (4, (9,), (8,)),
    ],
)
@pytest.mark.parametrize("check_bounds", [None, False, True])
def test_as_strided_out_of_bounds(device, start, shape, strides, check_bounds):
    x = tn.zeros(12, device=device)[start:]
    with pytest.raises(ValueError, match="would access memory out of bounds"):
        as_strided(x, shape, strides, check_bounds=check_bounds)


def test_as_strided_reaches_the_whole_storage(device):
    x = tn.arange(6.0, device=device)
    assert as_strided(x[4:], (3,), (-16,)).tolist() == [4, 2, 0]


@pytest.mark.parametrize(
    "shape, strides",
    [((2, 2), (8,)), ((-1,), (8,)), ((1,) * 65, (8,) * 65), ((1 << 62, 4), (0, 0))],
)
def test_as_strided_bad_arguments(device, shape, strides):
    with pytest.raises(ValueError):
        as_strided(tn.zeros(4, device=device), shape, strides)


@pytest.mark.parametrize(
    "shape, window, axis",
    [
        ((7,), 3, None),
        ((7,), (7,), None),
        ((5, 6), (2, 3), None),
        ((5, 6), 2, 1),
        ((5, 6), 2, -2),
        ((5, 6), (2, 3), (1, 0)),
        ((5, 6), (2, 3), (1, 1)),
        ((5, 6), (), ()),
        ((0, 6), 0, 0),
        ((5,), 0, None),
        ((), (), None),
    ],
)
def test_sliding_window_view(device, shape, window, axis):
    def body(xp, x):
        view = xp.lib.stride_tricks.sliding_window_view(x, window, axis)
        assert not view.flags.writeable
        return view

    same(body, device, values(shape, "i"), order=False)
    x = np.asfortranarray(values(shape, "i"))[..., ::-1] if shape else values((), "i")
    same(body, device, x, order=False)


@pytest.mark.parametrize(
    "window, axis",
    [(-1, 0), (8, 0), (2, None), ((2, 3), 0), (2, 2), ((5, 2), (0, 0)), (2.5, 0)],
)
def test_sliding_window_view_errors(device, window, axis):
    same_error(
        lambda xp, x: xp.lib.stride_tricks.sliding_window_view(x, window, axis),
        device,
        np.zeros((5, 6)),
    )


def test_numpys_function_takes_our_array(device):
    x = tn.arange(5, device=device)
    view = np.lib.stride_tricks.sliding_window_view(x, 2)
    assert isinstance(view, tn.ndarray)
    assert view.tolist() == [[0, 1], [1, 2], [2, 3], [3, 4]]


def test_writeable_windows(device):
    x = tn.zeros(4, device=device)
    sliding_window_view(x, 2, writeable=True)[:, 1] = 5
    assert x.tolist() == [0, 5, 5, 5]


@pytest.mark.parametrize(
    "one, two",
    [
        (np.s_[::2], np.s_[1::2]),
        (np.s_[::2], np.s_[::3]),
        (np.s_[:5], np.s_[5:]),
        (np.s_[:6], np.s_[5:]),
        (np.s_[::-1], np.s_[:1]),
        (np.s_[3:3], np.s_[:]),
        (np.s_[...], np.s_[...]),
    ],
)
def test_shares_memory(device, one, two):
    def body(xp, x):
        return (
            xp.shares_memory(x[one], x[two]),
            xp.may_share_memory(x[one], x[two]),
            xp.shares_memory(x[one], x.copy()),
        )

    same(body, device, np.arange(12))


def test_shares_memory_in_two_dimensions(device):
    def body(xp, x):
        return (
            xp.shares_memory(x[:, :2], x[:, 2:]),
            xp.may_share_memory(x[:, :2], x[:, 2:]),
            xp.shares_memory(x.T[1:], x[::2, ::2]),
            xp.shares_memory(x, [1, 2]),
        )

    same(body, device, np.zeros((5, 6)))


def test_shares_memory_gives_up_when_told():
    def body(xp):
        view = xp.lib.stride_tricks.as_strided
        x = xp.zeros([192163377], dtype="i1")
        one = view(x, strides=(36674, 61119, 85569), shape=(1049, 1049, 1049))
        two = view(x[64023025:], strides=(12223, 12224, 1), shape=(1049, 1049, 1))
        return xp.shares_memory(one, two, max_work=1)

    with pytest.raises(TooHardError):
        body(np)
    with tn.Device("cpu"), pytest.raises(TooHardError):
        body(tn)


def test_shared_with_numpy():
    x = tn.arange(6, device="cpu")
    h = np.asarray(x)
    assert tn.shares_memory(x, h)
    assert np.shares_memory(h[::2], x[::2])
    assert not np.shares_memory(h[::2], x[1::2])
    assert not tn.may_share_memory(x, np.arange(6))


@pytest.mark.parametrize("name", ["shares_memory", "may_share_memory"])
def test_names_of_the_work_that_programs_for_cupy_pass(device, name):
    x = tn.arange(12, device=device)
    function = getattr(tn, name)
    for one, two in [(x, x), (x[::2], x[1::2]), (x[:6], x[6:]), (x, x.copy())]:
        for work, same_as in [
            ("MAY_SHARE_BOUNDS", tn.may_share_memory),
            ("MAY_SHARE_EXACT", tn.shares_memory),
        ]:
            assert function(one, two, work) == same_as(one, two)
    assert tn.shares_memory(x[::2], x[1::2], "MAY_SHARE_BOUNDS")
    assert not tn.may_share_memory(x[::2], x[1::2], max_work="MAY_SHARE_EXACT")
    with pytest.raises(ValueError, match="max_work must be an integer"):
        function(x, x, "x")
