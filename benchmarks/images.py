# SPDX-License-Identifier: Apache-2.0
"""Filters of images beside CuPy's on a GPU, and beside SciPy's on the CPU device.

All libraries are in one process. A time is that of one call when many are queued, and
so the device's, unless the host is slower. Results are compared once, at a small size.
"""

import importlib
import json
import pathlib
import sys
import time

import numpy
import tenorite

from . import machine

_DTYPES = ("float32", "float64", "uint8", "uint16")
_GPU_SHAPES = ((4096, 4096), (512, 512, 512))
_CPU_SHAPES = ((1024, 1024), (128, 128, 128))
_SMALL = 24  # the length of each axis where results are compared
_ROUND = 0.08  # seconds


def _footprint(ndim):
    """A cross of 5 items along each axis."""
    at = numpy.indices((5,) * ndim) - 2
    return numpy.abs(at).sum(axis=0) <= 2


def _turned(ndim):
    matrix = numpy.eye(ndim)
    matrix[:2, :2] = [[0.8, -0.6], [0.6, 0.8]]
    return matrix


# What is called: `nd` is ndimage of the library, `x` its image, `xp` the library.
CASES = {
    "gaussian_filter sigma=1": lambda nd, x, xp: nd.gaussian_filter(x, 1),
    "gaussian_filter sigma=4": lambda nd, x, xp: nd.gaussian_filter(x, 4),
    "gaussian_filter1d sigma=2": lambda nd, x, xp: nd.gaussian_filter1d(x, 2),
    "uniform_filter 5": lambda nd, x, xp: nd.uniform_filter(x, 5),
    "uniform_filter 31": lambda nd, x, xp: nd.uniform_filter(x, 31),
    "sobel": lambda nd, x, xp: nd.sobel(x),
    "laplace": lambda nd, x, xp: nd.laplace(x),
    "gaussian_laplace sigma=2": lambda nd, x, xp: nd.gaussian_laplace(x, 2),
    "gaussian_gradient_magnitude": lambda nd, x, xp: nd.gaussian_gradient_magnitude(
        x, 2
    ),
    "convolve 5": lambda nd, x, xp: nd.convolve(
        x, xp.asarray(numpy.linspace(0.5, 1, 5**x.ndim).reshape((5,) * x.ndim))
    ),
    "median_filter 3": lambda nd, x, xp: nd.median_filter(x, 3),
    "median_filter cross of 5": lambda nd, x, xp: nd.median_filter(
        x, footprint=xp.asarray(_footprint(x.ndim))
    ),
    "percentile_filter 3": lambda nd, x, xp: nd.percentile_filter(x, 20, 3),
    "minimum_filter 5": lambda nd, x, xp: nd.minimum_filter(x, 5),
    "maximum_filter cross of 5": lambda nd, x, xp: nd.maximum_filter(
        x, footprint=xp.asarray(_footprint(x.ndim))
    ),
    "grey_opening 3": lambda nd, x, xp: nd.grey_opening(x, 3),
    "binary_dilation": lambda nd, x, xp: nd.binary_dilation(x > 100),
    "binary_fill_holes": lambda nd, x, xp: nd.binary_fill_holes(x > 30),
    "label": lambda nd, x, xp: nd.label(x > 100)[0],
    "distance_transform_edt": lambda nd, x, xp: nd.distance_transform_edt(x > 60),
    "affine_transform order=1": lambda nd, x, xp: nd.affine_transform(
        x, xp.asarray(_turned(x.ndim)), order=1
    ),
    "rotate order=3": lambda nd, x, xp: nd.rotate(x, 30, reshape=False),
    "zoom 1.5": lambda nd, x, xp: nd.zoom(x[: x.shape[0] // 2], 1.5, order=1),
    "shift order=3": lambda nd, x, xp: nd.shift(x, 1.5),
    "map_coordinates order=1": lambda nd, x, xp: nd.map_coordinates(
        x, xp.indices(x.shape) * 0.97 + 0.4, order=1
    ),
    "spline_filter": lambda nd, x, xp: nd.spline_filter(x),
}
# Filling holes goes on until nothing changes: too long for whole volumes.
_FLAT = ("binary_fill_holes",)


def image(shape, dtype):
    """Smooth shapes and noise, from 0 to 200."""
    axes = [numpy.arange(n) for n in shape]
    waves = 1.0
    for k, at in enumerate(axes):
        waves = waves * numpy.sin(at / (9.0 + k)).reshape(
            [-1 if d == k else 1 for d in range(len(shape))]
        )
    noise = numpy.random.default_rng(0).random(shape, dtype=numpy.float32)
    return ((waves + 1) * 70 + noise * 60).astype(dtype)


def seconds(call, wait):
    """Seconds of a call among many, the least of some rounds.

    `call` makes its result, which `wait` waits for.
    """
    wait(call())
    begin = time.perf_counter()
    wait(call())
    once = time.perf_counter() - begin
    number = max(1, min(200, int(_ROUND / max(once, 1e-6))))
    best = once
    for _ in range(3):
        begin = time.perf_counter()
        for _ in range(number):
            result = call()
        wait(result)
        best = min(best, (time.perf_counter() - begin) / number)
    return best


def libraries(has_gpu):
    """(name, module, its ndimage, makes a result, waits for it, takes an image) of both."""
    from tenorite.scipy import ndimage

    def made(x):
        """The array, of which nothing is left to execute."""
        return x.data and x

    def settle(x):
        if has_gpu:
            tenorite.cuda.synchronize()

    yield "tenorite", tenorite, ndimage, made, settle, tenorite.asarray
    if has_gpu:
        import cupy

        theirs = importlib.import_module("cupyx.scipy.ndimage")

        def wait(x):
            cupy.cuda.runtime.deviceSynchronize()

        yield "cupy", cupy, theirs, lambda x: x, wait, cupy.asarray
    else:
        theirs = importlib.import_module("scipy.ndimage")
        yield "scipy", numpy, theirs, lambda x: x, lambda x: None, numpy.asarray


def _difference(call, shape, dtype, entries):
    """The greatest difference between the two libraries' results of a small image."""
    x = image((_SMALL,) * len(shape), dtype)
    values = []
    for _, xp, nd, _, _, take in entries:
        y = call(nd, take(x), xp)
        values.append(numpy.asarray(y.get() if hasattr(y, "get") else y))
    a, b = (y.astype(numpy.float64) for y in values)
    return float(numpy.abs(a - b).max()) if a.shape == b.shape else float("inf")


def _seconds(call, entry, array):
    _, xp, nd, made, wait, _ = entry
    return seconds(lambda: made(call(nd, array, xp)), wait)


def main(args):
    has_gpu = tenorite.cuda.is_available()
    if has_gpu:
        tenorite.set_default_device("cuda:0")
    entries = list(libraries(has_gpu))
    rows = []
    begin = time.perf_counter()
    for shape in _GPU_SHAPES if has_gpu else _CPU_SHAPES:
        for dtype in _DTYPES:
            x = image(shape, dtype)
            arrays = [take(x) for *_, take in entries]
            for name, call in CASES.items():
                if args.only and not any(part in name for part in args.only):
                    continue
                if len(shape) > 2 and name.startswith(_FLAT):
                    continue
                if time.perf_counter() - begin > args.limit:
                    print("out of time")
                    return _write(rows, args)
                row = {"case": name, "dtype": dtype, "shape": shape}
                try:
                    row["difference"] = _difference(call, shape, dtype, entries)
                    for entry, array in zip(entries, arrays, strict=True):
                        row[entry[0]] = _seconds(call, entry, array)
                    row["ratio"] = row[entries[1][0]] / row["tenorite"]
                    text = f"{row['ratio']:.2f}x, {row['tenorite'] * 1e3:.3f} ms"
                    text += f", difference {row['difference']:.3g}"
                except Exception as error:  # the others go on
                    row["error"] = f"{type(error).__name__}: {error}"[:300]
                    text = row["error"]
                rows.append(row)
                print(f"{name} {dtype} {'x'.join(map(str, shape))}: {text}", flush=True)
            for _, xp, *_ in entries:
                if xp.__name__ == "cupy":
                    xp.get_default_memory_pool().free_all_blocks()
    return _write(rows, args)


def _write(rows, args):
    ratios = [row["ratio"] for row in rows if "ratio" in row]
    if ratios:
        mean = numpy.exp(numpy.mean(numpy.log(ratios)))
        print(f"{len(ratios)} cases: {mean:.2f}x, least {min(ratios):.2f}x")
    versions = {
        name: sys.modules[name].__version__
        for name in ("tenorite", "cupy", "scipy", "numpy")
        if name in sys.modules
    }
    report = {
        "schema": "tenorite-images-1",
        "environment": machine.host_facts() | versions,
        "rows": rows,
    }
    if tenorite.cuda.is_available():
        properties = tenorite.cuda.runtime.getDeviceProperties(0)
        report["environment"]["gpu"] = properties["name"].decode()
    path = pathlib.Path(args.output)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, indent=1) + "\n")
    return 1 if any("error" in row for row in rows) else 0
