# SPDX-License-Identifier: Apache-2.0
"""Channels of images of bytes that are still to be converted: GPUs read the bytes."""

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import MODES, fusion, groups_of
from support.helpers import host

ROWS, COLUMNS = 300, 420  # enough for a view to be worth it


def colours(xp, rgb):
    return rgb.astype(xp.float32) / xp.float32(255)


def grey(xp, rgb):
    colour = colours(xp, rgb)
    return 0.299 * colour[..., 0] + 0.587 * colour[..., 1] + 0.114 * colour[..., 2]


def light(xp, rgb):
    """Which takes long: tables serve that."""
    value = rgb / xp.float32(255)
    return xp.where(
        value <= 0.04045, value / xp.float32(12.92), ((value + 0.055) / 1.055) ** 2.4
    )


def brightest(xp, rgb):
    shade = light(xp, rgb)
    return xp.maximum(xp.maximum(shade[..., 0], shade[..., 1]), shade[..., 2]) * 2


def toned(xp, rgb):
    """Every channel by the brightness of all three."""
    shade = light(xp, rgb)
    luminance = shade @ xp.array([0.2126, 0.7152, 0.0722], xp.float32)
    return shade / (1 + luminance)[..., None]


def saturation(xp, rgb):
    """A channel several times, and a copy of one."""
    colour = colours(xp, rgb)
    red, green = colour[..., 0], colour[..., 1].copy()
    return (red - green) / (red + green + 1) * red


def negative(xp, rgb):
    """Numbers come first."""
    colour = xp.float32(1) - xp.float32(2) / (rgb + xp.float32(1))
    return 1 - colour[..., 2], 2 / (3 + colour[..., 1])


def kept(xp, rgb):
    """The colours are wanted themselves."""
    colour = colours(xp, rgb)
    return colour, colour[..., 1] * 2


def written(xp, rgb):
    """What a channel is read of changes before and afterwards."""
    colour = colours(xp, rgb)
    before = colour[..., 0] + 1
    colour *= 2
    after = colour[..., 0] + 1
    colour[..., 0] = 0
    return before, after, colour[..., 0] + colour[..., 2]


def bytes_change(xp, rgb):
    own = rgb + 0
    colour = colours(xp, own)
    first = colour[..., 1] * 3
    own[...] = 7
    return first, colour[..., 1] * 2, own


def reversed_channels(xp, rgb):
    """Views that are not one position."""
    colour = colours(xp, rgb)
    return (
        colour[..., ::-1] * 2,
        colour[..., 1:] + 1,
        colour[::2, :, 0] - 1,
        colour[..., 0].T * 3,
    )


PROGRAMS = [
    grey,
    brightest,
    toned,
    saturation,
    negative,
    kept,
    written,
    bytes_change,
    reversed_channels,
]


def photograph(xp, channels=3, **where):
    rng = np.random.default_rng(channels)
    return xp.asarray(rng.integers(0, 256, (ROWS, COLUMNS, channels), "u1"), **where)


def results_of(xp, program, rgb):
    results = program(xp, rgb)
    return [host(r) for r in (results if isinstance(results, tuple) else (results,))]


@pytest.mark.parametrize(
    ("program", "channels"),
    # The weights of `toned` are of three channels.
    [(p, n) for p in PROGRAMS for n in (3, 4) if (p, n) != (toned, 4)],
)
def test_results(program, channels, device):
    expected = program(np, photograph(np, channels))
    expected = expected if isinstance(expected, tuple) else (expected,)
    rgb = photograph(tn, channels, device=device)
    found = {}
    for mode in MODES:
        with fusion(mode):
            found[mode] = results_of(tn, program, rgb)
            again = results_of(tn, program, rgb)
        for one, two in zip(found[mode], again, strict=True):
            assert one.tobytes() == two.tobytes(), mode
    for want, off in zip(expected, found["off"], strict=True):
        assert (off.dtype, off.shape) == (want.dtype, want.shape)
        np.testing.assert_allclose(off, want, rtol=2e-6, atol=2e-6)
    for mode in MODES:
        for off, other in zip(found["off"], found[mode], strict=True):
            assert off.tobytes() == other.tobytes(), mode


@pytest.mark.parametrize("program", [grey, brightest, toned, saturation])
def test_the_colours_have_no_memory(program, device):
    if device == "cpu":
        pytest.skip("the CPU device reads arrays that it has converted once")
    rgb = photograph(tn, device=device)
    with fusion("wait"):
        for _ in range(3):
            host(program(tn, rgb))
        with tn.profile() as p:
            result = program(tn, rgb)
            host(result)
    own = [e.bytes for e in p.memory if e.pool == device and e.bytes > 0]
    # But for what the result is made of in memory: one value for each pixel.
    assert (
        sum(b for b in own if b >= 4 * ROWS * COLUMNS)
        <= result.nbytes + 8 * ROWS * COLUMNS
    )


def test_one_group(device):
    if device == "cpu":
        pytest.skip("the CPU device reads arrays that it has converted once")
    rgb = photograph(tn, device=device)
    (names,) = groups_of(lambda: grey(tn, rgb))
    assert sorted(names) == sorted(["copy", "divide", "multiply"] * 3 + ["add"] * 2)
    # The same channel is converted once.
    names = [n for group in groups_of(lambda: saturation(tn, rgb)) for n in group]
    assert names.count("copy") == 3
