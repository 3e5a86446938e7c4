# SPDX-License-Identifier: Apache-2.0
"""Sections of rows on a terminal: aligned columns, marks in colour where they help.

With `rich` installed a terminal gets its tables, which wrap; everything else plain
columns. NO_COLOR, TERM=dumb and output that is no terminal have no colours.
"""

import os
import sys
from typing import NamedTuple

#: What a row says about itself, and how it looks.
MARKS = {"": "", "ok": "ok", "note": "note", "skipped": "skipped", "failed": "FAILED"}
_COLOURS = {"ok": "32", "note": "33", "skipped": "33", "failed": "31;1"}
_STYLES = {"ok": "green", "note": "yellow", "skipped": "yellow", "failed": "bold red"}


class Row(NamedTuple):
    """A line of a section: label, text, and one of `MARKS`."""

    label: str
    text: str
    mark: str = ""


def is_terminal(stream):
    """Whether somebody may be looking at what is written to the stream."""
    try:
        return stream.isatty()
    except (AttributeError, ValueError):  # closed, or nothing that was made for this
        return False


def has_colours(stream):
    """Whether escape sequences for colours belong there."""
    return (
        is_terminal(stream)
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def _rich_console(stream):
    """A console of rich on a terminal; None without either."""
    if not is_terminal(stream):
        return None
    try:
        from rich.console import Console
    except ImportError:
        return None
    return Console(file=stream, highlight=False)


class Printer:
    """Prints sections one by one, so that what takes long shows what it is about."""

    def __init__(self, stream=None):
        self._stream = sys.stdout if stream is None else stream
        self._console = _rich_console(self._stream)
        self._colours = has_colours(self._stream)

    def section(self, title, rows):
        """A title and its rows, which may come one by one."""
        self.line(title, "1", "bold")
        for row in rows:
            self._row(row)
        self.line()

    def line(self, text="", colour="", style=None):
        """A line of text by itself."""
        if self._console:
            self._console.print(text, style=style, markup=False)
        else:
            print(self._coloured(text, colour), file=self._stream, flush=True)

    def _coloured(self, text, colour):
        return f"\x1b[{colour}m{text}\x1b[0m" if self._colours and colour else text

    def _row(self, row):
        mark = MARKS[row.mark]
        if self._console:
            from rich.table import Table
            from rich.text import Text

            table = Table.grid(padding=(0, 1))
            for width in (1, 18, 7):
                table.add_column(width=width)
            table.add_column(ratio=1, overflow="fold")
            style = _STYLES.get(row.mark, "")
            table.add_row("", row.label, Text(mark, style), Text(row.text))
            self._console.print(table)
            return
        label = f"  {row.label:<18} "
        shown = self._coloured(f"{mark:<7}", _COLOURS.get(row.mark, ""))
        first, *rest = row.text.splitlines() or [""]
        print(f"{label}{shown} {first}".rstrip(), file=self._stream, flush=True)
        for line in rest:
            print(" " * (len(label) + 8) + line, file=self._stream, flush=True)
