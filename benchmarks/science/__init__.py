# SPDX-License-Identifier: Apache-2.0
"""What tenorite.scipy has besides ndimage, beside CuPy's on a GPU, or SciPy's."""

from .. import pairs
from . import functions, interpolation, signals, solvers, sparse


def cases():
    modules = sparse, solvers, signals, interpolation, functions
    return [case for module in modules for case in module.cases()]


def main(args):
    return pairs.Comparison(args, "tenorite-science-1").run(cases())
