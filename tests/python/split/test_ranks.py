# SPDX-License-Identifier: Apache-2.0
"""The same programs on meshes of a communicator: every rank has a part."""

from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest
import tenorite
from tenorite.distributed import Communicator, Mesh, Split
from tenorite.distributed._split import cuts

from split.cases import CHANGING, CLOSE, EXACT, lines
from split.test_calls import bits, host, names_of, value


def on_ranks(size, body):
    """What body(mesh) returns on each of so many ranks."""

    def rank(make):
        with make() as comm:
            return body(Mesh(comm))

    with ThreadPoolExecutor(size) as pool:
        return list(pool.map(rank, Communicator.of_threads(size, timeout=60)))


@pytest.mark.parametrize("axis", [0, 1, None])
@pytest.mark.parametrize("size", [2, 3])
def test_programs_of_one_line(size, axis, monkeypatch):
    """Bits are those of a mesh of one process."""
    monkeypatch.setattr(cuts, "SMALL", 0)
    monkeypatch.setattr(tenorite.config, "fallback", "allow")
    texts = lines(EXACT) + lines(CLOSE) + lines(CHANGING)

    def run(mesh):
        found = []
        for text in texts:
            try:
                found.append(bits(host(value(text, names_of(mesh, axis), tenorite))))
            except Exception as error:
                raise AssertionError(f"{text}: {error!r}") from error
        return found

    expected = run(Mesh(["cpu"] * size))
    for found in on_ranks(size, run):
        for text, got, want in zip(texts, found, expected, strict=True):
            assert got == want, text


def test_ranks_that_take_different_ways(monkeypatch):
    """Where it is asked for, every one of them is told."""
    monkeypatch.setenv("TENORITE_COMM_CHECK", "1")

    def body(mesh):
        x = tenorite.arange(10.0, device=Split(mesh))
        assert float((x[1:] + x[:-1]).sum()) == 81.0
        with pytest.raises(ValueError, match="ranks do not agree: 1 messages"):
            x[1:] + x[:-1] if mesh.local == [0] else x[2:] + x[:-2]
        return True

    assert all(on_ranks(2, body))


def test_several_ranks_in_a_process():
    with Communicator(devices=["cpu"] * 3) as comm:
        mesh = Mesh(comm)
        x = tenorite.arange(100.0, device=Split(mesh))
        h = numpy.arange(100.0)
        assert mesh.local == [0, 1, 2]
        assert (x[1:] - x[:-1]).get().tolist() == (h[1:] - h[:-1]).tolist()
        assert float(x.sum()) == h.sum()


def test_local_parts():
    def body(mesh):
        x = tenorite.arange(10, device=Split(mesh))
        (mine,) = mesh.local
        with pytest.raises(ValueError, match="there is no part"):
            x.local(1 - mine)
        assert repr(x).startswith("<SplitArray int64 (10,) on Split(")
        return x.local(mine).get().tolist()

    assert on_ranks(2, body) == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]
