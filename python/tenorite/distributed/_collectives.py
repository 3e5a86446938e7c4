# SPDX-License-Identifier: Apache-2.0
"""Collective operations on a transport: by its own where it has them, else by messages.

Functions take and return one array for each rank of this party, `members`. What is
moved is in C order. Reductions that a transport does not have in the order of ranks are
made of two exchanges: each rank gets its part of all arrays, folds them (_reductions.py),
and sends what comes out to all.
"""

from .. import _core
from .._numpy.creation import empty
from ._operands import Result, in_order
from ._reductions import dtypes_of_mean, fold

# Up to so many bytes each rank folds all by itself: that is one exchange.
_FOLDED_BY_ALL = 64 << 10


class Collectives:
    """The operations of one communicator; `call` is (time, name, seconds)."""

    def __init__(self, team, transport):
        self.members = team.members
        self.devices = team.devices
        self.size = len(team.ranks)
        self.transport = transport

    def agree(self, texts, call):
        """ValueError, on every rank, unless all ranks say the same of the call."""
        if not self.transport.checks:
            return
        found = self.transport.agree(texts, call)
        if len(set(found)) == 1:
            return
        said = {}
        for rank, text in enumerate(found):
            said.setdefault(text, []).append(str(rank))
        parts = (f"{text} on rank {', '.join(ranks)}" for text, ranks in said.items())
        raise ValueError(
            f"rank {self.members[0]}: {call[1]} (call {call[0] // 2}) at "
            f"{_core.distributed.user_line()}: ranks do not agree: {'; '.join(parts)}"
        )

    # ---- reductions ----

    def all_reduce(self, xs, outs, op, call):
        if op == "mean":
            return self._mean(self.all_reduce, xs, outs, call)
        xs = [in_order(x) for x in xs]
        results = self._results(outs, xs[0].shape, xs[0].dtype)
        if self._is_direct(xs[0], op):
            self.transport.all_reduce(xs, [r.array for r in results], op, call)
        elif xs[0].size:
            self._fold_to_all(xs, [r.array.reshape(-1) for r in results], op, call)
        return [r.give() for r in results]

    def reduce(self, xs, outs, op, root, call):
        if op == "mean":
            return self._mean(self.reduce, xs, outs, call, root)
        xs = [in_order(x) for x in xs]
        results = self._results(outs, xs[0].shape, xs[0].dtype, root)
        if self._is_direct(xs[0], op):
            # Other ranks than the root's receive nothing; NCCL asks for a place anyhow.
            arrays = [r.array if r else x for r, x in zip(results, xs, strict=True)]
            self.transport.reduce(xs, arrays, op, root, call)
        elif xs[0].size:
            parts, bounds = self._fold_parts(xs, op, call)
            rows = [r and _slices(r.array.reshape(-1), bounds) for r in results]
            self._swap([self._only(part, root) for part in parts], rows, call)
        return [r and r.give() for r in results]

    def reduce_scatter(self, xs, outs, op, call):
        if op == "mean":
            return self._mean(self.reduce_scatter, xs, outs, call)
        xs = [in_order(x) for x in xs]
        results = self._results(outs, xs[0].shape[1:], xs[0].dtype)
        if self._is_direct(xs[0], op):
            self.transport.reduce_scatter(xs, [r.array for r in results], op, call)
        elif xs[0].size:
            count = xs[0].size // self.size
            sent = [list(x.reshape(self.size, count)) for x in xs]
            for result, total in zip(
                results,
                self._fold_received(sent, [count] * len(xs), op, call),
                strict=True,
            ):
                result.array.reshape(-1)[...] = total
        return [r.give() for r in results]

    def _is_direct(self, x, op):
        return self.size > 1 and x.size > 0 and self.transport.reduces(x.dtype, op)

    def _mean(self, function, xs, outs, call, *root):
        summed_in, dtype = dtypes_of_mean(xs[0].dtype)
        sums = function(
            [x.astype(summed_in, copy=False) for x in xs],
            [None] * len(xs),
            "sum",
            *root,
            call,
        )
        means = []
        for total, out in zip(sums, outs, strict=True):
            if total is None:
                means.append(None)
            elif out is None:
                means.append((total / self.size).astype(dtype, copy=False))
            else:
                out[...] = total / self.size
                means.append(out)
        return means

    def _fold_to_all(self, xs, flats, op, call):
        """Into flat arrays, one for each member."""
        if xs[0].nbytes <= _FOLDED_BY_ALL:
            for flat, rows in zip(flats, self._rows(xs, call), strict=True):
                flat[...] = fold(rows, op)
            return
        parts, bounds = self._fold_parts(xs, op, call)
        self._swap(
            [[part] * self.size for part in parts],
            [_slices(flat, bounds) for flat in flats],
            call,
        )

    def _fold_parts(self, xs, op, call):
        """Each member's part of the reduction, and where the parts of all ranks lie."""
        bounds = [xs[0].size * rank // self.size for rank in range(self.size + 1)]
        sent = [_slices(x.reshape(-1), bounds) for x in xs]
        counts = [bounds[me + 1] - bounds[me] for me in self.members]
        return self._fold_received(sent, counts, op, call), bounds

    def _fold_received(self, sent, counts, op, call):
        """The reduction of what all ranks send to each member."""
        rows = [
            empty((self.size, count), dtype=pieces[0].dtype, device=device)
            for pieces, count, device in zip(sent, counts, self.devices, strict=True)
        ]
        rows = [list(each) for each in rows]
        self._swap(sent, rows, call)
        return [fold(each, op) for each in rows]

    def _rows(self, xs, call):
        """All ranks' arrays, flat, at each member."""
        gathered = self.all_gather(xs, [None] * len(xs), call)
        return [list(each.reshape(self.size, xs[0].size)) for each in gathered]

    # ---- moves ----

    def broadcast(self, xs, outs, root, call):
        results = self._results(outs, xs[0].shape, xs[0].dtype)
        sources = [
            in_order(x) if me == root else r.array
            for me, x, r in zip(self.members, xs, results, strict=True)
        ]
        arrays = [r.array for r in results]
        if hasattr(self.transport, "broadcast"):
            if xs[0].size:
                self.transport.broadcast(sources, arrays, root, call)
        else:
            self._swap(
                [
                    [x.reshape(-1)] * self.size if me == root else None
                    for me, x in zip(self.members, sources, strict=True)
                ],
                [self._only(array.reshape(-1), root) for array in arrays],
                call,
            )
        return [r.give() for r in results]

    def all_gather(self, xs, outs, call):
        xs = [in_order(x) for x in xs]
        results = self._results(outs, (self.size, *xs[0].shape), xs[0].dtype, apart=xs)
        arrays = [r.array for r in results]
        if hasattr(self.transport, "all_gather"):
            if xs[0].size:
                self.transport.all_gather(xs, arrays, call)
        else:
            self._swap(
                [[x.reshape(-1)] * self.size for x in xs],
                [self._by_rank(array) for array in arrays],
                call,
            )
        return [r.give() for r in results]

    def gather(self, xs, outs, root, call):
        xs = [in_order(x) for x in xs]
        results = self._results(
            outs, (self.size, *xs[0].shape), xs[0].dtype, root, apart=xs
        )
        self._swap(
            [self._only(x.reshape(-1), root) for x in xs],
            [r and self._by_rank(r.array) for r in results],
            call,
        )
        return [r and r.give() for r in results]

    def scatter(self, xs, outs, shape, dtype, root, call):
        results = self._results(outs, shape, dtype, apart=xs)
        self._swap(
            [
                self._by_rank(in_order(x)) if me == root else None
                for me, x in zip(self.members, xs, strict=True)
            ],
            [self._only(r.array.reshape(-1), root) for r in results],
            call,
        )
        return [r.give() for r in results]

    def all_to_all(self, xs, outs, call):
        xs = [in_order(x) for x in xs]
        results = self._results(outs, xs[0].shape, xs[0].dtype, apart=xs)
        self._swap(
            [self._by_rank(x) for x in xs],
            [self._by_rank(r.array) for r in results],
            call,
        )
        return [r.give() for r in results]

    # ---- parts ----

    def _results(self, outs, shape, dtype, root=None, apart=None):
        """Where each member receives; None where only the root does."""
        apart = apart or [None] * len(outs)
        return [
            Result(out, shape, dtype, device, other)
            if root is None or me == root
            else None
            for me, out, device, other in zip(
                self.members, outs, self.devices, apart, strict=True
            )
        ]

    def _by_rank(self, x):
        """Flat views of what of an array belongs to each rank, by its first axis."""
        return list(x.reshape(self.size, x.size // self.size))

    def _only(self, x, rank):
        """For one rank alone."""
        return [x if peer == rank else None for peer in range(self.size)]

    def _swap(self, sent, received, call):
        """Each member sends `sent[i][peer]` and receives `received[i][peer]`.

        Flat arrays; None, of one or of all peers, for nothing.
        """
        transfers = []
        text = f"part of call {call[0] // 2}"
        nothing = [None] * self.size
        for i, me in enumerate(self.members):
            out = sent[i] or nothing
            into = received[i] or nothing
            if into[me] is not None:
                into[me][...] = out[me]
            for peer in range(self.size):
                if peer == me:
                    continue
                if out[peer] is not None:
                    transfers.append((i, peer, out[peer], text, True))
                if into[peer] is not None:
                    transfers.append((i, peer, into[peer], text, False))
        self.transport.transfer(transfers, call)


def _slices(flat, bounds):
    return [flat[a:b] for a, b in zip(bounds, bounds[1:], strict=False)]
