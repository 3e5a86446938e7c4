# SPDX-License-Identifier: Apache-2.0
"""TENORITE_INDEX64=1: small arrays run as if their offsets did not fit 31 bits.

Launches are then cut into parts of a few thousand elements, as arrays beyond
2**31 bytes are; those themselves are in test_large.py.
"""

import pathlib
import textwrap

from support.helpers import in_python

BODY = """
    import itertools
    import sys

    import numpy as np
    import tenorite as tn

    sys.path.insert(0, {here!r})
    from support.helpers import check
    from support.layouts import LAYOUTS

    device = {device!r}
    tn.set_default_device(device)
    data = np.arange(3 * 70 * 101).reshape(3, 70, 101)
    pairs = [("d", "d"), ("f", "d"), ("b", "b"), ("h", "f"), ("D", "F"), ("i", "?")]

    for (one, other), name in itertools.product(pairs, LAYOUTS):
        x, y = (data % 97).astype(one), (data % 89).astype(other)
        arrange = LAYOUTS[name]
        a = arrange(tn, tn.asarray(x, device=device))
        b = tn.asarray(y, device=device)
        expected = arrange(np, x)
        check(expected + y, a + b, order=False, where=f"{{name}} {{one}} + {{other}}")
        check(expected < y, a < b, order=False, where=f"{{name}} {{one}} < {{other}}")
        check(-(expected * 1), -(a * 1), order=False, where=f"-{{name}} {{one}}")
        check(expected.copy(), a.copy(), order=False, where=f"copy {{name}} {{one}}")
        where = data % 3 == 0
        check(
            np.add(expected, y, out=np.zeros(y.shape, "D"), where=where),
            tn.add(a, b, out=tn.zeros(y.shape, "D", device=device),
                   where=tn.asarray(where, device=device)),
            where=f"where= {{name}} {{one}}",
        )

    x = data.astype("f8")
    a = tn.asarray(x, device=device)
    for axis in (None, 0, 1, 2, (0, 2)):
        check(x.sum(axis), a.sum(axis), where=f"sum {{axis}}")
        check(x.max(axis), a.max(axis), where=f"max {{axis}}")
    for axis in (None, 0, 1, 2):
        check(x.cumsum(axis), a.cumsum(axis), where=f"cumsum {{axis}}")
        check(x.argmax(axis), a.argmax(axis), where=f"argmax {{axis}}")

    index = (data.ravel() * 7919) % data.size
    i = tn.asarray(index, device=device)
    check(x.ravel()[index], a.ravel()[i], where="gather")
    check(x.take(index % 70, 1), a.take(i % 70, 1), where="take")
    check(x[x % 5 < 2], a[a % 5 < 2], where="mask")
    for mode in ("raise", "wrap", "clip"):
        far = 0 if mode == "raise" else data.size
        theirs, ours = x.copy(), a.copy()
        np.put(theirs, index - far, x.ravel(), mode=mode)
        tn.put(ours, i - far, a.ravel(), mode=mode)
        check(theirs, ours, where=f"put {{mode}}")
    theirs, ours = x.copy(), a.copy()
    theirs[:, index[:5000] % 70] = x[:, :1]
    ours[:, i[:5000] % 70] = a[:, :1]
    check(theirs, ours, where="rows")
    theirs[x % 2 == 0], ours[a % 2 == 0] = 5, 5
    check(theirs, ours, where="mask assignment")
    print("agree")
"""


def test_small_arrays_in_parts(device):
    here = str(pathlib.Path(__file__).parent)
    body = textwrap.dedent(BODY).format(device=device, here=here)
    assert in_python(body, TENORITE_INDEX64="1") == "agree"
