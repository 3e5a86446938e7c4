# SPDX-License-Identifier: Apache-2.0
"""`python -m tenorite.cupy_compat program.py ...`: runs a program written for CuPy.

Also `-m module ...` and `-c text ...`, as Python itself takes them.
"""

import os
import runpy
import sys

from . import install

_USAGE = "usage: python -m tenorite.cupy_compat (program.py | -m module | -c text) ..."


def main(argv):
    """Runs the program with its arguments; `import cupy` in it finds this library."""
    if not argv or argv[0] in ("-h", "--help"):
        print(_USAGE, file=sys.stdout if argv else sys.stderr)
        return 0 if argv else 2
    install()
    kind, rest = argv[0], argv[1:]
    if kind in ("-m", "-c") and not rest:
        print(f"argument expected for {kind}\n{_USAGE}", file=sys.stderr)
        return 2
    if kind == "-m":
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    elif kind == "-c":
        sys.argv = ["-c", *rest[1:]]
        exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv = argv
        sys.path[0] = os.path.dirname(os.path.abspath(kind))
        runpy.run_path(kind, run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
