# SPDX-License-Identifier: Apache-2.0
"""What happens at errors, and code that must not wait for a device."""

import contextlib
import contextvars

import numpy

from .. import _core

_LINALG = ("ignore", "raise")
_linalg = contextvars.ContextVar("linalg", default="raise")
_FLOATS = ("divide", "over", "under", "invalid")


class DeviceSynchronized(RuntimeError):
    """The program waited for a device where `allow_synchronize(False)` forbids it.

    >>> from tenorite import cupyx
    >>> issubclass(cupyx.DeviceSynchronized, RuntimeError)
    True
    """

    def __init__(self, message=None):
        if message is None:
            message = "Device synchronization was detected while disallowed."
        super().__init__(message)


_core.recording.set_wait_error(DeviceSynchronized)


@contextlib.contextmanager
def allow_synchronize(allow):
    """Whether code of the block may wait for a GPU, in the calling thread.

    Where it may not, a copy to the host, a look at a value and a synchronisation of
    device or stream is a DeviceSynchronized error. The CPU device is never waited for.
    See cupyx.allow_synchronize.

    >>> from tenorite import cupyx
    >>> with cupyx.allow_synchronize(False):
    ...     y = np.ones(4) * 2
    """
    former = _core.recording.exchange_waits_allowed(bool(allow))
    try:
        yield
    finally:
        _core.recording.exchange_waits_allowed(former)


def _check(linalg, fallback_mode):
    if linalg is not None and linalg not in _LINALG:
        raise ValueError(f"linalg must be one of {_LINALG}, not {linalg!r}")
    if fallback_mode is not None:
        raise NotImplementedError(
            "fallback_mode is not there: tenorite.config.fallback says what happens "
            "to functions that run in NumPy"
        )


def geterr():
    """What happens at errors, a dict. See cupyx.geterr.

    Words for `divide`, `over`, `under` and `invalid` are numpy.geterr's.

    >>> from tenorite import cupyx
    >>> cupyx.geterr()["linalg"]
    'raise'
    """
    return {**numpy.geterr(), "linalg": _linalg.get(), "fallback_mode": None}


def seterr(
    *,
    divide=None,
    over=None,
    under=None,
    invalid=None,
    linalg=None,
    fallback_mode=None,
):
    """Sets what happens at errors; returns what geterr() was. See cupyx.seterr.

    `linalg` is "raise" or "ignore", which is accepted for CuPy's sake: a matrix without
    a result is a LinAlgError all the same. The first four are those of numpy.seterr,
    which mean something on the CPU device; CuPy refuses them.

    >>> from tenorite import cupyx
    >>> former = cupyx.seterr(linalg="raise")
    >>> former["linalg"]
    'raise'
    """
    former = geterr()
    _check(linalg, fallback_mode)
    numpy.seterr(divide=divide, over=over, under=under, invalid=invalid)
    if linalg is not None:
        _linalg.set(linalg)
    return former


class errstate:
    """A context manager: seterr() for the time of a block. See cupyx.errstate.

    >>> from tenorite import cupyx
    >>> with cupyx.errstate(linalg="raise"):
    ...     x = np.linalg.inv(np.eye(2))
    """

    def __init__(
        self,
        *,
        divide=None,
        over=None,
        under=None,
        invalid=None,
        linalg=None,
        fallback_mode=None,
    ):
        _check(linalg, fallback_mode)
        floats = zip(_FLOATS, (divide, over, under, invalid), strict=True)
        self._settings = {name: x for name, x in floats if x is not None}
        self._settings["linalg"] = linalg

    def __enter__(self):
        self._former = seterr(**self._settings)
        return self

    def __exit__(self, *exc_info):
        self._former.pop("fallback_mode")
        seterr(**self._former)
