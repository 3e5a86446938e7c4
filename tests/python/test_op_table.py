# SPDX-License-Identifier: Apache-2.0
"""The rows of ops/table/op_table.def against NumPy's own ufunc objects."""

import numpy
import pytest
from support.op_table import LETTERS, ROOT, by_name, read_rows, ufunc_rows

# The letters of long long, which is int64 and uint64 once more.
SYNONYMS = str.maketrans("qQ", "lL")
IDENTITIES = {
    "None": None,
    "Reorderable": None,
    "Zero": 0,
    "One": 1,
    "MinusOne": -1,
    "NegInf": -numpy.inf,
}


def numpy_loops(ufunc):
    """NumPy's loops over our dtypes, each once, in its order."""
    loops = [loop.translate(SYNONYMS) for loop in ufunc.types]
    ours = [t for t in loops if set(t.replace("->", "")) <= set(LETTERS)]
    return list(dict.fromkeys(ours))


ROWS = read_rows()
UFUNCS = ufunc_rows()


@pytest.mark.parametrize("row", UFUNCS, ids=by_name)
def test_loops_are_those_of_numpy(row):
    loops = row.loops
    if row.name == "divide":
        # NumPy promotes integers to float64 outside of .types.
        promoted = [loop for loop in loops if loop[0] in "bBhHiIlL"]
        for loop in promoted:
            assert loop[0] == loop[1] and loop[2:] == "->d"
            one = numpy.ones(1, loop[0])
            assert numpy.divide(one, one).dtype.char == "d"
        loops = loops[len(promoted) :]
    assert loops == numpy_loops(getattr(numpy, row.name))


@pytest.mark.parametrize("row", UFUNCS, ids=by_name)
def test_arity_and_identity_are_those_of_numpy(row):
    ufunc = getattr(numpy, row.name)
    assert ufunc.__name__ == row.name
    assert (ufunc.nin, ufunc.nout) == (row.nin, row.nout)
    assert ufunc.identity == IDENTITIES[row.identity]


# ldexp cannot reduce: its operands differ in type.
BINARY = [row for row in ufunc_rows(2, 1) if row.name != "ldexp"]


@pytest.mark.parametrize("row", BINARY, ids=by_name)
def test_reduction_over_two_axes_follows_the_identity_column(row):
    ufunc = getattr(numpy, row.name)
    loops = row.loops
    letter = "?" if loops[0].endswith("->?") else loops[-1][0]
    ones = numpy.ones((2, 2), letter)
    if row.identity == "None":
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
    assert {row.name for row in UFUNCS} == elementwise


def test_clip_has_the_loops_of_numpy():
    (row,) = [row for row in ROWS if row.name == "clip"]
    assert row.loops == numpy_loops(numpy._core.umath.clip)


def test_names_are_unique_and_rows_are_documented():
    names = [row.name for row in ROWS]
    assert len(names) == len(set(names))
    assert all(row.doc.endswith(".") for row in ROWS)


def test_every_functor_is_defined_in_ops_device():
    headers = (ROOT / "ops" / "device").glob("*.h")
    text = "\n".join(header.read_text() for header in headers)
    for row in ROWS:
        assert f"struct {row.functor} {{" in text
