# SPDX-License-Identifier: Apache-2.0
"""What it costs the host to pass arrays of a GPU between libraries, and graphs.

All libraries are in one process here, and no time of the device is measured but that
of copies between two GPUs.
"""

import importlib
import json
import pathlib
import sys
import time
import timeit

import numpy
import tenorite

from . import dlpack_calls, machine, peers, records

ITEMS = 1000
KERNELS = 20  # of a graph
SOURCE = 'extern "C" __global__ void add(double* x) { x[threadIdx.x] += 1; }'


def best(call, number=5000, repeat=7):
    """Seconds of a call, the least of some rounds."""
    call()
    return min(timeit.repeat(call, number=number, repeat=repeat)) / number


def launches(graph, stream, number=100):
    """Seconds of the host for a launch, while the device keeps up."""

    def batch():
        stream.synchronize()
        begin = time.perf_counter()
        for _ in range(number):
            graph.launch()
        return time.perf_counter() - begin

    return min(batch() for _ in range(20)) / number


def graph_of(xp):
    """A graph of some kernels in CuPy's words, and its stream."""
    kernel = xp.RawKernel(SOURCE, "add")
    arrays = [xp.ones(32) for _ in range(KERNELS)]
    stream = xp.cuda.Stream(non_blocking=True)
    with stream:
        kernel((1,), (32,), (arrays[0],))
        stream.begin_capture()
        for x in arrays:
            kernel((1,), (32,), (x,))
        graph = stream.end_capture()
    return graph, stream, arrays


def numba_launch(cuda, arrays):
    """A call that launches a kernel of numba-cuda on three arrays."""

    @cuda.jit
    def add(a, b, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = a[i] + b[i]

    launch = add[8, 128]
    return lambda: launch(*arrays)


def cases():
    """(name, library, call or seconds) of those that are here."""
    x = tenorite.ones(ITEMS)
    found = {}
    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack  # which releases of numba-cuda look for
    for name in ("cupy", "torch", "jax", "numba.cuda"):
        try:
            found[name] = importlib.import_module(name)
        except ImportError:
            print(f"no {name} here")
    cupy, torch, jax = (found.get(name) for name in ("cupy", "torch", "jax"))
    yield "__dlpack__", "tenorite", lambda: x.__dlpack__(max_version=(1, 0))
    yield "__cuda_array_interface__", "tenorite", lambda: x.__cuda_array_interface__
    for name, array in {"tenorite": x, "torch": torch and torch.ones(ITEMS)}.items():
        if array is not None and (each := dlpack_calls.seconds(array)) is not None:
            yield "a tensor by DLPack's functions in C", name, each
    theirs = {}
    if cupy:
        c = theirs["cupy"] = cupy.ones(ITEMS)
        yield "__dlpack__", "cupy", lambda: c.__dlpack__(max_version=(1, 0))
        yield "__cuda_array_interface__", "cupy", lambda: c.__cuda_array_interface__
    if torch:
        t = theirs["torch"] = torch.ones(ITEMS, device="cuda")
        yield "__dlpack__", "torch", lambda: t.__dlpack__(max_version=(1, 0))
        yield "torch.from_dlpack", "tenorite", lambda: torch.from_dlpack(x)
        if cupy:
            yield "torch.from_dlpack", "cupy", lambda: torch.from_dlpack(c)
    if jax:
        theirs["jax"] = jax.numpy.ones(ITEMS)
    for name, array in theirs.items():
        yield (
            f"from_dlpack({name})",
            "tenorite",
            lambda a=array: tenorite.from_dlpack(a),
        )
        if cupy:
            yield f"from_dlpack({name})", "cupy", lambda a=array: cupy.from_dlpack(a)
    graph, stream, _kept = graph_of(tenorite)
    yield f"launch of a graph of {KERNELS} kernels", "tenorite", launches(graph, stream)
    if cupy:
        graph, stream, _kept = graph_of(cupy)
        yield f"launch of a graph of {KERNELS} kernels", "cupy", launches(graph, stream)
    if cuda := found.get("numba.cuda"):
        name = "launch of a kernel of numba-cuda on three arrays"
        of = {"tenorite": tenorite.ones, "cupy": cupy and cupy.ones}
        of["numba"] = lambda n: cuda.to_device(numpy.ones(n))
        for library, make in of.items():
            if make:
                yield name, library, numba_launch(cuda, [make(ITEMS) for _ in range(3)])


def facts():
    """Names and versions of the GPU and of the libraries that are here."""
    found = {"gpu": tenorite.cuda.runtime.getDeviceProperties(0)["name"].decode()}
    for name in ("tenorite", "cupy", "torch", "jax", "numba_cuda"):
        if name in sys.modules:
            found[name] = sys.modules[name].__version__
    return found


def main(args):
    if not tenorite.cuda.is_available():
        print("needs a GPU")
        return 1
    tenorite.set_default_device("cuda:0")
    runs = {}
    for name, library, call in cases():
        number = 200 if "numba" in name else 5000
        seconds = call if isinstance(call, float) else best(call, number)
        tenorite.cuda.synchronize()
        runs.setdefault(name, {})[library] = {"seconds": seconds}
        print(f"{name:52} {library:9} {records.time_text(seconds)}", flush=True)
    for name, library, seconds, n in peers.cases(sys.modules.get("torch")):
        runs.setdefault(name, {})[library] = {"seconds": seconds, "bytes": n}
        print(f"{name:52} {library:19} {n / seconds / 1e9:6.0f} GB/s", flush=True)
    report = {
        "schema": "tenorite-exchange-1",
        "environment": machine.host_facts() | facts(),
        "cases": [{"name": name, "runs": run} for name, run in runs.items()],
    }
    path = pathlib.Path(args.output)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, indent=1) + "\n")
    return 0
