# SPDX-License-Identifier: Apache-2.0
"""Arrays on a GPU that go to other libraries and come back, without a copy or a wait."""

import contextlib
import importlib
import time
import types

import numpy as np
import pytest
import tenorite as tn
from tenorite import cuda

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # which releases of numba-cuda look for

pytestmark = pytest.mark.skipif(not cuda.is_available(), reason="needs a GPU")

# Keeps a stream busy, then writes: what comes too early reads something else.
_DELAYED = """extern "C" __global__ void fill(double* x, long long n, long long ns) {
  unsigned long long begin, now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
  do asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  while (now - begin < ns);
  for (long long i = threadIdx.x; i < n; i += blockDim.x) x[i] = i;
}"""
_DELAY = 0.3  # seconds


def fill_late(x, seconds=_DELAY):
    kernel = tn.RawKernel(_DELAYED, "fill")
    kernel((1,), (256,), (x, np.int64(x.size), np.int64(seconds * 1e9)))


class Library:
    """How a library takes an array (`adopt`), and what it says of it."""

    needs = None
    takes = ("C", "F", "strided", "0-d", "empty", "read-only")
    has_streams = True  # of its own, which wait for ours
    waits = False

    @classmethod
    def module(cls):
        return pytest.importorskip(cls.needs)


class Torch(Library):
    needs = "torch"

    def adopt(self, x):
        return self.module().from_dlpack(x)

    def pointer(self, t):
        return t.data_ptr()

    def values(self, t):
        return t.cpu().numpy()

    @contextlib.contextmanager
    def stream(self):
        made = self.module().cuda.Stream()
        with self.module().cuda.stream(made):
            yield made


class TorchByInterface(Torch):
    has_streams = False  # it does not look at the interface's stream

    def adopt(self, x):
        return self.module().as_tensor(x, device="cuda")

    takes = ("C", "F", "strided", "0-d")


class CuPy(Library):
    needs = "cupy"

    def adopt(self, x):
        return self.module().from_dlpack(x)

    def pointer(self, a):
        return a.data.ptr

    def values(self, a):
        return a.get()

    @contextlib.contextmanager
    def stream(self):
        with self.module().cuda.Stream(non_blocking=True) as made:
            yield made


class CuPyByInterface(CuPy):
    has_streams = False  # it waits for the interface's stream on the host
    waits = True

    def adopt(self, x):
        return self.module().asarray(x)


class Jax(Library):
    needs = "jax"
    # Its arrays are dense and in C order, and it asks for tensors without a version,
    # which cannot say that they are read-only.
    takes = ("C", "0-d")
    has_streams = False

    def adopt(self, x):
        jax = self.module()
        jax.config.update("jax_enable_x64", True)
        return importlib.import_module("jax.dlpack").from_dlpack(x)

    def pointer(self, a):
        return a.unsafe_buffer_pointer()

    def values(self, a):
        return np.asarray(a)


class Numba(Library):
    needs = "numba.cuda"
    has_streams = False

    def adopt(self, x):
        return self.module().as_cuda_array(x, sync=False)

    def pointer(self, a):
        return a.__cuda_array_interface__["data"][0]

    def values(self, a):
        return a.copy_to_host()


class CudaCore(Library):
    needs = "cuda.core"
    has_streams = False

    def adopt(self, x):
        self.module()
        for home in ("cuda.core.utils", "cuda.core.experimental.utils"):
            with contextlib.suppress(ImportError, AttributeError):
                view = importlib.import_module(home).StridedMemoryView
                make = getattr(view, "from_any_interface", view)
                return make(x, stream_ptr=1)
        pytest.skip("no StridedMemoryView")

    def pointer(self, view):
        return view.ptr

    def values(self, view):
        strides = view.strides
        return types.SimpleNamespace(shape=tuple(view.shape), strides=strides)


LIBRARIES = {
    "torch": Torch(),
    "torch by interface": TorchByInterface(),
    "cupy": CuPy(),
    "cupy by interface": CuPyByInterface(),
    "jax": Jax(),
    "numba": Numba(),
    "cuda.core": CudaCore(),
}

LAYOUTS = {
    "C": lambda: tn.arange(24.0, device="cuda:0").reshape(4, 6),
    "F": lambda: tn.arange(24.0, device="cuda:0").reshape(4, 6).T,
    "strided": lambda: tn.arange(48.0, device="cuda:0").reshape(4, 12)[1:, ::2],
    "0-d": lambda: tn.full((), 7.0, device="cuda:0"),
    "empty": lambda: tn.zeros((0, 3), device="cuda:0"),
    "read-only": lambda: read_only(tn.arange(5.0, device="cuda:0")),
}


def read_only(x):
    x.flags.writeable = False
    return x


@pytest.fixture(autouse=True)
def on_gpu():
    with tn.Device("cuda:0"):
        yield


@pytest.fixture(params=LIBRARIES)
def library(request):
    found = LIBRARIES[request.param]
    found.module()
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
def test_it_is_the_same_memory(library, layout):
    if layout not in library.takes:
        pytest.skip("the library has no such arrays")
    x = LAYOUTS[layout]()
    theirs = library.adopt(x)
    assert tuple(theirs.shape) == x.shape
    if x.size:
        assert library.pointer(theirs) == x.data_ptr()
    values = library.values(theirs)
    if isinstance(values, np.ndarray):
        np.testing.assert_array_equal(values, x.get())


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["torch", "cupy", "jax"])
def test_it_comes_back(name, layout):
    library = LIBRARIES[name]
    library.module()
    if layout not in library.takes:
        pytest.skip("the library has no such arrays")
    x = LAYOUTS[layout]()
    theirs = library.adopt(x)
    for back in (tn.from_dlpack(theirs), tn.asarray(theirs)):
        assert (back.shape, back.dtype, back.device) == (x.shape, x.dtype, x.device)
        assert x.size == 0 or back.data_ptr() == x.data_ptr()
        np.testing.assert_array_equal(back.get(), x.get())


def test_pending_work_is_neither_waited_for_nor_missed(library):
    x = tn.zeros(1000)
    y = tn.zeros(1000)
    library.adopt(x)  # what a first call compiles
    cuda.runtime.deviceSynchronize()
    start = time.perf_counter()
    fill_late(x)
    y = x * 2 + 1  # recorded
    begin = time.perf_counter()
    theirs = library.adopt(y)
    taken = time.perf_counter() - begin
    values = library.values(theirs)
    waited = time.perf_counter() - start
    assert library.waits or taken < _DELAY / 2
    if isinstance(values, np.ndarray):
        assert waited > _DELAY
        np.testing.assert_array_equal(values, np.arange(1000) * 2 + 1)


def test_their_stream_waits_for_ours(library):
    if not library.has_streams:
        pytest.skip("the library names no stream")
    ours = cuda.Stream(non_blocking=True)
    with ours:
        x = tn.zeros(1000)
        library.adopt(x) * 2  # compiles what it needs
        cuda.runtime.deviceSynchronize()
        fill_late(x)
        with library.stream():
            begin = time.perf_counter()
            theirs = library.adopt(x) * 2
            assert time.perf_counter() - begin < _DELAY / 2
            values = library.values(theirs)
    np.testing.assert_array_equal(values, np.arange(1000) * 2)


def test_our_stream_waits_for_theirs(library):
    if not library.has_streams:
        pytest.skip("the library names no stream")
    with library.stream():
        x = tn.zeros(1000)
        theirs = library.adopt(x)
        cuda.runtime.deviceSynchronize()
        made = LIBRARIES["torch"].module if library.needs == "torch" else None
        if made:
            import torch

            torch.cuda._sleep(int(2e8))
        else:
            with cuda.ExternalStream(library.module().cuda.get_current_stream().ptr):
                fill_late(tn.zeros(4))
        theirs += 3
        with cuda.Stream(non_blocking=True):
            begin = time.perf_counter()
            ours = tn.from_dlpack(theirs)
            result = ours * 2
            assert time.perf_counter() - begin < _DELAY / 3
            assert (result == 6).all()


def test_memory_of_a_stream_that_is_gone():
    """What a foreign stream still does is waited for after it was forgotten."""
    handle = cuda.runtime.streamCreateWithFlags(1)
    with cuda.ExternalStream(handle):
        x = tn.zeros(1000)
        fill_late(x)
        y = x + 1
    assert y.get().tolist() == list(range(1, 1001))
    z = y * 2
    del x, y
    assert float(z.sum()) == 1001000.0
    cuda.runtime.streamDestroy(handle)


def test_streams_that_are_none():
    x = tn.zeros(4)
    for bad in (3, 12345, 4096, 140_000_000_000_000):
        with pytest.raises(ValueError, match="no CUDA stream"):
            x.__dlpack__(stream=bad)
        with pytest.raises(ValueError, match="no CUDA stream"):
            cuda.ExternalStream(bad)
    for bad in (0, -2):
        with pytest.raises(ValueError, match="stream is"):
            x.__dlpack__(stream=bad)
    with pytest.raises(TypeError, match="stream"):
        x.__dlpack__(stream="1")
    assert x.tolist() == [0] * 4


def test_interfaces_that_lie():
    x = tn.zeros(4)
    good = x.__cuda_array_interface__

    def taken(**changes):
        layout = {**good, **changes}
        layout = {key: value for key, value in layout.items() if value is not KeyError}
        return tn.asarray(types.SimpleNamespace(__cuda_array_interface__=layout))

    assert taken().data_ptr() == x.data_ptr()
    for changes, text in [
        ({"shape": (-1,)}, r"shape\[0\]"),
        ({"shape": (1 << 62, 8)}, "too big"),
        ({"strides": (8, 8)}, "strides"),
        ({"strides": (1 << 62,)}, "strides"),
        ({"data": (0, False)}, "null pointer"),
        ({"data": (0x1000, False)}, "no memory of a GPU"),
        ({"data": 5}, "data"),
        ({"data": KeyError}, "data"),
        ({"shape": KeyError}, "shape"),
        ({"typestr": "<q9"}, "typestr"),
        ({"stream": 0}, "stream"),
        ({"stream": -5}, "stream"),
        ({"stream": 1.5}, "stream"),
        ({"mask": x}, "mask"),
    ]:
        with pytest.raises(ValueError, match=text):
            taken(**changes)
    with pytest.raises(TypeError, match="dict"):
        tn.asarray(types.SimpleNamespace(__cuda_array_interface__=5))
    assert taken(strides=(-8,), data=(x.data_ptr() + 24, True)).tolist() == [0] * 4


def test_interfaces_are_new_each_time():
    x = tn.zeros((2, 3), "f4")
    one, two = x.__cuda_array_interface__, x.T.__cuda_array_interface__
    assert list(one) == list(two)
    assert one["descr"] == two["descr"] == [("", "<f4")]
    one["descr"].append(1)
    one["shape"] = None
    assert x.__cuda_array_interface__["descr"] == [("", "<f4")]
    assert x.__cuda_array_interface__["shape"] == (2, 3)
    assert (one["strides"], two["strides"]) == (None, (4, 12))
    x.flags.writeable = False
    assert x.__cuda_array_interface__["data"] == (one["data"][0], True)


def test_interface_names_a_stream_while_it_writes():
    x = tn.zeros(10)
    cuda.runtime.deviceSynchronize()
    assert x.__cuda_array_interface__["stream"] is None
    with cuda.Stream(non_blocking=True) as stream:
        fill_late(x)
        assert x.__cuda_array_interface__["stream"] == stream.ptr
        stream.synchronize()
        assert x.__cuda_array_interface__["stream"] is None
    fill_late(x)
    assert x.__cuda_array_interface__["stream"] == 1


def test_streams_of_others():
    torch = pytest.importorskip("torch")
    theirs = torch.cuda.Stream()
    ours = cuda.Stream.from_external(theirs)
    assert ours.ptr == theirs.cuda_stream
    with ours:
        x = tn.arange(1000.0) * 2
    assert float(x.sum()) == 999000.0
    kernel = tn.ElementwiseKernel("float64 x", "float64 y", "y = x + 1", "add_one")
    y = kernel(x, stream=theirs)
    assert float(y.sum()) == 1000000.0
    assert x.get(stream=theirs)[-1] == 1998
    for bad in ("a", None, 1.5):
        with pytest.raises(TypeError, match="stream"):
            cuda.ExternalStream(bad)
    with pytest.raises(TypeError, match="stream"):
        x.get(stream="a")


@pytest.mark.filterwarnings("ignore:.*Grid size")
def test_numba_kernels():
    numba = pytest.importorskip("numba.cuda")

    @numba.jit
    def add(a, b, out):
        i = numba.grid(1)
        if i < out.size:
            out[i] = a[i] + b[i]

    a, b, out = tn.arange(1000.0), tn.ones(1000), tn.zeros(1000)
    add[8, 128](a, b, out)
    numba.synchronize()
    cuda.runtime.deviceSynchronize()
    assert out.tolist() == list(range(1, 1001))
    fill_late(a)
    begin = time.perf_counter()
    add[8, 128](a, b, out)
    taken = time.perf_counter() - begin
    assert out.tolist() == list(range(1, 1001))
    assert taken < _DELAY / 2


def test_triton_kernels():
    torch = pytest.importorskip("torch")
    pytest.importorskip("triton")
    from support.triton_kernels import add

    x, y = tn.arange(1000.0, dtype="f"), tn.zeros(1000, "f")
    torch.cuda.current_stream()
    add[(8,)](x, y, 1000, block=128)
    assert y.tolist() == [i + 1 for i in range(1000)]
