# SPDX-License-Identifier: Apache-2.0
"""Forked processes that send messages to the one that forked them.

A process that forks here has used no device and has made no array, so that what
it forks is as a process that has just imported Tenorite.
"""

import ctypes
import faulthandler
import json
import os
import select
import signal
import time

SILENCE = 150  # seconds without a message until a process is given up


class Died(Exception):
    """A process ended with a signal or an error, or did not end."""


class Forked:
    """A forked process; iterating over it gives the messages (for JSON) that the
    generator `work()` yields there, each as soon as it is there, and raises Died if
    the process dies.

    The process is killed at time `until` (of time.monotonic()), and with this one.
    """

    def __init__(self, work, until=None):
        self.until = until
        inlet, outlet = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(inlet)
            _child(work, outlet)
        os.close(outlet)
        self.inlet = os.fdopen(inlet, "rb", buffering=0)

    def __iter__(self):
        try:
            with self.inlet:
                yield from _messages(self.inlet, self.until)
            pid, self.pid = self.pid, 0
            _, status = os.waitpid(pid, 0)
            if status:
                raise Died(f"ended by {_cause(status)}")
        finally:
            if self.pid:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)


def _child(work, outlet):
    status = 1
    try:
        _die_with_parent()
        faulthandler.enable()
        for message in work():
            os.write(outlet, json.dumps(message).encode() + b"\n")
        status = 0
    except BrokenPipeError:
        pass
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        os._exit(status)


def _die_with_parent():
    """Where the system can do that: Linux's prctl(PR_SET_PDEATHSIG)."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl:
        prctl(1, signal.SIGKILL)


def _messages(pipe, until):
    rest = b""
    while True:
        patience = SILENCE
        if until is not None:
            patience = max(0, min(patience, until - time.monotonic()))
        if not select.select([pipe], [], [], patience)[0]:
            raise Died(f"no end in sight after {patience:.0f} s")
        got = pipe.read(1 << 16)
        if not got:
            return
        *lines, rest = (rest + got).split(b"\n")
        yield from map(json.loads, lines)


def _cause(status):
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return f"exit code {os.WEXITSTATUS(status)}"


def result_of(function, until=None):
    """What function() returns in a forked process, or the text of how that died."""
    try:
        (found,) = Forked(lambda: iter([function()]), until)
    except (Died, ValueError) as error:
        return f"Error: {error}"
    return found
