# SPDX-License-Identifier: Apache-2.0
"""Floating-point errors of reductions, accumulations, `at` and matrix products."""

import numpy as np
import pytest
import tenorite as tn
from test_errstate import INF, NAN, on_the_cpu, warned

__all__ = ["on_the_cpu"]  # a fixture

DTYPES = "efdFD"
# What is among ones of either sign: first and last, or side by side at the end.
SPECIALS = {
    "nothing": [],
    "overflow": ["max", "max"],
    "both infinities": [INF, -INF],
    "one infinity": [INF],
    "NaN": [NAN],
    "NaN and infinities": [NAN, INF, -INF],
    "infinity and large numbers": [INF, "max", "max"],
}
FOLDS = {
    "sum": lambda xp, x, axis: xp.sum(x, axis),
    "prod": lambda xp, x, axis: xp.prod(x, axis),
    "max": lambda xp, x, axis: xp.max(x, axis),
    "argmax": lambda xp, x, axis: xp.argmax(x, axis),
    "any": lambda xp, x, axis: xp.any(x, axis),
    "nansum": lambda xp, x, axis: xp.nansum(x, axis),
    "add.reduce": lambda xp, x, axis: xp.add.reduce(x, axis),
    "initial": lambda xp, x, axis: xp.sum(x, axis, initial=2),
}
STEPS = {
    "cumsum": lambda xp, x, axis: xp.cumsum(x, axis),
    "cumprod": lambda xp, x, axis: xp.cumprod(x, axis),
    "subtract.reduce": lambda xp, x, axis: xp.subtract.reduce(x, axis),
    "divide.accumulate": lambda xp, x, axis: xp.divide.accumulate(x, axis),
    "add.reduceat": lambda xp, x, axis: xp.add.reduceat(
        x, [0, x.shape[axis] // 2], axis
    ),
}
LENGTHS = (1, 2, 3, 8, 9, 16, 17, 130, 1025, 70_001)


def samples(letter, n):
    """Names, values and whether one is NaN; the odd ones out are at both ends."""
    largest = np.finfo(letter).max
    for name, specials in SPECIALS.items():
        values = [largest if v == "max" else v for v in specials]
        if len(values) > n:
            continue
        for split in (0, len(values) // 2):
            x = np.ones(n, letter)
            x[::2] = -1
            x[:split] = values[:split]
            x[n - len(values) + split :] = values[split:]
            yield f"{name} {split} of {n}", x


def layouts(x):
    yield x, 0
    spaced = np.zeros(2 * x.size, x.dtype)
    spaced[::2] = x
    yield spaced[::2], 0
    yield x[::-1], 0
    if x.size >= 8:
        columns = np.ones((x.size, 5), x.dtype)
        columns[::2] = -1
        columns[:, 3] = x
        yield columns, 0
        yield np.ascontiguousarray(columns.T), 1
        yield np.asfortranarray(columns), 0


def compare(body, letter, lengths, exact=True):
    """None that NumPy has not; all that it has, unless it depends on the order
    in which elements are folded with NaN or infinities."""
    found = 0
    for n in lengths:
        for name, sample in samples(letter, n):
            for x, axis in layouts(sample):
                where = f"{letter} {name} {x.shape} {x.strides}"
                with np.errstate(all="ignore"):
                    mine = tn.asarray(x)
                wanted = warned(lambda x=x, axis=axis: body(np, x, axis))
                got = warned(lambda x=mine, axis=axis: body(tn, x, axis))
                if not exact:
                    got, wanted = ({t.split()[0] for t in s} for s in (got, wanted))
                assert got <= wanted, where
                if exact and ("and" not in name or n < 8 and letter not in "FD"):
                    assert got == wanted, where
                found += len(got)
    return found


@pytest.mark.parametrize("letter", DTYPES)
@pytest.mark.parametrize("name", FOLDS)
def test_reductions(name, letter):
    lengths = LENGTHS
    if name == "prod" and letter in "FD":
        lengths = LENGTHS[1:-1]  # NumPy multiplies even one number by 1 + 0j
    if name == "nansum":
        lengths = LENGTHS[:-1]  # where the elements are made again there is no looking
    found = compare(FOLDS[name], letter, lengths)
    assert (found > 0) == (name not in ("max", "argmax", "any"))


@pytest.mark.parametrize("letter", DTYPES)
@pytest.mark.parametrize("name", STEPS)
def test_accumulations(name, letter):
    exact = not (name.startswith("divide") and letter in "FD")
    assert compare(STEPS[name], letter, LENGTHS[:-1], exact)


@pytest.mark.parametrize("letter", "fd")
@pytest.mark.parametrize("name", ["mean", "var", "std"])
def test_means_and_variances(name, letter):
    """Of float32 they are computed in double precision, which overflows later."""

    def body(xp, x, axis):
        return getattr(xp, name)(x, axis)

    assert compare(body, letter, LENGTHS, name == "mean")


@pytest.mark.parametrize(
    "values", [[1e200, -1e200], [INF, 1], [INF, -INF], [INF, INF], [NAN, INF], [1, 2]]
)
def test_words_of_variances(values):
    for name in ("var", "std"):
        wanted = warned(lambda name=name: getattr(np, name)(np.array(values)))
        assert warned(lambda name=name: getattr(tn, name)(tn.array(values))) == wanted


def test_many_elements(mode):
    """Shared out among threads, and wrong at one place only."""
    for axis in (0, 1, None):
        x = np.ones((1000, 1000))
        assert not warned(lambda a=axis, x=x: tn.sum(tn.array(x), a))
        assert not warned(lambda a=axis, x=x: tn.var(tn.array(x), a))
        x[997, 3] = INF
        assert not warned(lambda a=axis, x=x: tn.sum(tn.array(x), a))
        x[998, 3] = x[997, 4] = -INF
        for name in ("sum", "prod", "cumsum", "mean", "var"):
            wanted = warned(lambda a=axis, x=x, n=name: getattr(np, n)(x, a))
            got = warned(lambda a=axis, x=x, n=name: getattr(tn, n)(tn.array(x), a))
            assert got == wanted, (name, axis)


def _normal(xp, x):
    return (x - x.mean(axis=1, keepdims=True)) / x.std(axis=1, keepdims=True)


GROUPS = {
    "sum of products": lambda xp, x: (x * x + 1).sum(),
    "of rows": lambda xp, x: (x * 0.5 + 1).sum(axis=1),
    "of columns": lambda xp, x: (x * 0.5 + 1).sum(axis=0),
    "product": lambda xp, x: (x * 1e200).prod(axis=1),
    "rows less their means": _normal,
    "softmax": lambda xp, x: xp.exp(x - x.max(1)[:, None]).sum(axis=1),
    "variance": lambda xp, x: (x + 1).var(axis=1),
    "two": lambda xp, x: (x + 1).sum(axis=1) + (x * 2).max(axis=1),
}


@pytest.mark.parametrize("values", [[], [1e308, 1e308], [1e300, -1e300], [INF], [NAN]])
@pytest.mark.parametrize("name", GROUPS)
def test_recorded(mode, name, values):
    if name == "rows less their means" and values[1:] == [1e308]:
        pytest.skip("NumPy divides by a standard deviation of inf, not of NaN")
    x = np.linspace(-1, 1, 600).reshape(20, 30)
    x[7, 10 : 10 + len(values)] = values
    wanted = warned(lambda: GROUPS[name](np, x))
    got = warned(lambda: GROUPS[name](tn, tn.array(x)))
    assert got == wanted


@pytest.mark.parametrize("letter", DTYPES)
@pytest.mark.parametrize("op", ["add", "subtract", "multiply", "divide", "power"])
def test_at(op, letter):
    def body(xp, target, values):
        with np.errstate(all="ignore"):
            x, v = xp.asarray(target.copy()), xp.asarray(values)
        getattr(xp, op).at(x, [0, 1, 0, 2], v)
        return x

    large = np.finfo(letter).max
    for target in ([1, 2, 3], [large, -large, 0], [INF, NAN, -INF]):
        for values in ([1, 1, 1, 2], [large, 0, large, 3], [INF, -INF, -INF, 0]):
            a, b = np.array(target, letter), np.array(values, letter)
            wanted = warned(lambda a=a, b=b: body(np, a, b))
            got = warned(lambda a=a, b=b: body(tn, a, b))
            assert {t.split()[0] for t in got} <= {t.split()[0] for t in wanted}
            if op != "power" and not (op == "divide" and letter in "FD"):
                assert got == wanted, (target, values)


def test_at_of_integers():
    def body(xp):
        x = xp.array([5, 6, 7])
        xp.floor_divide.at(x, [0, 2], xp.array([0, 2]))
        return x

    assert warned(lambda: body(tn)) == warned(lambda: body(np))


PRODUCTS = {
    "matmul": lambda xp, a, b: a @ b,
    "stacks": lambda xp, a, b: xp.matmul(xp.stack([a, a]), b),
    "dot": lambda xp, a, b: xp.dot(a, b),
    "inner": lambda xp, a, b: xp.inner(a, b.T),
    "tensordot": lambda xp, a, b: xp.tensordot(a, b, 1),
    "vectors": lambda xp, a, b: xp.dot(a[0], b[:, 0]),
    "matvec": lambda xp, a, b: xp.matvec(a, b[:, 0]),
    "vecdot": lambda xp, a, b: xp.vecdot(a, b.T[: 1 if len(a) else 0]),
    "vdot": lambda xp, a, b: xp.vdot(a[0], b[:, 0]),
    "einsum": lambda xp, a, b: xp.einsum("ij,jk", a, b),
    "outer": lambda xp, a, b: xp.outer(a[0], b[0]),
}


@pytest.mark.parametrize("letter", DTYPES)
@pytest.mark.parametrize("name", PRODUCTS)
def test_products(name, letter):
    """Infinite elements beside the zeros that fill blocks give no NaN."""
    large = np.finfo(letter).max
    for m, k, n in ((1, 3, 2), (3, 2, 5), (7, 9, 5), (33, 17, 65)):
        for specials in ([], [large, large], [INF], [INF, -INF], [NAN]):
            a = np.ones((m, k), letter)
            a[0, : min(len(specials), k)] = specials[:k]
            for b in (np.ones((k, n), letter), np.full((k, n), 2, letter, "F")):
                wanted = warned(lambda a=a, b=b: PRODUCTS[name](np, a, b))
                mine = tn.asarray(a), tn.asarray(b)
                got = warned(lambda x=mine: PRODUCTS[name](tn, *x))
                where = (m, k, n, specials)
                if letter not in "FD" and specials in ([INF], [NAN]):
                    assert not got, where  # NumPy warns of some that are not there
                elif letter not in "FD" or not specials:
                    assert got == wanted, where
                else:
                    assert bool(got) == bool(wanted), where


@pytest.mark.parametrize("state", ["ignore", "warn", "raise", "print", "call", "log"])
def test_states(mode, state, capfd):
    def outcome(xp, body):
        heard = []

        class Log:
            write = staticmethod(heard.append)

        call = Log if state == "log" else lambda *args: heard.append(args)
        x = xp.array([[1e308, 1e308], [1, 2]])
        with np.errstate(all=state, under="ignore", call=call):
            try:
                texts = warned(lambda: body(x)) if state == "warn" else body(x).tolist()
            except FloatingPointError as error:
                texts = repr(error)
        return texts, heard, capfd.readouterr().err

    for body in (
        lambda x: x.sum(axis=1),
        lambda x: x.sum(axis=0) + x.prod(axis=0),
        lambda x: x.cumsum(axis=1),
        lambda x: x @ x,
    ):
        assert outcome(tn, body) == outcome(np, body)
