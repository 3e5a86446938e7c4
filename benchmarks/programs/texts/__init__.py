# SPDX-License-Identifier: Apache-2.0
"""The programs, by domains. Each is written as for NumPy, whatever runs it."""

import functools

from . import (
    chance,
    grids,
    images,
    learning,
    mechanics,
    networks,
    ocean,
    signals,
    spectral,
    tables,
)

DOMAINS = (grids, spectral, chance, learning, networks, signals, tables)
DOMAINS += (mechanics, ocean, images)
PROGRAMS = tuple(program for domain in DOMAINS for program in domain.PROGRAMS)


@functools.cache
def by_name():
    """The programs by their names, which are unique."""
    found = {program.name: program for program in PROGRAMS}
    assert len(found) == len(PROGRAMS), "two programs have one name"
    return found
