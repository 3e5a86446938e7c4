# SPDX-License-Identifier: Apache-2.0
"""Text of arrays: NumPy's, with the device's name behind it."""

import re

import numpy as np
import pytest
import tenorite as tn
from support.helpers import DTYPES, values

ARRAYS = [
    np.float32(2.5),
    np.array(3),
    np.array(True),
    np.zeros(0),
    np.zeros(0, "i4"),
    np.zeros((0, 3)),
    np.arange(5),
    np.arange(5, dtype="f4"),
    np.arange(2000),
    np.arange(2000, dtype="i2").reshape(40, 50),
    np.arange(40000.0).reshape(200, 200) / 7,
    np.arange(2000).reshape(2, 1000),
    np.arange(2000).reshape(1000, 2).T,
    np.arange(2310.0).reshape(2, 3, 5, 7, 11)[..., ::-1],
    np.arange(1001)[::-1],
    np.array([1e-20, 1, 1e20]),
    np.array([np.nan, np.inf, -1.5]),
    np.array([[1 + 2j, 3]], "F"),
    np.broadcast_to(np.float32(1), (3000, 2)),
    np.random.default_rng(0).normal(size=(7, 7)),
]


@pytest.mark.parametrize("index", range(len(ARRAYS)))
def test_text_is_numpys(device, index):
    a = np.asarray(ARRAYS[index])
    x = tn.asarray(a)
    assert str(x) == str(a)
    assert f"{x}" == f"{a}" if a.ndim else True
    assert tn.array_str(x, precision=2) == np.array_str(a, precision=2)
    assert tn.array2string(x, separator=",") == np.array2string(a, separator=",")
    small = {"threshold": 3, "edgeitems": 1}
    assert tn.array2string(x, **small) == np.array2string(a, **small)
    if device == "cpu":
        assert repr(x) == repr(a)
        with np.printoptions(threshold=10, edgeitems=2, linewidth=40, precision=3):
            assert repr(x) == repr(a)
            assert str(x) == str(a)
    else:
        assert repr(x).endswith(f"device='{device}')")
        assert repr(x).split(",")[0] == repr(a).split(",")[0].removesuffix(")")


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype(device, dtype):
    a = values((3, 4), dtype)
    x = tn.asarray(a)
    assert str(x) == str(a)
    if device == "cpu":
        assert repr(x) == repr(a)


def test_format_of_items(device):
    assert f"{tn.asarray(2.5):.3f}" == "2.500"
    assert f"{tn.asarray(7):05d}" == "00007"
    with pytest.raises(TypeError, match="unsupported format string"):
        format(tn.zeros(2), ".2f")


def test_only_shown_items_are_copied(device, monkeypatch):
    copied = []
    get = tn.ndarray.get

    def counting_get(self, *args, **kwargs):
        copied.append(self.size)
        return get(self, *args, **kwargs)

    monkeypatch.setattr(tn.ndarray, "get", counting_get)
    repr(tn.zeros((1000, 2000)))
    assert sum(copied) <= 7 * 7


def test_print_options_are_shared(device):
    with tn.printoptions(precision=2):
        assert str(tn.asarray([1.23456])) == "[1.23]"
    assert tn.get_printoptions() == np.get_printoptions()
    with np.printoptions(override_repr=lambda a: f"<{a.size}>"):
        assert repr(tn.zeros(3)) == "<3>"


# ---- in notebooks ----


def html(x):
    """The cells of the table, and the text below it."""
    text = x._repr_html_()
    cells = dict(re.findall(r"<th[^>]*>(.*?)</th><td[^>]*>(.*?)</td>", text))
    return cells, re.search(r"<pre>(.*)</pre>", text, re.DOTALL).group(1)


def test_html(device):
    cells, text = html(x := tn.asarray(np.arange(6, dtype="int16").reshape(2, 3)))
    assert cells == {
        "shape": "(2, 3)",
        "dtype": "int16",
        "device": device,
        "memory": "12 bytes, C order",
    }
    assert text == repr(x).replace("'", "&#x27;")


@pytest.mark.parametrize(
    "view, layout",
    [
        (lambda x: x, "80,000 bytes (78.1 KiB), C order"),
        (lambda x: x.T, "80,000 bytes (78.1 KiB), Fortran order"),
        (lambda x: x[::2, ::2], "20,000 bytes (19.5 KiB), strides (1600, 16)"),
    ],
)
def test_html_layouts(device, view, layout):
    assert html(view(tn.zeros((100, 100))))[0]["memory"] == layout


def test_html_tells_of_pending_work(device, recorded):
    x = tn.ones(100)
    x[:1].get()
    assert "pending work" not in html(x)[0]
    y = tn.exp(x) + 1
    assert html(y)[0]["pending work"] == "2 recorded operations executed to show it"
    assert "pending work" not in html(y)[0]
    z = x * 2
    assert html(z)[0]["pending work"] == "1 recorded operation executed to show it"
    large = tn.ones(5000)
    large[:1].get()
    assert "pending work" not in html(large)[0]
    assert "pending work" in html(large * 2)[0]


def test_html_of_a_number_is_left_to_its_text(device):
    assert tn.ones(3).sum()._repr_html_() is None
    assert tn.array(3.0)._repr_html_() is None


def test_html_is_escaped(device):
    with tn.printoptions(formatter={"float": lambda item: "<b>&"}):
        assert html(tn.ones(2))[1].startswith("array([&lt;b&gt;&amp;, ")


@pytest.mark.parametrize("name", ["format_float_positional", "format_float_scientific"])
@pytest.mark.parametrize("dtype", "efdil?")
def test_numbers_have_the_digits_of_their_dtype(device, name, dtype):
    """As many as tell a number from its neighbours; arrays without axes are doubles."""
    x = np.array([0.1, 12.3, 65000, 1]).astype(dtype)
    ours, f, theirs = tn.asarray(x), getattr(tn, name), getattr(np, name)
    for options in ({}, {"precision": 3}, {"unique": False, "precision": 9}):
        for i in range(4):
            assert f(ours[i], **options) == theirs(x[i], **options)
            assert f(ours[i : i + 1].max()) == theirs(x[i])
            assert f(tn.asarray(x[i])) == theirs(np.asarray(x[i]))
    assert f(0.1) == theirs(0.1)
