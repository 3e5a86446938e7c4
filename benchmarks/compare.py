# SPDX-License-Identifier: Apache-2.0
"""Times of common operations with NumPy, Tenorite, CuPy and torch, where installed.

Each case runs with every library on the same inputs. A time is the median over
batches of calls, each ended by one wait for the device, and leaves out the
first call. Cases that move memory also give GB/s of the bytes that they have to
read and write.
"""

import argparse
import json
import os
import pathlib
import platform
import statistics
import sys
import time

import numpy


def floats(n, dtype="float32"):
    return numpy.random.default_rng(n).standard_normal(n).astype(dtype)


def square(n, dtype="float32"):
    return floats(n * n, dtype).reshape(n, n)


def chain(xp, a, b):
    return xp.exp(0.5 * xp.sin(a) + xp.cos(b))


def softmax(xp, x):
    e = xp.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


# name: (inputs of about n elements, what is timed, bytes moved per element)
LARGE = {
    "a + b": (lambda n: (floats(n), floats(n)), lambda xp, a, b: a + b, 12),
    "a += 1": (lambda n: (floats(n),), lambda xp, a: a.__iadd__(1), 8),
    "exp(0.5*sin(a) + cos(b))": (lambda n: (floats(n), floats(n)), chain, 12),
    "sum": (lambda n: (floats(n),), lambda xp, a: a.sum(), 4),
    "sum, axis 0": (lambda n: (square(int(n**0.5)),), lambda xp, a: a.sum(axis=0), 4),
    "sum, axis 1": (lambda n: (square(int(n**0.5)),), lambda xp, a: a.sum(axis=1), 4),
    "var": (lambda n: (floats(n),), lambda xp, a: a.var(), 4),
    "argmax": (lambda n: (floats(n),), lambda xp, a: a.argmax(), 4),
    "cumsum": (lambda n: (floats(n),), lambda xp, a: a.cumsum(), 8),
    "copy": (lambda n: (floats(n),), lambda xp, a: a.copy(), 8),
    "transposed copy": (
        lambda n: (square(int(n**0.5)),),
        lambda xp, a: xp.ascontiguousarray(a.T),
        8,
    ),
    "astype float64": (lambda n: (floats(n),), lambda xp, a: a.astype("f8"), 12),
    "every other": (lambda n: (floats(n),), lambda xp, a: a[::2] * a[1::2], 6),
    "row + column": (
        lambda n: (floats(int(n**0.5)), floats(int(n**0.5))[:, None]),
        lambda xp, a, b: a + b,
        4,
    ),
    "boolean mask": (lambda n: (floats(n),), lambda xp, a: a[a > 0], None),
    "where": (lambda n: (floats(n),), lambda xp, a: xp.where(a > 0, a, 0), None),
    "softmax": (lambda n: (square(int(n**0.5)),), softmax, None),
    "matmul": (
        lambda n: (square(int(n**0.5) // 4), square(int(n**0.5) // 4)),
        lambda xp, a, b: a @ b,
        None,
    ),
}
SMALL = {
    "a + b": (lambda n: (floats(n), floats(n)), lambda xp, a, b: a + b),
    "a * 2.0": (lambda n: (floats(n),), lambda xp, a: a * 2.0),
    "a.sum()": (lambda n: (floats(n),), lambda xp, a: a.sum()),
    "a[1:]": (lambda n: (floats(n),), lambda xp, a: a[1:]),
    "where": (lambda n: (floats(n),), lambda xp, a: xp.where(a > 0, a, a)),
    "take": (
        lambda n: (floats(n), numpy.arange(n)),
        lambda xp, a, i: xp.take(a, i),
    ),
    "zeros_like": (lambda n: (floats(n),), lambda xp, a: xp.zeros_like(a)),
}


# What torch spells in another way.
TORCH = {
    "a += 1": lambda xp, a: a.add_(1),
    "cumsum": lambda xp, a: a.cumsum(0),
    "copy": lambda xp, a: a.clone(),
    "transposed copy": lambda xp, a: a.T.contiguous(),
    "astype float64": lambda xp, a: a.double(),
    "softmax": lambda xp, a: torch_softmax(xp, a),
}


def torch_softmax(torch, x):
    e = torch.exp(x - x.amax(dim=-1, keepdim=True))
    return e / e.sum(dim=-1, keepdim=True)


def measure(call, wait, budget=0.6):
    """Median seconds per call, over batches of calls with one wait each."""
    for _ in range(2):
        begin = time.perf_counter()
        call()
        wait()
        once = max(time.perf_counter() - begin, 1e-7)
    calls = max(1, min(5000, int(budget / 8 / once)))
    times = []
    for _ in range(max(2, min(7, int(budget / (once * calls))))):
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        wait()
        times.append((time.perf_counter() - begin) / calls)
    return statistics.median(times)


def libraries(wanted):
    """(name, module, function that copies to the device, function that waits)."""
    found = [("numpy", numpy, numpy.asarray, lambda: None)]
    try:
        import tenorite
    except ImportError as error:
        print(f"Tenorite is left out: {error}")
    else:
        names = ["cpu", "cuda:0"] if tenorite.cuda.is_available() else ["cpu"]
        for name in names:
            device = tenorite.Device(name)

            def copy(x, name=name):
                return tenorite.array(x, device=name)

            found.append((f"tenorite {name}", tenorite, copy, device.synchronize))
    try:
        import cupy

        wait = cupy.cuda.Device(0).synchronize
        found.append(("cupy", cupy, cupy.asarray, wait))
    except Exception as error:
        print(f"CuPy is left out: {error}")
    try:
        import torch

        torch.cuda.synchronize()
    except Exception as error:
        print(f"torch is left out: {error}")
    else:

        def to_torch(x):
            return torch.from_numpy(numpy.ascontiguousarray(x)).cuda()

        found.append(("torch", torch, to_torch, torch.cuda.synchronize))
    return [entry for entry in found if not wanted or entry[0] in wanted]


def environment(found):
    """The hardware and the versions that times belong to."""
    facts = {"machine": platform.machine(), "cores": os.cpu_count()}
    for name, module, *_ in found:
        facts[name.split()[0]] = module.__version__
        if name.endswith("cuda:0"):
            properties = module.cuda.runtime.getDeviceProperties(0)
            gpu = properties["name"]
            facts["gpu"] = gpu.decode() if isinstance(gpu, bytes) else gpu
            facts["cuda runtime"] = module.cuda.runtime.runtimeGetVersion()
            facts["cuda driver"] = module.cuda.runtime.driverGetVersion()
    return facts


def run_case(name, case, n, found):
    """Seconds, or the error, for each library; in a dict."""
    make, call, *_ = case
    inputs = make(n)
    record = {}
    for library, module, copy, wait in found:
        body = TORCH.get(name, call) if library == "torch" else call
        try:
            arrays = [copy(x) for x in inputs]
            seconds = measure(lambda: body(module, *arrays), wait)  # noqa: B023
            record[library] = {"seconds": seconds}
        except Exception as error:
            record[library] = {"error": f"{type(error).__name__}: {error}"}
    return record


def cell(run, bytes_moved):
    if "error" in run:
        return "failed"
    seconds = run["seconds"]
    text = f"{seconds * 1e6:.1f} us" if seconds < 1e-3 else f"{seconds * 1e3:.2f} ms"
    return text + (f" {bytes_moved / seconds / 1e9:5.0f}" if bytes_moved else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--elements", type=int, help="of the large cases")
    parser.add_argument("--library", action="append", help="only this one; repeat")
    parser.add_argument("--output", help="a JSON file to write")
    args = parser.parse_args()
    found = libraries(args.library)
    has_gpu = any("cuda" in name or name in ("cupy", "torch") for name, *_ in found)
    large = args.elements or (2**26 if has_gpu else 2**22)
    report = {
        "environment": environment(found),
        "libraries": [name for name, *_ in found],
        "cases": [],
    }
    widths = [26] + [22] * len(found)
    for title, cases, n in (("small", SMALL, 16), ("large", LARGE, large)):
        header = [f"{n} elements", *report["libraries"]]
        print("".join(h.ljust(w) for h, w in zip(header, widths, strict=True)))
        for name, case in cases.items():
            runs = run_case(name, case, n, found)
            per_element = case[2] if len(case) > 2 else None
            moved = per_element * n if per_element else None
            entry = {"group": title, "case": name, "elements": n, "bytes": moved}
            report["cases"].append(entry | {"runs": runs})
            cells = [name, *(cell(run, moved) for run in runs.values())]
            line = "".join(c.ljust(w) for c, w in zip(cells, widths, strict=True))
            print(line.rstrip(), flush=True)
            for library, run in runs.items():
                if "error" in run:
                    print(f"    {library}: {run['error']}")
    if args.output:
        path = pathlib.Path(args.output)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
