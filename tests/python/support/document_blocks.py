# SPDX-License-Identifier: Apache-2.0
"""Programs in documents: what Markdown has between ```python and ```.

A block that begins with an import begins a program; the blocks below it, down to the
next such block, go on with it. `<!-- needs: cuda, torch -->` above a block says what
it cannot run without: "cuda" (a GPU), "cuda:1" (two), or a module. A block
```output below one is what that prints, exactly.
"""

import contextlib
import dataclasses
import importlib.util
import io
import linecache
import pathlib
import re

import tenorite

_FENCE = re.compile(r"^(`{3,})(\w*)[^\n]*\n(.*?)^\1`*$", re.MULTILINE | re.DOTALL)
_NEEDS = re.compile(r"<!-- needs: ([^>]+) -->\s*\Z")
_BEGINS = re.compile(r"\s*(#[^\n]*\n\s*)*(import|from) ")


@dataclasses.dataclass
class Block:
    """A block of Python: its text, its line in the document, and what it prints."""

    text: str
    line: int
    output: str | None = None


@dataclasses.dataclass
class Program:
    """Blocks that belong together, and what they cannot run without."""

    blocks: list
    needs: set

    @property
    def line(self):
        return self.blocks[0].line


def programs_of(text):
    """The programs of a document, in its order."""
    programs, last_end = [], None
    for fence in _FENCE.finditer(text):
        language, body = fence[2], fence[3]
        if language == "output":
            between = text[last_end : fence.start()] if last_end else "none"
            if between.strip():
                raise ValueError("an output stands under no block of Python")
            programs[-1].blocks[-1].output = body
        last_end = None
        if language != "python":
            continue
        last_end = fence.end()
        line = text.count("\n", 0, fence.start(3)) + 1
        needed = _NEEDS.search(text[: fence.start()])
        if _BEGINS.match(body) or not programs:
            programs.append(Program([], set()))
        programs[-1].blocks.append(Block(body, line))
        if needed:
            programs[-1].needs.update(x.strip() for x in needed[1].split(","))
    return programs


@dataclasses.dataclass
class Row:
    """A row of a table whose last column is called "here": the code in that column."""

    line: int
    codes: list
    needs: set


def rows_of(text):
    """The rows of such tables in a document, as their order is."""
    needs, inside = set(), False
    for number, line in enumerate(text.split("\n"), 1):
        if not line.startswith("|"):
            inside = False
            if line.strip():
                needed = _NEEDS.search(line)
                needs = {x.strip() for x in needed[1].split(",")} if needed else set()
            continue
        cells = line.strip().strip("|").split("|")
        if cells[-1].strip() == "here":
            inside = True
        elif inside and not line.startswith("| ---"):
            yield Row(number, re.findall(r"`([^`]+)`", cells[-1]), needs)


def missing(need):
    """Whether something that a program needs is not there."""
    if need.startswith("cuda"):
        count = tenorite.cuda.runtime.getDeviceCount() if _has_gpu() else 0
        return count <= int(need.partition(":")[2] or 0)
    return importlib.util.find_spec(need) is None


def _has_gpu():
    return tenorite.cuda.is_available()


def run(program, scope=None):
    """Runs the blocks one after the other; yields (block, what it printed).

    They are in a file program.py of the current folder, as if somebody copied them.
    """
    scope = {"__name__": "__main__"} if scope is None else scope
    file, text = pathlib.Path("program.py").resolve(), ""
    for block in program.blocks:
        before = text.count("\n")
        text += block.text
        file.write_text(text, "utf-8")
        linecache.checkcache(str(file))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            # Line numbers are those of the file.
            exec(compile("\n" * before + block.text, str(file), "exec"), scope)
        yield block, printed.getvalue()
