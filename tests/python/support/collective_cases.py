# SPDX-License-Identifier: Apache-2.0
"""Collective operations against NumPy, on whatever ranks a communicator has.

`check_all(comm)` is called on every rank. Each knows all ranks' arrays, computes with
NumPy what has to come out, in the order of ranks, and compares the bits.
"""

import functools
import itertools

import numpy as np
import tenorite

DTYPES = [
    *("bool int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()),
    *("float16 float32 float64 complex64 complex128".split()),
]
OPERATIONS = {"sum": np.add, "prod": np.multiply, "max": np.maximum, "min": np.minimum}
SHAPES = [(), (1,), (7,), (4, 3), (2, 0)]


@functools.cache
def host_array(rank, shape, dtype, seed=0):
    """A rank's values, made once: each rank asks for all ranks' in every operation."""
    values = np.asarray(_values(rank, shape, dtype, seed))
    values.flags.writeable = False
    return values


def _values(rank, shape, dtype, seed):
    """With NaNs, infinities and both zeros among floats."""
    rng = np.random.default_rng([seed, rank, *shape])
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.random(shape) < 0.6
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return rng.integers(info.min, info.max, shape, dtype, endpoint=True)
    values = rng.normal(size=shape) * 3
    if dtype.kind == "c":
        values = values + 1j * rng.normal(size=shape)
    values = np.asarray(values).astype(dtype)
    if values.size > 4 and dtype.kind == "f":
        special = [np.nan, np.inf, -np.inf, 0.0, -0.0]
        flat = values.reshape(-1)
        flat[rng.integers(flat.size)] = special[int(rng.integers(5))]
    return values


def _strided(x, device):
    """The same values in memory where none is beside another."""
    wide = tenorite.zeros([2 * n + 1 for n in x.shape], x.dtype, device=device)
    # Of no axes: such an index gives an array, not its item.
    view = wide[(..., *(slice(1, 1 + 2 * n, 2) for n in x.shape))]
    view[...] = tenorite.asarray(x, device=device)
    return view


LAYOUTS = {
    "C": lambda x, device: tenorite.asarray(x, device=device),
    "F": lambda x, device: tenorite.asarray(
        np.asfortranarray(x), device=device
    ).reshape(x.shape),
    "reversed": lambda x, device: tenorite.asarray(
        np.ascontiguousarray(np.flip(x)).reshape(x.shape), device=device
    )[(slice(None, None, -1),) * x.ndim],
    "strided": _strided,
    "recorded": lambda x, device: tenorite.where(
        True, tenorite.asarray(x, device=device), 0
    ).astype(x.dtype),
    "offset": lambda x, device: tenorite.concatenate(
        [tenorite.zeros(3, x.dtype, device=device)]
        + [tenorite.asarray(x.reshape(-1), device=device)]
    )[3:].reshape(x.shape),
}


class Ranks:
    """Calls of a communicator that may have several ranks of this process."""

    def __init__(self, comm):
        self.comm = comm
        self.several = comm.takes_lists

    def call(self, name, arrays, *args, out=None, **keywords):
        """Of each rank's array, by number; a list of what this process's ranks get."""
        if out is not None:
            keywords["out"] = out if self.several else out[0]
        arrays = arrays if self.several else arrays[0]
        results = getattr(self.comm, name)(arrays, *args, **keywords)
        return results if self.several else [results]

    def place(self, hosts, layout="C"):
        return [
            LAYOUTS[layout](hosts[rank], str(device))
            for rank, device in zip(self.comm.ranks, self.comm.devices, strict=True)
        ]


def fold(hosts, op):
    """The reduction in the order of ranks."""
    with np.errstate(all="ignore"):
        total = hosts[0]
        for each in hosts[1:]:
            total = OPERATIONS[op](total, each)
    total = np.asarray(total)
    if op != "prod" or total.dtype.kind != "c":
        return total
    # NumPy's complex products have other bits from one processor to another.
    ours = tenorite.asarray(hosts[0], device="cpu")
    for each in hosts[1:]:
        ours = ours * tenorite.asarray(each, device="cpu")
    np.testing.assert_allclose(ours.get(), total, rtol=1e-5)
    return np.asarray(ours.get())


def assert_same(result, expected, what):
    """Dtype, shape and bits; any NaN is another."""
    assert isinstance(result, tenorite.ndarray), what
    assert result.dtype == expected.dtype, (what, result.dtype, expected.dtype)
    assert result.shape == expected.shape, (what, result.shape, expected.shape)
    got = np.atleast_1d(np.ascontiguousarray(result.get()))
    wanted = np.atleast_1d(np.ascontiguousarray(expected))
    if wanted.dtype.kind in "fc":
        part = wanted.real.dtype
        got, wanted = got.view(part), wanted.view(part)
        nans = np.isnan(wanted)
        np.testing.assert_array_equal(np.isnan(got), nans, err_msg=str(what))
        got, wanted = got[~nans], wanted[~nans]
        zeros = (got == 0) & (wanted == 0)  # whose sign NumPy's maximum leaves open
        got, wanted = got[~zeros], wanted[~zeros]
    assert got.tobytes() == wanted.tobytes(), (what, got, wanted)


def check_reductions(comm, dtype, shape, layout, op):
    ranks = Ranks(comm)
    hosts = [host_array(r, shape, dtype) for r in range(comm.size)]
    what = (dtype, shape, layout, op)
    total = fold(hosts, op)
    for result in ranks.call("all_reduce", ranks.place(hosts, layout), op):
        assert_same(result, total, ("all_reduce", *what))
    for root in {0, comm.size - 1}:
        results = ranks.call("reduce", ranks.place(hosts, layout), op, root)
        for rank, result in zip(comm.ranks, results, strict=True):
            if rank == root:
                assert_same(result, total, ("reduce", *what))
            else:
                assert result is None
    parts = [host_array(r, (comm.size, *shape), dtype) for r in range(comm.size)]
    totals = fold(parts, op)
    results = ranks.call("reduce_scatter", ranks.place(parts, layout), op)
    for rank, result in zip(comm.ranks, results, strict=True):
        assert_same(result, totals[rank], ("reduce_scatter", *what))


def check_mean(comm, dtype, shape):
    ranks = Ranks(comm)
    hosts = [host_array(r, shape, dtype) for r in range(comm.size)]
    with np.errstate(all="ignore"):
        expected = np.asarray(np.mean(np.stack(hosts), axis=0))
    for result in ranks.call("all_reduce", ranks.place(hosts), "mean"):
        assert result.dtype == expected.dtype
        np.testing.assert_allclose(
            np.asarray(result.get()),
            expected,
            rtol=1e-3 if dtype == "float16" else 1e-5,
        )
    results = ranks.call("reduce", ranks.place(hosts), "mean", comm.size - 1)
    assert [r is None for r in results] == [r != comm.size - 1 for r in comm.ranks]


def check_moves(comm, dtype, shape, layout):
    ranks = Ranks(comm)
    hosts = [host_array(r, shape, dtype, 1) for r in range(comm.size)]
    parts = [host_array(r, (comm.size, *shape), dtype, 2) for r in range(comm.size)]
    stacked = np.stack(hosts)
    what = (dtype, shape, layout)
    for result in ranks.call("all_gather", ranks.place(hosts, layout)):
        assert_same(result, stacked, ("all_gather", *what))
    for root in {0, comm.size - 1}:
        for result in ranks.call("broadcast", ranks.place(hosts, layout), root):
            assert_same(result, hosts[root], ("broadcast", *what))
        results = ranks.call("gather", ranks.place(hosts, layout), root)
        for rank, result in zip(comm.ranks, results, strict=True):
            if rank == root:
                assert_same(result, stacked, ("gather", *what))
            else:
                assert result is None
        results = ranks.call("scatter", ranks.place(parts, layout), root)
        for rank, result in zip(comm.ranks, results, strict=True):
            assert_same(result, parts[root][rank], ("scatter", *what))
    results = ranks.call("all_to_all", ranks.place(parts, layout))
    for rank, result in zip(comm.ranks, results, strict=True):
        expected = np.stack([parts[r][rank] for r in range(comm.size)])
        assert_same(result, expected, ("all_to_all", *what))


def check_messages(comm, dtype, shape, layout):
    """Around a ring, both ways at once, into strided memory."""
    ranks = Ranks(comm)
    hosts = [host_array(r, shape, dtype, 3) for r in range(comm.size)]
    sent = ranks.place(hosts, layout)
    blank = [np.zeros(shape, dtype)] * comm.size
    from_left, from_right = ranks.place(blank, "strided"), ranks.place(blank)
    with comm.group():
        for i, rank in enumerate(comm.ranks):
            left, right = (rank - 1) % comm.size, (rank + 1) % comm.size
            comm.send(sent[i], right, rank=rank)
            assert comm.recv(from_left[i], left, rank=rank) is from_left[i]
            comm.send(sent[i], left, rank=rank)
            comm.recv(from_right[i], right, rank=rank)
    for i, rank in enumerate(comm.ranks):
        what = (dtype, shape, layout, rank)
        assert_same(from_left[i], hosts[(rank - 1) % comm.size], what)
        assert_same(from_right[i], hosts[(rank + 1) % comm.size], what)


def check_outs(comm, dtype):
    """out= of other layouts, and the array itself."""
    ranks = Ranks(comm)
    shape = (5, 3)
    hosts = [host_array(r, shape, dtype, 4) for r in range(comm.size)]
    for layout in LAYOUTS:
        outs = ranks.place([np.zeros(shape, dtype)] * comm.size, layout)
        given = ranks.call("all_reduce", ranks.place(hosts), "sum", out=outs)
        for result, out in zip(given, outs, strict=True):
            assert result is out
            assert_same(out, fold(hosts, "sum"), ("out", dtype, layout))
        in_place = ranks.place(hosts, layout)
        ranks.call("all_reduce", in_place, "max", out=in_place)
        for x in in_place:
            assert_same(x, fold(hosts, "max"), ("in place", dtype, layout))
        in_place = ranks.place(hosts, layout)
        ranks.call("broadcast", in_place, comm.size - 1, out=in_place)
        for x in in_place:
            assert_same(x, hosts[-1], ("broadcast in place", dtype, layout))
    parts = [host_array(r, (comm.size, 6), dtype, 5) for r in range(comm.size)]
    in_place = ranks.place(parts)
    ranks.call("all_to_all", in_place, out=in_place)
    for rank, x in zip(comm.ranks, in_place, strict=True):
        assert_same(x, np.stack([p[rank] for p in parts]), "all_to_all in place")


def check_large(comm, dtype, items):
    """More than one exchange of parts, and than the rings hold; uneven parts."""
    ranks = Ranks(comm)
    hosts = [host_array(r, (items,), dtype, 6) for r in range(comm.size)]
    for op in ("sum", "max"):
        for result in ranks.call("all_reduce", ranks.place(hosts), op):
            assert_same(result, fold(hosts, op), ("large", dtype, op))
        for result in ranks.call("reduce", ranks.place(hosts), op, 0):
            if result is not None:
                assert_same(result, fold(hosts, op), ("large reduce", dtype, op))
    for result in ranks.call("all_gather", ranks.place(hosts)):
        assert_same(result, np.stack(hosts), ("large all_gather", dtype))


def check_recorded(comm):
    """What is recorded of the operands is executed; later work sees the result."""
    ranks = Ranks(comm)
    hosts = [np.arange(1000.0) + r for r in range(comm.size)]
    xs = [x * 2 + 1 for x in ranks.place(hosts)]
    totals = ranks.call("all_reduce", xs)
    after = [(total - x) * 3 for total, x in zip(totals, xs, strict=True)]
    # The operand changes after the call, which has read it by then.
    for x in xs:
        x += 1000
    doubled = [h * 2 + 1 for h in hosts]
    for rank, x, result in zip(comm.ranks, xs, after, strict=True):
        assert_same(x, doubled[rank] + 1000, "operand")
        expected = (fold(doubled, "sum") - doubled[rank]) * 3
        assert_same(result, expected, "after")


def check_split(comm):
    """Even and odd ranks apart, and the former in descending order."""
    several = Ranks(comm).several
    colors = [rank % 2 for rank in comm.ranks]
    keys = [-rank for rank in comm.ranks]
    parts = comm.split(colors if several else colors[0], keys if several else keys[0])
    for part in parts if several else [parts]:
        ranks = Ranks(part)
        mine = [
            r for r in range(comm.size) if part.size == len(range(r % 2, comm.size, 2))
        ]
        assert 1 <= part.size <= len(mine)
        hosts = [np.array([float(i)]) for i in range(part.size)]
        for result in ranks.call("all_reduce", ranks.place(hosts)):
            assert_same(result, fold(hosts, "sum"), "split")
        part.close()
    if not several:
        own = comm.split(None if comm.rank else 5)
        assert (own is None) == (comm.rank > 0)
        if own is not None:
            assert own.size == 1
            own.close()
    comm.barrier()


@np.errstate(all="ignore")
def check_all(comm, large=100_003):
    for dtype, shape in itertools.product(DTYPES, SHAPES):
        for op in OPERATIONS:
            check_reductions(comm, dtype, shape, "C", op)
        check_mean(comm, dtype, (3, 2))
    for dtype, layout in itertools.product(DTYPES, LAYOUTS):
        check_reductions(comm, dtype, (4, 3), layout, "sum")
        for shape in ((), (4, 3)):
            check_moves(comm, dtype, shape, layout)
        check_messages(comm, dtype, (4, 3), layout)
    for shape in SHAPES:
        check_moves(comm, "float32", shape, "C")
        check_messages(comm, "int16", shape, "C")
    for dtype in DTYPES:
        check_outs(comm, dtype)
    for dtype in ("bool", "int16", "float16", "float64", "complex128"):
        check_large(comm, dtype, large)
    check_recorded(comm)
    check_split(comm)
    comm.barrier()
