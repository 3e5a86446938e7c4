# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks need of a library, in one way for all of them."""

import contextlib
import functools
import itertools
import math
import operator

import numpy

from .spec import CPU, CUDA, CUPY, JAX, NUMPY, TORCH

SECTOR = 32  # bytes that a GPU reads or writes at once
SCRATCH = 2**29  # bytes of a copy that keeps a device busy
SCRATCH_SPEED = 2e12  # bytes per second at most, of such a copy


class Library:
    """A library on the CPU; also what all have in common. `xp` is its module."""

    on_gpu = False
    records = False  # calls may wait until somebody needs their results

    def __init__(self, name, module):
        self.name, self.xp = name, module

    def version(self):
        return {self.name.partition("-")[0]: self.xp.__version__}

    def compiling(self):
        """A block whose calls wait for the kernels that others compile apart."""
        return contextlib.nullcontext()

    def facts(self):
        """Names and versions of the hardware and the software under it."""
        return self.version()

    def upload(self, host):
        """A copy of a host array on the device."""
        return self.xp.array(host)

    def download(self, x):
        """A result as a host array, scalar, or tuple of these."""
        if isinstance(x, (tuple, list)):
            return tuple(self.download(item) for item in x)
        return numpy.array(x.get() if hasattr(x, "get") else x)

    def empty(self, count, dtype):
        return self.xp.empty(count, dtype)

    def extended(self, part, count, fill):
        """A flat array that begins with `part`, and whose rest fill() fills."""
        base = self.empty(count, part.dtype)
        base[: len(part)] = part
        fill(base)
        return base

    def layout(self, x):
        """Shape, strides in bytes, and bytes per element."""
        return x.shape, x.strides, x.dtype.itemsize

    def wait(self):
        """Waits for the device."""

    def finish(self, result):
        """Waits for a result that was called for, or for all of them."""
        self.wait()

    def program(self, call):
        """`call(np, *operands)` as a function of the operands: it runs as it stands."""
        return functools.partial(call, self.xp)

    def peak_bytes(self, function):
        """The most memory in use while a function runs; None where nobody counts."""

    def free(self):
        """Gives cached memory back."""

    def pinned(self, host):
        """A copy of a host array in memory that the device reads at full speed."""
        return host

    def touched(self, x):
        """Bytes that any code has to read or write in order to visit an array."""
        if isinstance(x, (tuple, list)):
            return sum(map(self.touched, x))
        if not hasattr(x, "dtype"):
            return 0
        shape, strides, itemsize = self.layout(x)
        axes = [(abs(s), n) for s, n in zip(strides, shape, strict=True) if n > 1 and s]
        count = 1
        for _, n in axes:
            count *= n
        step = min((s for s, _ in axes), default=itemsize)
        return count * min(max(step, itemsize), max(SECTOR, itemsize))


class Recording(Library):
    """A library whose calls are recorded, and run in groups."""

    records = True

    def compiling(self):
        return self.xp.config.using(fusion="wait")

    def peak_bytes(self, function):
        """What was in use before is not counted."""
        pool = self.xp.get_default_memory_pool()
        self.wait()
        pool.reset_peak()
        before = pool.used_bytes()
        result = function()
        self.wait()
        del result
        return pool.statistics()["peak_used"] - before


class Tenorite(Recording):
    """Tenorite on its CPU device."""

    def __init__(self, name, module, device="cpu"):
        super().__init__(name, module)
        self.device = module.Device(device)
        module.set_default_device(device)

    def wait(self):
        self.device.synchronize()

    def launch(self):
        """Runs what was recorded."""
        self.wait()

    def free(self):
        self.xp.get_default_memory_pool().free_all_blocks()


class GpuLibrary(Library):
    """A library on the first GPU."""

    on_gpu = True

    def __init__(self, name, module, make_event):
        super().__init__(name, module)
        self.begin, self.end = make_event(), make_event()
        self.scratch = None

    def free(self):
        self.scratch = None
        self.free_cached()

    def elapsed(self):
        """Seconds between the events `begin` and `end`, which are recorded."""
        self.end.synchronize()
        return self.milliseconds(self.begin, self.end) * 1e-3

    def keep_busy(self, seconds):
        """Queues copies that take about that long, or twice as long."""
        if self.scratch is None:
            self.scratch = [self.empty(SCRATCH, "u1") for _ in range(2)]
        for _ in range(math.ceil(seconds * SCRATCH_SPEED / SCRATCH)):
            self.copy_bytes(*self.scratch)


class CudaLibrary(GpuLibrary):
    """CuPy, and what of Tenorite has CuPy's names."""

    def __init__(self, name, module):
        super().__init__(name, module, module.cuda.Event)
        self.cuda = module.cuda
        self.wait = self.cuda.Device(0).synchronize
        self.milliseconds = self.cuda.get_elapsed_time

    def facts(self):
        runtime = self.cuda.runtime
        gpu = runtime.getDeviceProperties(0)["name"]
        return self.version() | {
            "gpu": gpu.decode() if isinstance(gpu, bytes) else gpu,
            "gpu memory": runtime.memGetInfo()[1],
            "cuda runtime": runtime.runtimeGetVersion(),
            "cuda driver": runtime.driverGetVersion(),
        }

    def free_cached(self):
        self.xp.get_default_memory_pool().free_all_blocks()
        self.xp.get_default_pinned_memory_pool().free_all_blocks()

    def pinned(self, host):
        memory = self.cuda.alloc_pinned_memory(host.nbytes)
        out = numpy.frombuffer(memory, host.dtype, host.size).reshape(host.shape)
        out[...] = host
        return out

    def copy_bytes(self, out, x):
        """Queues a cudaMemcpyAsync of whole arrays; those of the host are pinned."""
        kind = {(True, False): 1, (False, True): 2, (False, False): 3}[
            isinstance(x, numpy.ndarray), isinstance(out, numpy.ndarray)
        ]
        stream = self.cuda.get_current_stream().ptr
        to, source = self.address(out), self.address(x)
        self.cuda.runtime.memcpyAsync(to, source, x.nbytes, kind, stream)

    @staticmethod
    def address(x):
        if isinstance(x, numpy.ndarray):
            return x.ctypes.data
        return x.__cuda_array_interface__["data"][0]


class TenoriteCuda(Recording, CudaLibrary):
    """Tenorite on the first GPU."""

    def __init__(self, name, module):
        module.set_default_device("cuda:0")
        super().__init__(name, module)
        self.mark = module.cuda.Event(disable_timing=True)

    def launch(self):
        """Launches what was recorded, and does not wait."""
        self.mark.record()


class TorchCpu(Library):
    """torch on the CPU: for rehearsals, and what is the same on a GPU."""

    device = "cpu"

    def upload(self, host):
        return self.xp.from_numpy(numpy.array(host)).to(self.device)

    def download(self, x):
        if self.xp.is_tensor(x):
            x = x.cpu().numpy()
        return super().download(x)

    def empty(self, count, dtype):
        if not isinstance(dtype, self.xp.dtype):
            dtype = getattr(self.xp, numpy.dtype(dtype).name)
        return self.xp.empty(count, dtype=dtype, device=self.device)

    def layout(self, x):
        if isinstance(x, numpy.ndarray):
            return super().layout(x)
        size = x.element_size()
        return x.shape, [s * size for s in x.stride()], size

    def program(self, call):
        """What NumPy's functions are in torch, torch.compile knows."""
        text = self.xp.compiler.wrap_numpy(functools.partial(call, numpy))
        compiled = self.xp.compile(text, fullgraph=True, dynamic=False)

        def run(*operands):
            with self.xp.device(self.device):
                return compiled(*operands)

        return run

    def copy_bytes(self, out, x):
        out.copy_(x, non_blocking=True)


class TorchCuda(TorchCpu, GpuLibrary):
    """torch on the first GPU."""

    device = "cuda"

    def __init__(self, name, module):
        GpuLibrary.__init__(
            self, name, module, lambda: module.cuda.Event(enable_timing=True)
        )
        self.wait = module.cuda.synchronize
        self.milliseconds = module.cuda.Event.elapsed_time

    def facts(self):
        return self.version() | {"gpu": self.xp.cuda.get_device_name(0)}

    def free_cached(self):
        self.xp.cuda.empty_cache()

    def pinned(self, host):
        return self.xp.from_numpy(host).pin_memory()


class Jax(Library):
    """JAX on the first GPU, or on the CPU for rehearsals. It has no events."""

    def __init__(self, name, module):
        import jax

        jax.config.update("jax_enable_x64", True)
        # As precise as NumPy and the others are by default.
        jax.config.update("jax_default_matmul_precision", "highest")
        super().__init__(name, module)
        self.jax = jax

    def version(self):
        return {"jax": self.jax.__version__}

    def extended(self, part, count, fill):
        """Arrays cannot be filled: `part` is repeated. Arrays of indices are small."""
        return self.xp.tile(part, -(-count // len(part)))[:count]

    def layout(self, x):
        sizes = (x.dtype.itemsize, *reversed(x.shape[1:]))
        strides = [*itertools.accumulate(sizes, operator.mul)][::-1]
        return x.shape, strides[: x.ndim], sizes[0]

    def finish(self, result):
        self.jax.block_until_ready(result)

    def program(self, call):
        return self.jax.jit(functools.partial(call, self.xp))

    def wait(self):
        # What is launched later ends later, on the GPU's one stream.
        self.jax.block_until_ready([self.xp.zeros(1) + 1, *self.jax.live_arrays()])


class Missing(Exception):
    """Why a library cannot be used here."""


def open_library(name, rehearsal=False):
    """The library of that name; Missing if it does not work here."""
    try:
        if name == NUMPY:
            return Library(name, numpy)
        if name == CUPY:
            import cupy

            if cupy.cuda.runtime.getDeviceCount() < 1:
                raise Missing("no GPU was found")
            return CudaLibrary(name, cupy)
        if name == TORCH:
            import torch

            if not (torch.cuda.is_available() or rehearsal):
                raise Missing("no GPU was found")
            return (TorchCuda if torch.cuda.is_available() else TorchCpu)(name, torch)
        if name == JAX:
            import jax
            import jax.numpy

            if jax.default_backend() == "cpu" and not rehearsal:
                raise Missing("no GPU was found")
            return Jax(name, jax.numpy)
        import tenorite

        if name == CPU:
            return Tenorite(name, tenorite)
        assert name == CUDA, name
        if not tenorite.cuda.is_available():
            raise Missing("no GPU was found")
        return TenoriteCuda(name, tenorite)
    except Missing:
        raise
    except Exception as error:
        raise Missing(f"{type(error).__name__}: {error}") from error
