# SPDX-License-Identifier: Apache-2.0
"""The example gives the right values, in order with what is recorded and with streams."""

import ctypes
import gc

import numpy as np
import pytest
import tenorite as tn
from support import extensions
from support.extensions import address, needs_gpu
from support.fusion_modes import flushes, fusion, memory_of
from support.helpers import check

# ---- the example ----


def lines_of_code(path):
    lines = (line.strip() for line in path.read_text().splitlines())
    return [line for line in lines if line and not line.startswith("//")]


def test_the_users_code_is_short():
    assert len(lines_of_code(extensions.EXAMPLE / "doublify.cu")) <= 15


@pytest.mark.parametrize("shape", [(), (0,), (5,), (3, 4), (2, 0, 3), (70_000, 2)])
@pytest.mark.parametrize("order", "CF")
def test_doublify(example, device, shape, order):
    host = np.arange(np.prod(shape, dtype=int), dtype="f4").reshape(shape, order=order)
    x = tn.asarray(host)
    found = example.doublify(x)
    check(np.asarray(host * np.float32(2)), found, order=False)
    assert found.strides == tn.empty_like(x).strides
    assert found.flags.writeable and not tn.may_share_memory(found, x)
    check(host, x, order=False)


@pytest.mark.parametrize(
    "part",
    [
        slice(None),
        slice(None, None, 3),
        slice(None, None, -1),
        slice(500, 400, -7),
        slice(3, 3),
    ],
)
def test_sum_of_squares(example, device, part):
    host = np.linspace(-1, 2, 1000)
    found = example.sum_of_squares(tn.asarray(host)[part])
    assert found.shape == () and found.dtype == np.float64
    # In the order of the example's text.
    squares = host[part] ** 2
    parts = [np.cumsum([0.0, *squares[i::256]])[-1] for i in range(256)]
    assert float(found) == np.cumsum(parts)[-1]
    row = tn.broadcast_to(tn.full(1, 3.0), (50,))
    assert float(example.sum_of_squares(row)) == 450


def test_running_max(example, device):
    host = np.random.default_rng(5).integers(-1000, 1000, 10_000).astype("i4")
    x, out = tn.asarray(host), tn.empty(10_000, "i4")
    assert example.running_max(x, out) is None
    check(np.maximum.accumulate(host), out)
    example.running_max(out=x, x=x)
    check(np.maximum.accumulate(host), x)
    nothing = tn.empty(0, "i4")
    example.running_max(nothing, nothing)
    with pytest.raises(ValueError, match="x and out must have the same length"):
        example.running_max(x, out[1:])
    with pytest.raises(ValueError, match="argument 'out' is read-only"):
        example.running_max(x, tn.broadcast_to(out[:1], 10_000)[:1])


@needs_gpu
def test_scratch_memory_is_of_the_pool(example_on_gpu):
    x = tn.arange(100_000, dtype="i4", device="cuda:0")
    before = memory_of("cuda:0")
    for _ in range(10):
        example_on_gpu.running_max(x, x)
    after = memory_of("cuda:0")
    assert after["used_bytes"] == before["used_bytes"]
    assert after["allocations"] >= before["allocations"] + 10


# ---- recorded work ----


def test_what_was_recorded_comes_before(example, device, mode):
    a = tn.arange(5, dtype="f4")
    check(np.arange(5, dtype="f4") * 4 + 2, example.doublify(a * 2 + 1))
    check(np.arange(5, dtype="f4") * 2, example.doublify(example.doublify(a / 2)))
    total = example.sum_of_squares(tn.arange(6.0)[::2] + 1)
    assert float(total * 2) == 2 * (1 + 9 + 25)


def test_writes_come_between_what_is_recorded_before_and_after(example, device, mode):
    host = np.array([3, 1, 4, 1, 5, 9, 2, 6], "i4")
    result = np.maximum.accumulate(host)
    x = tn.asarray(host)
    copied, view, summed = x.copy(), x[1:4], x.sum()
    changed = x + 1
    example.running_max(x, x)
    doubled = x * 2
    check(host, copied)
    check(host + 1, changed)
    assert int(summed) == host.sum()
    check(result[1:4], view)
    check(result * 2, doubled)

    out = tn.zeros(8, "i4")
    out += 7
    seen = out * 1
    example.running_max(x + 1, out)
    out *= 10
    check(np.full(8, 7, "i4"), seen)
    check((result + 1) * 10, out)


def test_parts_of_an_array_that_is_pending(example, device, mode):
    x = tn.arange(16, dtype="i4").reshape(2, 8)
    x *= -1
    example.running_max(x[0], x[1])
    x += 1
    check(np.array([np.arange(1, -7, -1), np.full(8, 1)], "i4"), x)


def test_nothing_is_executed_before_the_memory_is_asked_for(bound, device):
    with fusion("tier0"):
        x = tn.arange(6.0) + 1
        with flushes(exactly=0):
            bound.described(x)
            bound.two(x, x)
            bound.same(x)
            bound.overloaded(x)
            bound.new_like(x)
            with pytest.raises(TypeError, match="must have dtype float32"):
                bound.float32(x)
        with flushes(exactly=1) as notes:
            pointer = bound.pointer(x)
        assert [flush.reason for flush in notes.flushes] == ["extension"]
        assert pointer == address(x)


def test_operations_between_looks_at_the_memory(bound, mode):
    x = tn.zeros(3, device="cpu")
    assert bound.between_operations(x) == 400
    assert x.tolist() == [400, 1, 1]


def test_an_array_that_is_kept(bound, mode):
    x = tn.arange(3.0, device="cpu")
    bound.keep(x)
    try:
        x += 5
        assert bound.look() == 5
        x *= 2
        del x
        gc.collect()
        assert bound.look() == 10
    finally:
        bound.forget()


def test_a_pointer_that_is_kept(bound):
    with fusion("tier0"):
        x = tn.zeros(3, device="cpu")
        address = bound.pointer(x)
        bound.expose(x)
        x += 5
        assert ctypes.cast(address, ctypes.POINTER(ctypes.c_double))[1] == 5


@pytest.mark.filterwarnings("ignore:Setting the shape on a NumPy array")
def test_shapes_that_change_after_the_check(bound):
    x = tn.arange(6.0, device="cpu")

    def reshape():
        x.shape = (2, 3)

    with pytest.raises(RuntimeError, match="another shape since it was checked"):
        bound.after_callback(x, reshape)
    assert bound.after_callback(x, lambda: x.fill(1)) == address(x)


# ---- streams ----


def test_there_is_no_stream_on_the_cpu(bound):
    assert bound.stream(tn.zeros(3, device="cpu")) == 0


@needs_gpu
def test_the_stream_is_the_current_one(bound):
    x = tn.zeros(3, device="cuda:0")
    # cudaStreamLegacy, also in code for default streams of threads.
    assert bound.stream(x) == 1
    with tn.cuda.Stream() as stream:
        assert bound.stream(x) == stream.ptr
    assert bound.stream(x) == 1


@needs_gpu
@pytest.mark.parametrize("non_blocking", [False, True])
def test_work_is_in_order_across_streams(example_on_gpu, mode, non_blocking):
    """Long work on one stream, an extension on another, then a third."""
    example = example_on_gpu
    with tn.Device("cuda:0"):
        first, second, third = (
            tn.cuda.Stream(non_blocking=non_blocking) for _ in range(3)
        )
        for _ in range(3):
            with first:
                a = tn.ones((2048, 2048), "f4")
                for _ in range(8):
                    a = a @ a / 2048
            with second:
                y = example.doublify(a)
                del a
                again = example.doublify(y)
            with third:
                assert float(again.min()) == float(again.max()) == 4
                n = tn.arange(1 << 22, dtype="i4") % 1000
                n[0] = 5000
            with first:
                example.running_max(n, n)
            with second:
                assert int(n.min()) == 5000
