#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the requirements that pyproject.toml lists, one on each line.

`python tools/requirements.py build` for those of the build, or the name of an
optional group ("test", "demo", "lint").
"""

import pathlib
import sys
import tomllib

PYPROJECT = pathlib.Path(__file__).parents[1] / "pyproject.toml"


def requirements(group):
    """The list of the group; KeyError when there is no such group."""
    table = tomllib.loads(PYPROJECT.read_text("utf-8"))
    if group == "build":
        return table["build-system"]["requires"]
    return table["project"]["optional-dependencies"][group]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(*requirements(name), sep="\n")
