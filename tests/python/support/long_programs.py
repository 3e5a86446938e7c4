# SPDX-License-Identifier: Apache-2.0
"""Straight lines of many operations with many named temporaries, as code generators
write them: equations of state, chemical kinetics."""

import random

_FORMS = {
    "{x} + {y}": 6,
    "{x} - 0.5 * {y}": 4,
    "0.25 * {x} * {y}": 5,
    "{a:.6f} * {x} + {b:.6f}": 5,
    "{x} / (1.5 + {y} * {y})": 1,
    "xp.sqrt(1.0 + {x} * {x})": 0.5,
    "xp.maximum({x}, {y}) - xp.abs({y})": 1,
    "xp.where({x} > {y}, {x}, {a:.6f})": 1,
    "{x}[::-1] * 0.75": 0.3,
    "{x} - {x}.mean()": 0.3,
}
_IN_PLACE = ("{x} += {y} * 0.125", "{x} *= 0.875", "{x}[1:] -= {y}[:-1] * 0.25")


def source(lines, seed, names_alive=16, in_place=False):
    """The text of `f(xp, p0, p1, p2, p3)`; its operands are float64 arrays of one axis.

    `lines` statements of one to four operations each take values from the last
    `names_alive` lines, and from the operands. With `in_place` some change a value.
    """
    rng = random.Random(seed)
    names = [f"p{i}" for i in range(4)]
    text = ["def f(xp, p0, p1, p2, p3):"]
    forms, weights = zip(*_FORMS.items(), strict=True)
    for i in range(lines):
        recent = names[-names_alive:]
        x, y = rng.choice(recent), rng.choice(recent + names[:4])
        if in_place and x not in names[:4] and rng.random() < 0.15:
            text.append("    " + rng.choice(_IN_PLACE).format(x=x, y=y))
            continue
        form = rng.choices(forms, weights)[0]
        a, b = rng.uniform(-1, 1), rng.uniform(-1, 1)
        text.append(f"    t{i} = " + form.format(x=x, y=y, a=a, b=b))
        names.append(f"t{i}")
    text.append("    return " + " + ".join(names[-6:]))
    return "\n".join(text)


def function(*args, **kwargs):
    """The function itself."""
    namespace = {}
    exec(source(*args, **kwargs), namespace)
    return namespace["f"]
