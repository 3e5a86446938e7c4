# SPDX-License-Identifier: Apache-2.0
"""Whole NumPy programs of textbooks' domains, a module for each.

A program is a function of the module that stands for NumPy. It is written as people
write NumPy code, whatever that is, not as a test of one feature. What it returns and
what it prints are its outputs (observed.py). test_whole_programs.py runs each of them
with NumPy and with Tenorite; `python -m whole_programs` runs them in fresh processes.
"""

import importlib

MODULES = (
    "roots",
    "quadrature",
    "odes",
    "pdes",
    "matrices",
    "searches",
    "signals",
    "statistics",
    "series",
    "images",
    "simulations",
    "learning",
    "graphs",
    "tables",
    "puzzles",
    "interpolation",
    "geometry",
    "toolbox",
    "bookkeeping",
    "aliases",
    "reports",
    "bits",
    "draws",
    "physics",
)


def all_programs():
    """{"module.function": function} of every program, in order."""
    found = {}
    for name in MODULES:
        module = importlib.import_module(f"{__name__}.{name}")
        for key, value in vars(module).items():
            if hasattr(value, "rounding"):
                found[f"{name}.{key}"] = value
    return found
