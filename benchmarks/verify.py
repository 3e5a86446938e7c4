# SPDX-License-Identifier: Apache-2.0
"""Checks the results of a case, and finds what its calls move, before it is timed."""

import dataclasses

from . import checks
from .accounts import Stopwatch
from .data import device_operand


@dataclasses.dataclass(frozen=True)
class Facts:
    """What is known of a case, with a library, once its results are checked."""

    note: str | None  # how the result differs, if it may
    bytes: int | None  # read and written by a call
    result_bytes: int


def device_operands(library, case, sizes):
    return [device_operand(library, o, sizes, i) for i, o in enumerate(case.operands)]


def verify(case, library, large=True, watch=None):
    """The Facts of a case; checks.Wrong where a result is not NumPy's.

    The call has compiled by then what it needs. `large`: at the sizes that are
    timed too, where these are others. `watch` is told what the time is spent on.
    """
    watch = watch or Stopwatch()
    with watch.on("small check"):
        operands, result, note = _check_small(case, library, large)
    if large and case.sizes != case.small:
        operands, result = _check_large(case, library, watch)
    touched = library.touched(result)
    return Facts(note, _moved(case, library, operands, result), touched)


def _fail(problem):
    if problem:
        raise checks.Wrong(problem)


def _check_small(case, library, large):
    call = case.spelling(library.name)
    if large and case.sample:
        # What is compiled for each size is checked at the one that is timed.
        call = case.compiled_by(library.name) or call
    on_device = device_operands(library, case, case.small)
    result = call(library.xp, *on_device)
    found = library.download(result)
    operands = checks.small_operands(case)
    expected = checks.numpy_result(case, operands)
    _fail(checks.small_problem(case, library, operands, expected, found))
    # torch promotes in ways of its own, so that it may move other bytes.
    same = getattr(expected, "dtype", None) == getattr(found, "dtype", None)
    return on_device, result, None if same else f"gives {found.dtype}"


def _check_large(case, library, watch):
    with watch.on("operands"):
        operands = device_operands(library, case, case.sizes)
        library.wait()
    with watch.on("NumPy's result"):
        check = case.sample(library, case, operands) if case.sample else None
    with watch.on("first call"), library.compiling():
        result = case.spelling(library.name)(library.xp, *operands)
        library.wait()
    with watch.on("large check"):
        if check:
            _fail(checks.large_problem(case, library, check, result))
    return operands, result


def _moved(case, library, operands, result):
    moved, touched = case.moved, library.touched
    if moved is None:
        return None
    if moved == "touched":
        return sum(map(touched, operands)) + touched(result)
    return moved(touched, result, *operands)
