# SPDX-License-Identifier: Apache-2.0
"""The rows of ops/table/reduce_table.def that are methods of arrays."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
_ROW = re.compile(
    r"^TENORITE_REDUCTION\((?P<name>\w+), (?:\w+, ){5}k(?P<method>\w+), "
    r'"\w*", "[^"]*", "(?P<doc>[^"]*)"\)$',
    re.MULTILINE,
)


def _rows():
    text = (ROOT / "ops" / "table" / "reduce_table.def").read_text("utf-8")
    rows = list(_ROW.finditer(text))
    assert len(rows) == text.count("\nTENORITE_REDUCTION("), "a row does not parse"
    return [row.groups() for row in rows]


# Name: the ReduceMethod, without its k, and the text that the row has.
METHODS = {name: (method, doc) for name, method, doc in _rows() if method != "None"}
