# SPDX-License-Identifier: Apache-2.0
"""The rows of ops/table/op_table.def, for every test that goes through all ufuncs."""

import functools
import pathlib
import re
import types

ROOT = pathlib.Path(__file__).resolve().parents[3]
LETTERS = "?bBhHiIlLefdFD"
REAL_PART = {"F": "f", "D": "d"}
ROW = re.compile(
    r"^TENORITE_(?P<kind>UFUNC|SPECIAL|INTERNAL)\("
    r"(?P<name>\w+), (?P<functor>\w+), (?P<nin>\d), (?P<nout>\d), "
    r"(?P<identity>\w+), (?P<family>\w+), "
    r'"(?P<loops>[^"]*)", (?P<ulp>\d+), "(?P<doc>[^"]*)"\)$',
    re.MULTILINE,
)


def _expand(groups, nin, nout):
    """The loops of a row as NumPy spells them, such as 'ff->f'."""
    loops = []
    for group in groups.split():
        letters, _, pattern = group.partition(":")
        pattern = pattern or "T" * (nin + nout)
        assert len(pattern) == nin + nout
        for letter in letters:
            choice = {"T": letter, "R": REAL_PART.get(letter, letter)}
            operands = "".join(choice.get(c, c) for c in pattern)
            assert set(operands) <= set(LETTERS)
            loops.append(f"{operands[:nin]}->{operands[nin:]}")
    return loops


@functools.cache
def read_rows():
    """All rows: the columns of the table, numbers as int, loops as NumPy's types."""
    text = (ROOT / "ops" / "table" / "op_table.def").read_text()
    rows = []
    for match in ROW.finditer(text):
        row = types.SimpleNamespace(**match.groupdict())
        row.nin, row.nout, row.ulp = int(row.nin), int(row.nout), int(row.ulp)
        row.loops = _expand(row.loops, row.nin, row.nout)
        rows.append(row)
    starts = len(re.findall(r"^TENORITE_\w+\(", text, re.MULTILINE))
    assert len(rows) == starts, "a row does not parse"
    return rows


# Ufuncs that NumPy does not have.
CUPYS = {"rsqrt"}


def ufunc_rows(nin=None, nout=None):
    """The rows of ufuncs that are NumPy's, of that arity if one is given."""
    return [
        row
        for row in read_rows()
        if row.kind == "UFUNC" and row.name not in CUPYS
        if nin in (None, row.nin) and nout in (None, row.nout)
    ]


def special_rows(nin=None):
    """The rows of tenorite.special, of that arity if one is given."""
    return [
        row for row in read_rows() if row.kind == "SPECIAL" and nin in (None, row.nin)
    ]


def by_name(row):
    """Name of a test case made of a row."""
    return row.name
