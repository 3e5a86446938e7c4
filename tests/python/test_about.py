# SPDX-License-Identifier: Apache-2.0
"""info, show_runtime and the array API's questions about the library."""

import io

import numpy as np
import pytest
import tenorite as tn


def test_info_of_arrays(device):
    def lines(xp):
        output = io.StringIO()
        xp.info(xp.arange(6.0).reshape(2, 3).T, output=output)
        return dict(line.split(":", 1) for line in output.getvalue().splitlines())

    ours, theirs = lines(tn), lines(np)
    assert ours.pop("device").strip() == device
    assert ours.keys() == theirs.keys()
    pointer = ours.pop("data pointer")
    assert int(pointer, 16) > 0
    del theirs["data pointer"]
    assert ours == theirs


def test_info_of_others(capsys):
    tn.info(tn.sum)
    assert "numpy.sum" in capsys.readouterr().out
    tn.info(np.array(["a"]))
    assert "type: <U1" in capsys.readouterr().out


def test_show_runtime(capsys):
    tn.show_runtime()
    text = capsys.readouterr().out
    assert "numpy_version" in text
    assert "Default device" in text


def test_array_namespace_info(device):
    info, theirs = tn.__array_namespace_info__(), np.__array_namespace_info__()
    assert info.capabilities() == theirs.capabilities()
    assert str(info.default_device()) == device
    assert {"cpu", device} <= set(map(str, info.devices()))
    for name in (None, device, tn.Device(device)):
        assert info.default_dtypes(device=name) == theirs.default_dtypes()
        for kind in (
            None,
            "bool",
            "integral",
            "numeric",
            ("bool", "real floating"),
            (),
        ):
            found = info.dtypes(device=name, kind=kind)
            assert found == theirs.dtypes(kind=kind)
    for dtype in info.dtypes().values():
        assert tn.zeros(1, dtype).dtype == dtype
    for kind in ("x", ("bool", "x"), 3, ["bool"]):
        with pytest.raises(ValueError, match="unsupported kind"):
            info.dtypes(kind=kind)
    with pytest.raises(ValueError, match="gpu"):
        info.dtypes(device="gpu")
    with pytest.raises((ValueError, RuntimeError)):
        info.default_dtypes(device="cuda:99")
