# SPDX-License-Identifier: Apache-2.0
"""python -m whole_programs [NAME...]: outputs of programs run with Tenorite, pickled.

Each program runs in a process of its own in which nothing ran before, on the CPU: the
first looks of a process are another path than later ones (ops/record/eager_rule.h). On a GPU, where
they are not, and where a start is slow, all run in this process. Device and mode are
those of the environment. Standard output gets a pickled {name: (outputs, error)}.
"""

import os
import pickle
import sys
import traceback

import tenorite

from . import all_programs
from .observed import outputs


def attempt(function):
    """(outputs, None) of a program, or (None, the text of its error)."""
    try:
        return outputs(function, tenorite), None
    except Exception:
        return None, traceback.format_exc()


def in_child(function):
    """attempt() in a fork of this process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with open(writer, "wb") as file:
            pickle.dump(attempt(function), file)
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as file:
        data = file.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(data) if data else (None, f"the process died: {status}")


def main(names):
    alone = str(tenorite.get_default_device()) == "cpu" and hasattr(os, "fork")
    run = in_child if alone else attempt
    found = {
        name: run(function)
        for name, function in all_programs().items()
        if not names or name in names
    }
    pickle.dump(found, sys.stdout.buffer)


main(sys.argv[1:])
