# SPDX-License-Identifier: Apache-2.0
"""What the communicators of one program share: its processes, or threads, and their end."""

import atexit
import os
import threading
import weakref

from .. import _core

# Seconds: of a beat, and after which a process that sends none is taken for stuck.
_BEAT = float(os.environ.get("TENORITE_COMM_BEAT", "1"))
_SILENCE = float(os.environ.get("TENORITE_COMM_SILENCE", "6"))


class Job:
    """The core's job, and what processes or threads agree on beside it.

    A party is whoever has ranks and meets the others: a process, or a thread where
    `local` is said.
    """

    def __init__(self, core, local):
        self.core = core
        self.local = local
        self.process = os.getpid()
        self._lock = threading.Lock()
        self._kept = {}  # what threads have together, by name
        self._uses = {}  # communicators of each rank

    @classmethod
    def of_threads(cls):
        return cls(_core.distributed.LocalJob(), local=True)

    @classmethod
    def of_processes(cls, place, ranks, ports, timeout):
        core = _core.distributed.StoreJob(
            place.host,
            place.port,
            ports,
            place.name,
            list(ranks),
            place.size,
            timeout,
            _BEAT,
            _SILENCE,
        )
        return cls(core, local=False)

    def kept(self, name, make):
        """What was made first under the name; for threads."""
        with self._lock:
            value = self._kept.get(name)
            if value is None:
                value = self._kept[name] = make()
            return value

    def join(self, ranks):
        with self._lock:
            for rank in ranks:
                self._uses[rank] = self._uses.get(rank, 0) + 1

    def leave(self, ranks):
        """The ranks have closed a communicator, perhaps their last one."""
        gone = []
        with self._lock:
            for rank in ranks:
                self._uses[rank] -= 1
                if self._uses[rank] == 0:
                    gone.append(rank)
        if gone:
            self.core.leave(gone)

    def check_process(self):
        if os.getpid() != self.process:
            raise _core.CommunicatorError(
                "a communicator works in the process that opened it, not in its children"
            )


# Closed when the interpreter ends, so that the others learn of it.
open_communicators = weakref.WeakSet()


@atexit.register
def _close_all():
    # In one order in all processes: they wait for each other.
    for communicator in sorted(open_communicators, key=lambda each: each._team.name):
        communicator._close_at_exit()
