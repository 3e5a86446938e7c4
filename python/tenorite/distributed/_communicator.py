# SPDX-License-Identifier: Apache-2.0
"""The communicator."""

import contextlib

from .. import _core
from .._numpy.creation import zeros
from .._runtime.device import Device
from ._collectives import Collectives
from ._cpu import CpuTransport
from ._job import Job, open_communicators
from ._launch import PORTS, Place, next_name, place_of_process
from ._nccl import NcclTransport
from ._operands import checked, checked_out, describe, in_order
from ._reductions import check_operation, dtypes_of_mean
from ._team import Team

_Kind = _core.nccl.Collective
_TRANSPORTS = {"cpu": CpuTransport, "cuda": NcclTransport}
_TIMEOUT = 300.0
_SECONDS_AT_EXIT = 10.0


class Communicator:
    """Ranks that send each other arrays, each on a device of its own.

    `Communicator()` is a rank of the program that torchrun, mpirun or srun started, one
    for each process; started alone, it is the only one. `Communicator(devices=[...])` has
    a rank for each of these devices in this process: its methods take and return a list
    of arrays, one for each. `Communicator.of_threads(n)` makes n ranks for n threads.

    Methods are called by all ranks, in one order, but for `send` and `recv`. On GPUs they
    queue NCCL's work on the current stream of each array's device and return at once; on
    the CPU device they return when all is done. Arrays may have any dtype and layout; what
    is recorded of them is executed first, and other work stays recorded.

    A rank that ends, stops or does not come within `timeout` seconds is the end of the
    program's communicators: every other rank raises CommunicatorError, at the call or,
    where that has returned, when it looks at a result.

    Parameters
    ----------
    device : str or Device, optional
        Where this rank's arrays are; by default the default device and, where that is a
        GPU, the one whose number is the process's among those of its host.
    devices : sequence of str or Device, optional
        The devices of all ranks of this process, where it has several.
    rank, size : int, optional
        Which process this is among how many, where nobody has set variables for that.
    address : str, optional
        'host:port' of rank 0, with `rank` and `size`: it, or one of the 15 ports above,
        is where the processes meet.
    timeout : float, optional
        Seconds to wait for other ranks, 300 by default.
    in_rank_order : bool, optional
        Whether floats are summed in the order of ranks, which is the same on all devices
        and in all runs (the default). False leaves the order of more than two GPUs to
        NCCL.

    Attributes
    ----------
    rank : int
        This rank; the first one of several.
    ranks : list of int
        All of this process.
    size : int
        How many ranks there are.
    device : Device
        This rank's; of the first one of several.
    devices : list of Device
        All of this process.
    takes_lists : bool
        Whether methods take and return a list of arrays, since `devices` was given.
    timeout : float
        Seconds to wait for other ranks.

    Raises
    ------
    CommunicatorError
        Where not all ranks come.
    RuntimeError
        Where NCCL is not installed.

    See Also
    --------
    run_on_dask : Ranks on dask's workers.

    Notes
    -----
    NumPy has none; the names are those of NCCL and MPI. A communicator is a context
    manager: an exception inside of it reaches the other ranks, too.

    Examples
    --------
    >>> import tenorite as np
    >>> with np.distributed.Communicator(devices=["cpu", "cpu"]) as comm:
    ...     total, same = comm.all_reduce([np.ones(2), np.arange(2.0)])
    >>> total
    array([1., 2.])
    """

    def __init__(
        self,
        device=None,
        *,
        devices=None,
        rank=None,
        size=None,
        address=None,
        timeout=_TIMEOUT,
        in_rank_order=True,
    ):
        place = _place(rank, size, address)
        takes_lists = devices is not None
        if devices is None:
            devices = [_device_of_rank(device, place)]
        elif device is not None:
            raise ValueError("device and devices are not given together")
        elif place is not None:
            raise ValueError(
                "devices are those of one process, and this one is one of several: give "
                "device"
            )
        devices = [Device(each) for each in devices]
        if not devices:
            raise ValueError("devices must not be empty")
        for each in devices:
            _core.device.check(str(each))
        timeout = _checked_timeout(timeout)
        if place is None:
            job = Job.of_threads()
            members, party, name = [list(range(len(devices)))], 0, "world"
        else:
            name = next_name(place.name)
            place = place._replace(name=name)
            job = Job.of_processes(place, [place.rank], PORTS, timeout)
            members, party = [[i] for i in range(place.size)], place.rank
        ranks = [each for some in members for each in some]
        team = Team(job, name, ranks, members, party, devices, in_rank_order)
        self._open(team, timeout, takes_lists)

    @classmethod
    def of_threads(cls, devices, *, timeout=_TIMEOUT, in_rank_order=True):
        """Communicators for threads of this process, one for each rank.

        Parameters
        ----------
        devices : int or sequence of str or Device
            The device of each rank; of a number, the CPU device for so many.
        timeout : float, optional
            Seconds to wait for other ranks, 300 by default.
        in_rank_order : bool, optional
            As of the class.

        Returns
        -------
        list of callable
            For each rank what makes its communicator, to be called in its thread.

        Raises
        ------
        ValueError
            If `timeout` is not positive.

        Notes
        -----
        NumPy has none. Threads on the CPU device are for tests: a list of devices has
        the same values in less time.

        Examples
        --------
        >>> import tenorite as np
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> def rank(make):
        ...     with make() as comm:
        ...         return comm.all_reduce(np.array([comm.rank + 1], device=comm.device))
        >>> with ThreadPoolExecutor(3) as pool:
        ...     list(pool.map(rank, np.distributed.Communicator.of_threads(3)))
        [array([6]), array([6]), array([6])]
        """
        if isinstance(devices, int):
            devices = ["cpu"] * devices
        devices = [Device(each) for each in devices]
        job = Job.of_threads()
        size = len(devices)
        members = [[i] for i in range(size)]
        timeout = _checked_timeout(timeout)

        def make(rank):
            self = cls.__new__(cls)
            ranks = list(range(size))
            team = Team(
                job, "world", ranks, members, rank, [devices[rank]], in_rank_order
            )
            self._open(team, timeout, takes_lists=False)
            return self

        return [lambda rank=rank: make(rank) for rank in range(size)]

    def _open(self, team, timeout, takes_lists):
        self._team = team
        self.takes_lists = takes_lists
        self._number = 0
        self._messages = None  # of a group
        self._closed = True
        self.timeout = timeout
        self.ranks = team.members
        self.rank = team.members[0]
        self.size = len(team.ranks)
        self.devices = team.devices
        self.device = team.devices[0]
        kinds = {device.type for device in team.devices}
        if len(kinds) > 1:
            raise ValueError("the devices of a communicator are all CPUs or all GPUs")
        try:
            self._transport = _TRANSPORTS[kinds.pop()](team, (0, "opening", timeout))
        except BaseException:
            team.job.leave(team.job_ranks())
            raise
        self._closed = False
        self._collectives = Collectives(team, self._transport)
        self._quick = None
        if not takes_lists and not self._transport.checks:
            self._quick = self._transport.quick
        open_communicators.add(self)

    def __repr__(self):
        ranks = ", ".join(map(str, self.ranks))
        devices = ", ".join(map(str, self.devices))
        state = " closed" if self._closed else ""
        return f"<Communicator{state}: rank {ranks} of {self.size} on {devices}>"

    # ---- reductions ----

    def all_reduce(self, x, op="sum", *, out=None):
        """The elementwise reduction of all ranks' arrays, on every rank.

        An item is ``((x0 op x1) op x2) ...`` over the ranks. Like a ufunc of two arrays
        it keeps their dtype, so sums of bools are "or"; only a mean of integers is
        float64.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 3)
        >>> comm.all_reduce([np.array([3, 1]), np.array([2, 2]), np.array([1, 9])], "max")
        [array([3, 9]), array([3, 9]), array([3, 9])]
        """
        self._number += 1
        result = self._at_once(_Kind.ALL_REDUCE, x, op, 0, out)
        if result is not NotImplemented:
            return result
        return self._reduction(self._collectives.all_reduce, x, op, out)

    def reduce(self, x, op="sum", root=0, *, out=None):
        """The elementwise reduction of all ranks' arrays on rank `root`, None elsewhere.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 2)
        >>> comm.reduce([np.array([3, 1]), np.array([2, 2])], "prod")
        [array([6, 2]), None]
        """
        self._number += 1
        root = self._checked_rank(root, "root")
        result = self._at_once(_Kind.REDUCE, x, op, root, out)
        if result is not NotImplemented:
            return result
        return self._reduction(
            self._collectives.reduce, x, op, out, root, receivers=[root]
        )

    def reduce_scatter(self, x, op="sum", *, out=None):
        """Of the reduction of all ranks' arrays, the part that belongs to this rank.

        The arrays have a first axis of `size` items, of which rank i gets the i-th.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 2)
        >>> x = np.array([[1, 2], [3, 4]])
        >>> comm.reduce_scatter([x, 10 * x])
        [array([11, 22]), array([33, 44])]
        """
        self._number += 1
        result = self._at_once(_Kind.REDUCE_SCATTER, x, op, 0, out)
        if result is not NotImplemented:
            return result
        return self._reduction(
            self._collectives.reduce_scatter, x, op, out, has_parts=True
        )

    def _at_once(self, kind, x, op, root, out):
        """What an ordinary call of NCCL returns; NotImplemented for all others."""
        if self._quick is None:
            return NotImplemented
        time = 2 * self._number
        return self._quick(kind, x, op, root, out, time, self.timeout)

    def _reduction(self, function, x, op, out, *root, receivers=None, has_parts=False):
        call = self._call(function.__name__)
        check_operation(op)
        xs = self._arrays(x)
        if has_parts:
            self._check_parts(xs)
        named = f"{op} of " if not root else f"{op} to rank {root[0]} of "
        self._agree(named, xs, call)
        dtype = dtypes_of_mean(xs[0].dtype)[1] if op == "mean" else xs[0].dtype
        shape = xs[0].shape[1:] if has_parts else xs[0].shape
        outs = self._outs(out, shape, dtype, receivers)
        return self._given(function(xs, outs, op, *root, call))

    # ---- moves ----

    def broadcast(self, x, root=0, *, out=None):
        """The array of rank `root`, on every rank.

        The other ranks' arrays say its shape and dtype; `out=x` has them overwritten.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 2)
        >>> comm.broadcast([np.zeros(2), np.ones(2)], root=1)
        [array([1., 1.]), array([1., 1.])]
        """
        self._number += 1
        root = self._checked_rank(root, "root")
        result = self._at_once(_Kind.BROADCAST, x, None, root, out)
        if result is not NotImplemented:
            return result
        call = self._call("broadcast")
        xs = self._arrays(x)
        self._agree(f"rank {root}'s ", xs, call)
        outs = self._outs(out, xs[0].shape, xs[0].dtype)
        return self._given(self._collectives.broadcast(xs, outs, root, call))

    def all_gather(self, x, *, out=None):
        """All ranks' arrays along a new first axis, on every rank.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 2)
        >>> comm.all_gather([np.array([1, 2]), np.array([3, 4])])[0]
        array([[1, 2],
               [3, 4]])
        """
        self._number += 1
        result = self._at_once(_Kind.ALL_GATHER, x, None, 0, out)
        if result is not NotImplemented:
            return result
        call = self._call("all_gather")
        xs = self._arrays(x)
        self._agree("", xs, call)
        outs = self._outs(out, (self.size, *xs[0].shape), xs[0].dtype)
        return self._given(self._collectives.all_gather(xs, outs, call))

    def gather(self, x, root=0, *, out=None):
        """All ranks' arrays along a new first axis on rank `root`, None elsewhere.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 2)
        >>> comm.gather([np.array([1, 2]), np.array([3, 4])], root=1)[0] is None
        True
        """
        self._number += 1
        call = self._call("gather")
        root = self._checked_rank(root, "root")
        xs = self._arrays(x)
        self._agree(f"to rank {root} ", xs, call)
        outs = self._outs(out, (self.size, *xs[0].shape), xs[0].dtype, [root])
        return self._given(self._collectives.gather(xs, outs, root, call))

    def scatter(self, x, root=0, *, out=None):
        """The part of rank `root`'s array that belongs to this rank.

        The array has a first axis of `size` items, of which rank i gets the i-th. The
        other ranks give an array of its shape and dtype, or None and `out`.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 2)
        >>> x = np.array([[1, 2], [3, 4]])
        >>> comm.scatter([x, x])
        [array([1, 2]), array([3, 4])]
        """
        self._number += 1
        call = self._call("scatter")
        root = self._checked_rank(root, "root")
        given = self._list(x, "x")
        outs = self._list(out, "out") if out is not None else [None] * len(given)
        xs = []
        for me, one, to, device in zip(
            self.ranks, given, outs, self.devices, strict=True
        ):
            if one is not None:
                xs.append(checked(one, device))
            elif me == root or to is None:
                raise TypeError(f"rank {me}: scatter takes an array, or None and out")
            else:
                xs.append(None)
        self._check_parts([one for one in xs if one is not None])
        parts = [
            f"{one.dtype} {tuple(one.shape[1:])}" if one is not None else describe(to)
            for one, to in zip(xs, outs, strict=True)
        ]
        self._collectives.agree([f"rank {root}'s {text}" for text in parts], call)
        like = xs[0][0] if xs[0] is not None else outs[0]
        outs = self._outs(out, like.shape, like.dtype)
        return self._given(
            self._collectives.scatter(xs, outs, like.shape, like.dtype, root, call)
        )

    def all_to_all(self, x, *, out=None):
        """What each rank has for this one: item i of the result is rank i's `x[rank]`.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 2)
        >>> comm.all_to_all([np.array([1, 2]), np.array([3, 4])])
        [array([1, 3]), array([2, 4])]
        """
        self._number += 1
        call = self._call("all_to_all")
        xs = self._arrays(x)
        self._check_parts(xs)
        self._agree("", xs, call)
        outs = self._outs(out, xs[0].shape, xs[0].dtype)
        return self._given(self._collectives.all_to_all(xs, outs, call))

    # ---- messages ----

    def send(self, x, to, *, rank=None):
        """Sends an array to rank `to`, which receives it by `recv`.

        `rank` says which one of several ranks of this process sends. Messages between
        two ranks come in the order in which they are sent.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 2)
        >>> received = np.zeros(3)
        >>> with comm.group():
        ...     comm.send(np.arange(3.0), 1, rank=0)
        ...     _ = comm.recv(received, 0, rank=1)
        >>> received
        array([0., 1., 2.])
        """
        i = self._checked_member(rank)
        to = self._checked_rank(to, "to")
        x = in_order(checked(x, self.devices[i]))
        self._message("send", (i, to, x, None, True), None)

    def recv(self, out, source, *, rank=None):
        """Receives an array of the shape and dtype of `out` into it, and returns it.

        `rank` says which one of several ranks of this process receives.

        >>> comm = np.distributed.Communicator(devices=["cpu"])
        >>> with comm.group():
        ...     comm.send(np.arange(3), 0)
        ...     x = comm.recv(np.zeros(3, int), 0)
        >>> x
        array([0, 1, 2])
        """
        i = self._checked_member(rank)
        source = self._checked_rank(source, "source")
        shape, dtype = getattr(out, "shape", ()), getattr(out, "dtype", None)
        out = checked_out(out, shape, dtype, self.devices[i])
        to = in_order(out)
        end = None if to is out else (out, to)
        self._message("recv", (i, source, to, None, False), end)
        return out

    def group(self):
        """Calls inside of the block that are made as one, at its end.

        Messages of a group go at once, so that ranks may send to each other. On GPUs
        other operations are queued as one, too. What they return has values after the
        block, and what they are given must not be changed before.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 2)
        >>> a, b = np.array([1, 2]), np.array([3, 4])
        >>> with comm.group():
        ...     comm.send(a, 1, rank=0)
        ...     comm.send(b, 0, rank=1)
        ...     from_b = comm.recv(np.empty_like(b), 1, rank=0)
        ...     from_a = comm.recv(np.empty_like(a), 0, rank=1)
        >>> from_a, from_b
        (array([1, 2]), array([3, 4]))
        """
        return _Group(self)

    def _begin_group(self):
        self._check_open()
        if self._messages is not None:
            raise RuntimeError("groups do not nest")
        self._messages = []
        self._transport.begin_group()

    def _end_group(self, failed):
        messages, self._messages = self._messages, None
        if failed:
            self._transport.drop_group()
            return
        call = self._call("group", between=True)
        if messages:
            self._transport.transfer([message for message, _ in messages], call)
        self._transport.end_group(call)
        for _, end in messages:
            if end is not None:
                end[0][...] = end[1]

    def _message(self, operation, message, end):
        self._check_open()
        if self._messages is not None:
            self._messages.append((message, end))
            return
        self._transport.transfer([message], self._call(operation, between=True))
        if end is not None:
            end[0][...] = end[1]

    # ---- ranks ----

    def barrier(self):
        """Waits until every rank has come to it, and what it has queued is done.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 2)
        >>> comm.barrier()
        """
        self._number += 1
        call = self._call("barrier")
        xs = [zeros(1, "uint8", device=device) for device in self.devices]
        self._agree("", xs, call)
        self._collectives.all_reduce(xs, [None] * len(xs), "max", call)
        self._transport.settle()

    def split(self, color, key=0):
        """Communicators of the ranks that have one color each.

        Ranks of a color are in the order of `key`, then of their rank here. All of them
        fail together with this one.

        Parameters
        ----------
        color : int or None, or list of them
            Of each rank of this process; None is in no communicator.
        key : int, or list of int, optional
            What ranks of a color are sorted by.

        Returns
        -------
        Communicator or None, or list of Communicator
            This rank's; of several ranks one for each color, ascending.

        Raises
        ------
        CommunicatorError
            If a rank has ended, is stuck or has left.

        Notes
        -----
        NumPy has none; it is MPI's MPI_Comm_split.

        Examples
        --------
        >>> import tenorite as np
        >>> comm = np.distributed.Communicator(devices=["cpu"] * 3)
        >>> comm.split([0, 1, 0])
        [<Communicator: rank 0, 1 of 2 on cpu, cpu>, <Communicator: rank 0 of 1 on cpu>]
        """
        self._number += 1
        call = self._call("split")
        team = self._team
        colors = list(color) if self.takes_lists else [color]
        keys = [key] * len(colors) if not isinstance(key, (list, tuple)) else list(key)
        if len(colors) != len(self.ranks) or len(keys) != len(self.ranks):
            raise ValueError(f"split takes {len(self.ranks)} colors and keys")
        mine = ";".join(
            f"{'' if c is None else int(c)},{int(k)}"
            for c, k in zip(colors, keys, strict=True)
        )
        said = [mine.encode()]
        if team.parties > 1:
            said = team.meet(f"split {self._number}", mine.encode(), call)
        found = []  # color, key, rank, party
        for party, text in enumerate(said):
            pairs = text.decode().split(";")
            for rank, pair in zip(team.members_of_parties[party], pairs, strict=True):
                c, _, k = pair.partition(",")
                if c:
                    found.append((int(c), int(k), rank, party))
        made = []
        for c in sorted({c for c in colors if c is not None}):
            ranks = sorted(each for each in found if each[0] == int(c))
            made.append(self._of_ranks(f"{team.name}.{self._number}.{c}", ranks))
        if not self.takes_lists:
            return made[0] if made else None
        return made

    def _of_ranks(self, name, found):
        team = self._team
        parties = sorted({party for *_, party in found})
        numbers = [[] for _ in parties]
        for rank, (*_, party) in enumerate(found):
            numbers[parties.index(party)].append(rank)
        mine = [old for *_, old, party in found if party == team.party]
        new = Communicator.__new__(Communicator)
        part = Team(
            team.job,
            name,
            [team.ranks[old] for _, _, old, _ in found],
            numbers,
            parties.index(team.party),
            [team.devices[team.members.index(old)] for old in mine],
            team.in_rank_order,
        )
        new._open(part, self.timeout, self.takes_lists)
        return new

    # ---- the end ----

    def close(self):
        """Ends the communicator, once what is queued is done. Twice is no error.

        Ranks that wait for this one then raise. The processes of a program that ends
        close theirs.

        >>> comm = np.distributed.Communicator(devices=["cpu"] * 2)
        >>> comm.close()
        """
        self._close(self.timeout)

    def _close(self, seconds):
        if self._closed:
            return
        self._closed = True
        self._quick = None
        open_communicators.discard(self)
        call = (2 * self._number + 1, "close", seconds)
        try:
            if self._team.job.core.failure is None:
                self._transport.close(call)
        finally:
            # Before it waits for the others: those that wait for it have to know.
            self._team.job.leave(self._team.job_ranks())
            self._transport.free(call)

    def _close_at_exit(self):
        with contextlib.suppress(_core.CommunicatorError):
            self._close(min(self.timeout, _SECONDS_AT_EXIT))

    def __del__(self):
        if not getattr(self, "_closed", True):
            self._close_at_exit()

    def abort(self, reason="it was told to"):
        """Ends the communicators of all ranks at once: every rank raises the reason.

        >>> comm = np.distributed.Communicator(devices=["cpu"])
        >>> comm.abort("the file is damaged")
        >>> try:
        ...     comm.barrier()
        ... except np.distributed.CommunicatorError as error:
        ...     print(error)
        rank 0 aborted: the file is damaged
        """
        self._team.job.core.fail(f"rank {self.rank} aborted: {reason}")

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        error = exc_info[1]
        if error is not None and not isinstance(error, _core.CommunicatorError):
            # The others wait for what this rank will not do.
            self.abort(f"{type(error).__name__}: {error}")
        self.close()

    # ---- arguments ----

    def _check_open(self):
        self._team.job.check_process()
        if self._closed:
            raise ValueError("the communicator is closed")
        self._team.job.core.check()

    def _call(self, operation, between=False):
        self._check_open()
        return (2 * self._number + between, operation, self.timeout)

    def _list(self, x, what):
        if not self.takes_lists:
            return [x]
        xs = list(x) if isinstance(x, (list, tuple)) else None
        if xs is None or len(xs) != len(self.ranks):
            raise ValueError(
                f"{what} must be a list of {len(self.ranks)} arrays, one for each rank of "
                "this process"
            )
        return xs

    def _arrays(self, x):
        xs = [
            checked(one, device)
            for one, device in zip(self._list(x, "x"), self.devices, strict=True)
        ]
        for one in xs[1:]:
            if one.shape != xs[0].shape or one.dtype != xs[0].dtype:
                raise ValueError(
                    f"ranks do not agree: rank {self.rank} has "
                    f"{describe(xs[0])}, and another one of this "
                    f"process {describe(one)}"
                )
        return xs

    def _outs(self, out, shape, dtype, receivers=None):
        if out is None:
            return [None] * len(self.ranks)
        return [
            checked_out(one, shape, dtype, device)
            if receivers is None or me in receivers
            else None
            for me, one, device in zip(
                self.ranks, self._list(out, "out"), self.devices, strict=True
            )
        ]

    def _agree(self, named, xs, call):
        texts = [f"{call[1]} {named}{describe(x)}" for x in xs]
        self._collectives.agree(texts, call)

    def _compare(self, text):
        """ValueError, on every rank, unless all ranks come here and say the same."""
        self._number += 1
        self._collectives.agree([text] * len(self.ranks), self._call("a split array"))

    def _given(self, results):
        return results if self.takes_lists else results[0]

    def _check_parts(self, xs):
        for x in xs:
            if x.ndim == 0 or x.shape[0] != self.size:
                raise ValueError(
                    f"the first axis must have {self.size} items, one for each rank; the "
                    f"shape is {tuple(x.shape)}"
                )

    def _checked_rank(self, rank, what):
        if not 0 <= rank < self.size:
            raise ValueError(
                f"{what} must be a rank from 0 to {self.size - 1}, not {rank}"
            )
        return int(rank)

    def _checked_member(self, rank):
        if rank is None:
            if len(self.ranks) > 1:
                raise ValueError("rank= says which one of this process's ranks it is")
            return 0
        if rank not in self.ranks:
            raise ValueError(f"rank {rank} is not one of this process, {self.ranks}")
        return self.ranks.index(rank)


class _Group:
    """The block of `Communicator.group`."""

    __slots__ = ("_communicator",)

    def __init__(self, communicator):
        self._communicator = communicator

    def __enter__(self):
        self._communicator._begin_group()

    def __exit__(self, *exc_info):
        self._communicator._end_group(failed=exc_info[0] is not None)


def _place(rank, size, address):
    """Where this process is, or None where it is alone."""
    if rank is None and size is None and address is None:
        place = place_of_process()
        return place if place is not None and place.size > 1 else None
    if rank is None or size is None or address is None:
        raise ValueError("rank, size and address are given together")
    if not 0 <= rank < size:
        raise ValueError(f"rank must be from 0 to {size - 1}, not {rank}")
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        raise ValueError(f"address must be 'host:port', not {address!r}")
    if size == 1:
        return None
    return Place(int(rank), int(size), int(rank), host, int(port), address)


def _device_of_rank(device, place):
    if device is None and place is not None and Device().type == "cuda":
        count = _core.device.cuda_count()
        return Device(f"cuda:{place.local_rank % count}")
    return Device(device)


def _checked_timeout(timeout):
    if not timeout > 0:
        raise ValueError(f"timeout must be positive, not {timeout}")
    return float(timeout)
