# SPDX-License-Identifier: Apache-2.0
"""`python -m tenorite`: what runs here and whether it works, and the cache of kernels.

Without an option it prints devices, compilers, libraries, caches and settings, tests
every device, and says what to do; the exit status is 1 where something failed.
"""

import argparse
import os
import sys
import sysconfig

from . import show_config
from ._runtime.package import FOLDER
from ._runtime.version import __version__
from ._terminal import cache
from ._terminal.layout import Printer
from ._terminal.report import print_report

INCLUDE = os.path.join(FOLDER, "include")
CMAKE = os.path.join(FOLDER, "cmake")


def _compiler_options():
    """Of Python's headers and ours."""
    paths = sysconfig.get_paths()
    folders = dict.fromkeys([paths["include"], paths["platinclude"], INCLUDE])
    return " ".join(f"-I{folder}" for folder in folders)


def _parser():
    parser = argparse.ArgumentParser(
        "python -m tenorite",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for option, text in {
        "--includes": "options of compilers for the headers of Python and of tenorite",
        "--include-dir": "the folder of the headers",
        "--cmakedir": "the folder of the CMake package, for tenorite_DIR",
        "--version": "the version of tenorite",
        "--config": "versions, devices and libraries, as tenorite.show_config()",
    }.items():
        parser.add_argument(option, action="store_true", help=text)
    commands = parser.add_subparsers(dest="command", metavar="command")
    text = "the cache of compiled kernels: folder, size, age, kernels, removal"
    cache.add_arguments(commands.add_parser("cache", help=text, description=text))
    return parser


def main(arguments=None):
    """Prints what is asked for; the number is the exit status."""
    asked = _parser().parse_args(arguments)
    if asked.command == "cache":
        return cache.run(asked, Printer())
    if not any(value for value in vars(asked).values()):
        return 0 if print_report(Printer()) else 1
    for given, text in (
        (asked.includes, _compiler_options),
        (asked.include_dir, lambda: INCLUDE),
        (asked.cmakedir, lambda: CMAKE),
        (asked.version, lambda: __version__),
    ):
        if given:
            print(text())
    if asked.config:
        show_config()
    return 0


if __name__ == "__main__":
    sys.exit(main())
