# SPDX-License-Identifier: Apache-2.0
"""The CPU device's transport: shared memory between the processes of a host, or threads."""

import os
import secrets

from .. import _core
from ._operands import describe


class CpuTransport:
    """Rings of bytes between all ranks of a communicator."""

    def __init__(self, team, call):
        size = len(team.ranks)
        nbytes = _core.distributed.Channels.bytes(size)
        memory = _core.distributed.SharedMemory
        if team.parties == 1:
            shared = memory(nbytes)
        elif team.job.local:
            shared = team.job.kept(team.name, lambda: memory(nbytes))
        else:
            shared = _memory_of_processes(team, nbytes, call)
        self._team = team
        self._channels = _core.distributed.Channels(
            team.job.core, team.name, team.ranks, team.members, shared
        )

    checks = True  # that ranks call alike: it costs little here

    def reduces(self, dtype, op):
        return False

    def agree(self, texts, call):
        what = f"what it does in call {call[0] // 2} of all ranks"
        found = self._channels.exchange([t.encode() for t in texts], what, call)
        return [text.decode() for text in found]

    def transfer(self, transfers, call):
        """The text that goes with each is its array's, where none is given."""
        members = self._team.members
        self._channels.transfer(
            [
                (members[i], peer, x, text or f"an array {describe(x)}", sends)
                for i, peer, x, text, sends in transfers
            ],
            call,
        )

    def settle(self):
        """What was called is done."""

    def begin_group(self):
        pass

    def end_group(self, call):
        pass

    drop_group = begin_group

    def close(self, call):
        pass

    free = close


def _memory_of_processes(team, nbytes, call):
    memory = _core.distributed.SharedMemory
    name = b""
    shared = None
    if team.party == 0:
        text = f"/tenorite-{os.getpid()}-{secrets.token_hex(8)}"
        shared = memory.create(text, nbytes)
        name = text.encode()
    try:
        name = team.meet("memory", name, call)[0].decode()
        if shared is None:
            shared = memory.open(name, nbytes)
        team.meet("memory is open", b"", call)
    finally:
        if team.party == 0:
            memory.remove(name if isinstance(name, str) else name.decode())
    return shared
