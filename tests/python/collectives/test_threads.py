# SPDX-License-Identifier: Apache-2.0
"""Ranks of one process on the CPU device: in a list, and one for each thread."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import tenorite
from support import collective_cases as cases
from tenorite.distributed import Communicator, CommunicatorError


def on_threads(size, body, **keywords):
    """What `body(communicator)` returns or raises on each of so many ranks."""

    def run(make):
        try:
            with make() as comm:
                return body(comm)
        except Exception as error:
            return error

    with ThreadPoolExecutor(size) as pool:
        return list(pool.map(run, Communicator.of_threads(size, **keywords)))


def values(results):
    """The results, or the error that made the others raise."""
    errors = [result for result in results if isinstance(result, Exception)]
    for error in sorted(errors, key=lambda e: isinstance(e, CommunicatorError)):
        raise error
    return results


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_list(size):
    with Communicator(devices=["cpu"] * size) as comm:
        cases.check_all(comm)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_threads(size):
    values(on_threads(size, cases.check_all))


def test_default_is_one_rank(monkeypatch):
    for name in ("RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"):
        monkeypatch.delenv(name, raising=False)
    with Communicator("cpu") as comm:
        assert (comm.rank, comm.size, str(comm.device)) == (0, 1, "cpu")
        assert comm.all_reduce(tenorite.ones(3)).tolist() == [1, 1, 1]


def test_bits_do_not_depend_on_who_computes():
    """Two ways of folding, and all numbers of bytes between."""
    for items in (100, 8192, 8193, 50_000):
        hosts = [np.random.default_rng(r).normal(size=items) for r in range(3)]
        expected = cases.fold(hosts, "sum").tobytes()

        def total(comm, hosts=hosts):
            return comm.all_reduce(tenorite.asarray(hosts[comm.rank], device="cpu"))

        results = [x.get().tobytes() for x in values(on_threads(3, total))]
        assert results == [expected] * 3


def test_numpy_arrays_are_operands():
    with Communicator(devices=["cpu"] * 2) as comm:
        results = comm.all_reduce([np.ones(2), np.ones(2)])
    assert results[0].tolist() == [2, 2]


@pytest.mark.parametrize("what", ["shape", "dtype", "op", "root", "operation"])
def test_ranks_that_do_not_agree_raise_on_each(what):
    def body(comm):
        other = comm.rank == 1
        x = tenorite.ones(4 if other and what == "shape" else 3, device="cpu")
        if other and what == "dtype":
            x = x.astype("float32")
        with pytest.raises(ValueError, match="ranks do not agree") as error:
            if what == "root":
                comm.broadcast(x, comm.rank)
            elif what == "operation" and other:
                comm.all_gather(x)
            else:
                comm.all_reduce(x, "max" if other and what == "op" else "sum")
        # It goes on.
        assert comm.all_reduce(tenorite.ones(1, device="cpu")).item() == comm.size
        return str(error.value)

    for rank, text in enumerate(values(on_threads(3, body))):
        assert text.startswith(f"rank {rank}: ")
        assert f"{__file__}:" in text
        assert "rank 1" in text and "rank 0, 2" in text or what == "root"


def test_messages_that_do_not_agree_end_the_job():
    def body(comm):
        if comm.rank == 0:
            comm.send(tenorite.ones(3, device="cpu"), 1)
            comm.barrier()
        elif comm.rank == 1:
            comm.recv(tenorite.ones(3, "float32", device="cpu"), 0)
        else:
            comm.barrier()

    results = on_threads(3, body)
    assert type(results[1]) is ValueError
    assert "rank 0 sends an array float64 (3,) to rank 1, which expects" in str(
        results[1]
    )
    assert type(results[0]) is type(results[2]) is CommunicatorError
    assert str(results[0]) == str(results[2]) == str(results[1])


def test_rank_that_does_not_come():
    def body(comm):
        comm.barrier()
        if comm.rank == 1:
            time.sleep(1.5)
        comm.all_reduce(tenorite.ones(2, device="cpu"))

    start = time.monotonic()
    results = on_threads(3, body, timeout=0.5)
    assert time.monotonic() - start < 5
    for result in results:
        assert type(result) is CommunicatorError
        assert "all_reduce (call 2)" in str(result)
        assert "rank 1 has not come to it: its last call is barrier (call 1)" in str(
            result
        )
        assert str(result).count(__file__) == 2


def test_rank_that_fails_ends_the_others():
    def body(comm):
        if comm.rank == 1:
            raise KeyError("no such file")
        comm.barrier()

    results = on_threads(3, body)
    assert type(results[1]) is KeyError
    for result in (results[0], results[2]):
        assert type(result) is CommunicatorError
        assert str(result) == "rank 1 aborted: KeyError: 'no such file'"


def test_rank_that_leaves_is_not_awaited():
    def body(comm):
        if comm.rank == 2:
            return comm.close()
        comm.barrier()

    results = on_threads(3, body)
    assert results[2] is None
    assert "rank 2 has closed its communicator" in str(results[0])
    assert type(results[1]) is CommunicatorError


def test_message_that_was_sent_before_the_sender_left():
    def body(comm):
        if comm.rank == 0:
            comm.send(tenorite.arange(5, device="cpu"), 1)
            return comm.close()
        time.sleep(0.1)
        return comm.recv(tenorite.zeros(5, int, device="cpu"), 0).tolist()

    assert values(on_threads(2, body))[1] == [0, 1, 2, 3, 4]


def test_abort():
    with Communicator(devices=["cpu"] * 2) as comm:
        comm.abort("enough")
        with pytest.raises(CommunicatorError, match="rank 0 aborted: enough"):
            comm.barrier()


class TestArguments:
    @pytest.fixture
    def comm(self):
        with Communicator(devices=["cpu"] * 2) as comm:
            yield comm

    def test_operation(self, comm):
        with pytest.raises(ValueError, match="op must be one of 'sum'"):
            comm.all_reduce([tenorite.ones(1), tenorite.ones(1)], "median")

    def test_list(self, comm):
        with pytest.raises(ValueError, match="list of 2 arrays"):
            comm.all_reduce([tenorite.ones(1)])

    def test_ranks(self, comm):
        x = [tenorite.ones(1)] * 2
        with pytest.raises(ValueError, match="root must be a rank from 0 to 1, not 2"):
            comm.broadcast(x, 2)
        with pytest.raises(ValueError, match="rank= says which one"):
            comm.send(tenorite.ones(1), 0)
        with pytest.raises(ValueError, match="rank 5 is not one of this process"):
            comm.send(tenorite.ones(1), 0, rank=5)

    def test_first_axis(self, comm):
        x = [tenorite.ones(3)] * 2
        for call in (comm.reduce_scatter, comm.all_to_all, comm.scatter):
            with pytest.raises(ValueError, match="first axis must have 2 items"):
                call(x)

    @pytest.mark.parametrize(
        "out, text",
        [
            (
                lambda: tenorite.ones(3),
                r"out is float64 \(3,\), and the result float64",
            ),
            (lambda: tenorite.ones(2, "f4"), "out is float32"),
            (lambda: np.ones(2), "out must be a tenorite.ndarray"),
            (lambda: tenorite.broadcast_to(tenorite.ones(1), 2), "out is read-only"),
        ],
    )
    def test_out(self, comm, out, text):
        with pytest.raises((ValueError, TypeError), match=text):
            comm.all_reduce([tenorite.ones(2)] * 2, out=[out(), out()])

    def test_shapes_of_one_process(self, comm):
        with pytest.raises(ValueError, match="ranks do not agree"):
            comm.all_reduce([tenorite.ones(2), tenorite.ones(3)])

    def test_groups_do_not_nest(self, comm):
        with pytest.raises(RuntimeError, match="groups do not nest"):
            with comm.group(), comm.group():
                pass
        comm.barrier()

    def test_closed(self, comm):
        comm.close()
        comm.close()
        assert "closed" in repr(comm)
        with pytest.raises(ValueError, match="the communicator is closed"):
            comm.barrier()

    def test_scatter_without_array(self, comm):
        out = tenorite.zeros(3)
        x = tenorite.ones((2, 3))
        assert comm.scatter([x, None], out=[tenorite.zeros(3), out])[1] is out
        assert out.tolist() == [1, 1, 1]
        with pytest.raises(TypeError, match="rank 1: scatter takes an array, or None"):
            comm.scatter([x, None])

    @pytest.mark.parametrize(
        "keywords, text",
        [
            ({"timeout": 0}, "timeout must be positive"),
            ({"device": "cpu", "devices": ["cpu"]}, "not given together"),
            ({"devices": []}, "must not be empty"),
            ({"rank": 0, "size": 2}, "given together"),
            ({"rank": 2, "size": 2, "address": "a:1"}, "rank must be from 0 to 1"),
            ({"rank": 0, "size": 2, "address": "a"}, "'host:port'"),
        ],
    )
    def test_opening(self, keywords, text):
        with pytest.raises(ValueError, match=text):
            Communicator(**keywords)
