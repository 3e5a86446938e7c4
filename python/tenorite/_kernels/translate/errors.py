# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a function that should become a kernel, and where."""


class KernelSyntaxError(SyntaxError):
    """A Python function cannot become a kernel.

    Like any SyntaxError it has the user's `filename`, `lineno`, `offset` and
    `text`, and is shown with a caret under the fault.

    >>> def first(x):
    ...     return open(x)
    >>> with np.config.using(fallback="error"):
    ...     try:
    ...         y = np.vectorize(first)(np.ones(2))
    ...     except np.KernelSyntaxError as error:
    ...         error.lineno
    2
    """

    __module__ = "tenorite"


class Place:
    """Where the syntax tree of a function stands in the user's files."""

    def __init__(self, name, filename, lines):
        self.name = name
        self.filename = filename
        self.lines = lines

    def line(self, node):
        number = getattr(node, "lineno", None)
        if number is None or number > len(self.lines):
            return None
        return self.lines[number - 1]

    def error(self, node, text):
        """The KernelSyntaxError at a node of the tree."""
        line = self.line(node)
        where = (self.filename, None, None, None)
        if line is not None:
            # The tree counts bytes, messages count characters.
            column = len(line.encode()[: node.col_offset].decode()) + 1
            where = (self.filename, node.lineno, column, line)
        return KernelSyntaxError(f"{text} (in {self.name})", where)

    @property
    def _start(self):
        return f"in {self.name}, {self.filename}"

    def is_noted(self, error):
        """Whether an exception says already where in this function it comes from."""
        notes = getattr(error, "__notes__", ())
        return any(note.startswith(self._start) for note in notes)

    def note(self, error, node):
        """Say in an exception of another class where it comes from."""
        text = self._start
        if (number := getattr(node, "lineno", None)) is not None:
            text += f", line {number}"
        if (line := self.line(node)) is not None:
            text += f": {line.strip()}"
        if text not in getattr(error, "__notes__", ()):
            error.add_note(text)
