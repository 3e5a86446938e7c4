# SPDX-License-Identifier: Apache-2.0
"""Who is in a communicator, and where."""

import contextlib
from dataclasses import dataclass, field

from .. import _core


@dataclass
class Team:
    """Ranks of a communicator, those of this party among them.

    A party is a process, or a thread of one; see `Job`.
    """

    job: object
    name: str  # the same in all parties, of no other communicator of the job
    ranks: list  # of the job, by rank of the communicator
    members_of_parties: list  # ranks of the communicator, by party
    party: int  # this one
    devices: list  # of its members
    in_rank_order: bool
    members: list = field(init=False)

    def __post_init__(self):
        self.members = self.members_of_parties[self.party]
        self.job.join(self.job_ranks())

    @property
    def parties(self):
        return len(self.members_of_parties)

    def job_ranks(self):
        return [self.ranks[member] for member in self.members]

    def meet(self, key, value, call):
        """Each party's bytes, once all have come."""
        number, operation, seconds = call
        who = f"rank {self.members[0]}: {operation} (call {number})"
        try:
            return self._meet(key, value, seconds, who)
        except BaseException as error:
            # Those that came are told at once, and do not wait.
            with contextlib.suppress(_core.CommunicatorError):
                self.job.core.check()
                self.job.core.fail(str(error) or f"{who} was interrupted")
            raise

    def have_come(self, key, call):
        """Whether all parties come in time; that some do not is no failure."""
        with contextlib.suppress(_core.CommunicatorError):
            self._meet(key, b"", call[2], "")
            return True
        return False

    def _meet(self, key, value, seconds, who):
        return self.job.core.meet(
            f"{self.name}/{key}", self.party, self.parties, value, seconds, who
        )
