# SPDX-License-Identifier: Apache-2.0
"""The rows of ops/op_table.def against NumPy's own ufunc objects."""

import pathlib
import re

import numpy
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LETTERS = "?bBhHiIlLefdFD"
REAL_PART = {"F": "f", "D": "d"}
# The letters of long long, which is int64 and uint64 once more.
SYNONYMS = str.maketrans("qQ", "lL")
ROW = re.compile(
    r"^TENORITE_(?P<kind>UFUNC|INTERNAL)\("
    r"(?P<name>\w+), (?P<functor>\w+), (?P<nin>\d), (?P<nout>\d), "
    r"(?P<identity>\w+), (?P<family>\w+), "
    r'"(?P<loops>[^"]*)", (?P<ulp>\d+), "(?P<doc>[^"]*)"\)$',
    re.MULTILINE,
)
IDENTITIES = {
    "None": None,
    "Reorderable": None,
    "Zero": 0,
    "One": 1,
    "MinusOne": -1,
    "NegInf": -numpy.inf,
}


def read_rows():
    text = (ROOT / "ops" / "op_table.def").read_text()
    rows = [match.groupdict() for match in ROW.finditer(text)]
    starts = len(re.findall(r"^TENORITE_\w+\(", text, re.MULTILINE))
    assert len(rows) == starts, "a row does not parse"
    return rows


def expand(row):
    """The loops of a row as NumPy spells them, such as 'ff->f'."""
    nin, nout = int(row["nin"]), int(row["nout"])
    loops = []
    for group in row["loops"].split():
        letters, _, pattern = group.partition(":")
        pattern = pattern or "T" * (nin + nout)
        assert len(pattern) == nin + nout
        for letter in letters:
            choice = {"T": letter, "R": REAL_PART.get(letter, letter)}
            operands = "".join(choice.get(c, c) for c in pattern)
            assert set(operands) <= set(LETTERS)
            loops.append(f"{operands[:nin]}->{operands[nin:]}")
    return loops


def numpy_loops(ufunc):
    """NumPy's loops over our dtypes, each once, in its order."""
    loops = [loop.translate(SYNONYMS) for loop in ufunc.types]
    ours = [t for t in loops if set(t.replace("->", "")) <= set(LETTERS)]
    return list(dict.fromkeys(ours))


ROWS = read_rows()
UFUNCS = [row for row in ROWS if row["kind"] == "UFUNC"]


def by_name(row):
    return row["name"]


@pytest.mark.parametrize("row", UFUNCS, ids=by_name)
def test_loops_are_those_of_numpy(row):
    loops = expand(row)
    if row["name"] == "divide":
        # NumPy promotes integers to float64 outside of .types.
        promoted = [loop for loop in loops if loop[0] in "bBhHiIlL"]
        for loop in promoted:
            assert loop[0] == loop[1] and loop[2:] == "->d"
            one = numpy.ones(1, loop[0])
            assert numpy.divide(one, one).dtype.char == "d"
        loops = loops[len(promoted) :]
    assert loops == numpy_loops(getattr(numpy, row["name"]))


@pytest.mark.parametrize("row", UFUNCS, ids=by_name)
def test_arity_and_identity_are_those_of_numpy(row):
    ufunc = getattr(numpy, row["name"])
    assert ufunc.__name__ == row["name"]
    assert (ufunc.nin, ufunc.nout) == (int(row["nin"]), int(row["nout"]))
    assert ufunc.identity == IDENTITIES[row["identity"]]


# ldexp cannot reduce: its operands differ in type.
BINARY = [
    row
    for row in UFUNCS
    if (row["nin"], row["nout"]) == ("2", "1") and row["name"] != "ldexp"
]


@pytest.mark.parametrize("row", BINARY, ids=by_name)
def test_reduction_over_two_axes_follows_the_identity_column(row):
    ufunc = getattr(numpy, row["name"])
    loops = expand(row)
    letter = "?" if loops[0].endswith("->?") else loops[-1][0]
    ones = numpy.ones((2, 2), letter)
    if row["identity"] == "None":
        with pytest.raises(ValueError, match="is not reorderable"):
            ufunc.reduce(ones, axis=(0, 1))
    else:
        ufunc.reduce(ones, axis=(0, 1))


def test_no_numeric_ufunc_of_numpy_is_missing():
    elementwise = {
        value.__name__
        for value in vars(numpy).values()
        if isinstance(value, numpy.ufunc)
        and value.signature is None
        and numpy_loops(value)
    }
    assert {row["name"] for row in UFUNCS} == elementwise


def test_clip_has_the_loops_of_numpy():
    (row,) = [row for row in ROWS if row["name"] == "clip"]
    assert expand(row) == numpy_loops(numpy._core.umath.clip)


def test_names_are_unique_and_rows_are_documented():
    names = [row["name"] for row in ROWS]
    assert len(names) == len(set(names))
    assert all(row["doc"].endswith(".") for row in ROWS)


def test_every_functor_is_defined_in_ops_device():
    headers = (ROOT / "ops" / "device").glob("*.h")
    text = "\n".join(header.read_text() for header in headers)
    for row in ROWS:
        assert f"struct {row['functor']} {{" in text
