# SPDX-License-Identifier: Apache-2.0
"""The GPUs' transport: NCCL."""

from .. import _core
from .._runtime.environment import is_on
from ..cuda.stream import get_current_stream

_Collective = _core.nccl.Collective


class NcclTransport:
    """A communicator of NCCL for each rank of this process."""

    def __init__(self, team, call):
        id = _core.nccl.unique_id() if team.party == 0 else b""
        if team.parties > 1:
            id = team.meet("nccl", id, call)[0]
        self._team = team
        self._group = _core.nccl.Group(
            team.job.core,
            team.name,
            team.ranks,
            team.members,
            [str(device) for device in team.devices],
            id,
            team.in_rank_order,
            call,
        )
        self.reduces = self._group.reduces
        self.begin_group = self._group.begin_group
        self.end_group = self._group.end_group
        self.drop_group = self._group.drop_group
        self.close = self._group.close
        self.quick = self._group.quick
        self.checks = is_on("TENORITE_COMM_CHECK")

    def agree(self, texts, call):
        """Through the store: on the host, which does not wait for GPUs."""
        if self._team.parties == 1:
            return texts
        found = self._team.meet(f"call {call[0]}", "\0".join(texts).encode(), call)
        pairs = zip(self._team.members_of_parties, found, strict=True)
        named = {
            rank: text
            for members, texts in pairs
            for rank, text in zip(members, texts.decode().split("\0"), strict=True)
        }
        return [named[rank] for rank in range(len(self._team.ranks))]

    def all_reduce(self, xs, outs, op, call):
        self._group.reduce(_Collective.ALL_REDUCE, xs, outs, op, 0, call)

    def reduce(self, xs, outs, op, root, call):
        self._group.reduce(_Collective.REDUCE, xs, outs, op, root, call)

    def reduce_scatter(self, xs, outs, op, call):
        self._group.reduce(_Collective.REDUCE_SCATTER, xs, outs, op, 0, call)

    def broadcast(self, xs, outs, root, call):
        self._group.move(_Collective.BROADCAST, xs, outs, root, call)

    def all_gather(self, xs, outs, call):
        self._group.move(_Collective.ALL_GATHER, xs, outs, 0, call)

    def transfer(self, transfers, call):
        self._group.transfer(
            [(i, peer, x, sends) for i, peer, x, _, sends in transfers if x.size], call
        )

    def free(self, call):
        """With the others, which may still read its memory.

        Alone if they do not come, or come because the job has failed.
        """
        come = self._team.parties == 1 or self._team.have_come("free", call)
        if come and self._team.job.core.failure is None:
            self._group.destroy(call)
        else:
            self._group.abandon()

    def settle(self):
        for device in self._team.devices:
            if device.type == "cuda":
                get_current_stream(device.id).synchronize()
