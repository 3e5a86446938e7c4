# SPDX-License-Identifier: Apache-2.0
"""`python -m tenorite`: where the headers for extensions are, and what runs here."""

import argparse
import os
import sys
import sysconfig

from . import show_config
from ._runtime.package import FOLDER
from ._runtime.version import __version__

INCLUDE = os.path.join(FOLDER, "include")
CMAKE = os.path.join(FOLDER, "cmake")


def _compiler_options():
    """Of Python's headers and ours."""
    paths = sysconfig.get_paths()
    folders = dict.fromkeys([paths["include"], paths["platinclude"], INCLUDE])
    return " ".join(f"-I{folder}" for folder in folders)


def _parser():
    parser = argparse.ArgumentParser("python -m tenorite", description=__doc__)
    for option, text in {
        "--includes": "options of compilers for the headers of Python and of tenorite",
        "--include-dir": "the folder of the headers",
        "--cmakedir": "the folder of the CMake package, for tenorite_DIR",
        "--version": "the version of tenorite",
        "--config": "versions, devices and libraries, as tenorite.show_config()",
    }.items():
        parser.add_argument(option, action="store_true", help=text)
    return parser


def main(arguments=None):
    """Prints what is asked for, a line each; the number is the exit status."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if not any(vars(asked).values()):
        parser.print_help(sys.stderr)
        return 2
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
