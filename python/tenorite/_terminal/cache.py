# SPDX-License-Identifier: Apache-2.0
"""`python -m tenorite cache`: where compiled kernels are, which, and their removal."""

import sys
import time

from .. import kernel_cache
from .._runtime.units import age_text, size_text
from .layout import Row, is_terminal


def add_arguments(parser):
    """The options of the subcommand."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--path", action="store_true", help="print the folder alone")
    group.add_argument("--list", action="store_true", help="list the kernels")
    group.add_argument("--clear", action="store_true", help="remove all kernels")
    parser.add_argument("--yes", action="store_true", help="clear without asking")


def run(asked, printer):
    """Does what is asked for; the exit status."""
    info = kernel_cache.info()
    if asked.path:
        print(info.dir)
        return 0
    if asked.clear:
        return _clear(info, asked.yes, printer)
    entries = sorted(kernel_cache.entries(), key=lambda entry: -entry.used)
    if asked.list:
        for entry in entries:
            print(_line(entry))
        return 0
    printer.section("Cache of kernels", _summary(info, entries))
    return 0


def _line(entry):
    age = age_text(max(0, time.time() - entry.used))
    name = entry.name or "(what is known of a compiler)"
    return (
        f"{entry.file[:12]}  {size_text(entry.bytes):>10}  {entry.kind:<5}  "
        f"{age:>18} ago  {name}"
    )


def _summary(info, entries):
    yield Row("folder", info.dir)
    yield Row("mode", {"on": "on", "ro": "read only", "off": "off"}[info.mode])
    yield Row("kernels", str(len(entries)))
    yield Row("size", f"{size_text(info.bytes)} of {size_text(info.limit)} at most")
    if entries:
        for label, entry in (("newest", entries[0]), ("oldest", entries[-1])):
            age = age_text(max(0, time.time() - entry.used))
            yield Row(label, f"last used {age} ago")
    if info.trouble:
        yield Row("trouble", info.trouble, "note")


def _clear(info, sure, printer):
    if info.mode != "on":
        print(f"the cache is {info.mode}: nothing is removed", file=sys.stderr)
        return 1
    what = f"{info.entries} kernels ({size_text(info.bytes)}) in {info.dir}"
    somebody = is_terminal(sys.stdin) and is_terminal(sys.stdout)
    if info.entries and somebody and not sure:
        # Removing them is safe, and costs their compilation.
        answer = input(f"Remove {what}? They will be compiled anew. [y/N] ")
        if answer.strip().lower() not in ("y", "yes"):
            print("nothing was removed")
            return 1
    kernel_cache.clear()
    left = kernel_cache.info().entries
    if left:
        print(f"{left} of {info.entries} kernels could not be removed", file=sys.stderr)
        return 1
    print(f"removed {what}")
    return 0
