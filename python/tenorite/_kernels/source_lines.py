# SPDX-License-Identifier: Apache-2.0
"""Where the text of a kernel stands in the program's own file."""

import ast
import linecache


def _find(text, line, column, file, near):
    """The place of a line of `text` in a Python file, or None."""
    source = linecache.getlines(file)
    if not text.strip() or not source:
        return None
    try:
        tree = ast.parse("".join(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value == text
    ]
    if not found:
        return None
    node = min(found, key=lambda n: abs(n.lineno - near))
    lines = text.split("\n")
    wanted = lines[line - 1].rstrip() if 0 < line <= len(lines) else ""
    expected = node.lineno + line - 1
    # Continued and joined literals shift lines: the line itself decides.
    candidates = sorted(
        range(node.lineno, node.end_lineno + 1), key=lambda n: abs(n - expected)
    )
    for number in candidates:
        at = source[number - 1].find(wanted) if wanted.strip() else -1
        if at >= 0:
            return file, number, at + column if column else 0
    return file, min(expected, node.end_lineno), 0


def locate(text, name, line, column, file, near):
    """Where the user finds a line and column (from 1) of a kernel's text.

    `file` is the program's file and `near` the line of the call that made the
    kernel: of equal literals the closest one counts. A text that is no literal
    there stays under its own `name`, which tracebacks and debuggers then know.
    Returns (file, line, column).
    """
    found = _find(text, line, column, file, near)
    if found:
        return found
    lines = [row + "\n" for row in text.split("\n")]
    linecache.cache.setdefault(name, (len(text), None, lines, name))
    return name, line, column
