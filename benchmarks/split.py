# SPDX-License-Identifier: Apache-2.0
"""Arrays that are split over GPUs, beside one GPU and JAX's sharded arrays, in one run.

    python -m benchmarks.split [--devices cuda:0 cuda:1] [--scale 1.0] [--json FILE]

For each program: its time on one device with an ordinary array (`one`), on a mesh of
that device (`mesh of 1`), on a mesh of all (`mesh`), and that of JAX over the same GPUs,
where it is installed and has the program. Programs scale weakly, with so many rows for
each device, where `scaling` says so: then `one` has the rows of one device. `kept` is the
share of the ideal: one / mesh, divided by the number of devices where the work is the
same. Times are medians of rounds, of as many steps as fill a while; results that no next
step takes are waited for one by one.
"""

import argparse
import json
import statistics
import sys
import time

from . import machine

SECONDS = 0.4  # of a round
ROUNDS = 5
WARM_UP = 4


def jacobi_slices(xp, u):
    inner = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
    v = u.copy()
    v[1:-1, 1:-1] = 0.25 * inner
    return v


def jacobi_rolls(xp, u):
    around = xp.roll(u, 1, 0) + xp.roll(u, -1, 0) + xp.roll(u, 1, 1) + xp.roll(u, -1, 1)
    return 0.25 * around


def chain(xp, x):
    return xp.exp(0.5 * xp.sin(x) + xp.cos(x))


class Program:
    """`step(xp, state)` is the next state, or a result of it where it does not go on."""

    def __init__(
        self, name, step, shape, dtype, *, weak=False, goes_on=False, other=None
    ):
        self.name, self.step, self.shape, self.dtype = name, step, shape, dtype
        self.weak, self.goes_on, self.other = weak, goes_on, other


def programs(scale):
    def n(count):
        return max(int(count * scale) // 64 * 64, 128)

    big, small, side = n(8192), n(2048), n(8192)
    return [
        Program(f"Jacobi, slices, {big}^2 per device", jacobi_slices, (big, big), "f8",
                weak=True, goes_on=True),
        Program(f"Jacobi, rolls, {big}^2 per device", jacobi_rolls, (big, big), "f8",
                weak=True, goes_on=True),
        Program(f"Jacobi, slices, {small}^2 per device", jacobi_slices, (small, small), "f8",
                weak=True, goes_on=True),
        Program(f"Jacobi, rolls, {small}^2 per device", jacobi_rolls, (small, small), "f8",
                weak=True, goes_on=True),
        Program("sum", lambda xp, x: x.sum(), (n(2**29),), "f4"),
        Program("exp(0.5 sin + cos)", chain, (n(2**28),), "f4"),
        Program("matmul", lambda xp, a, b: a @ b, (side, side), "f8", other=(side, side)),
        Program("sort", lambda xp, x: xp.sort(x), (n(2**28),), "f4"),
        Program("fft2", lambda xp, x: xp.fft.fft2(x), (side, side), "c16"),
        Program("sum of rows", lambda xp, x: x.sum(axis=1), (side, 4 * side), "f4"),
        Program("softmax of rows", softmax, (side, 2 * side), "f4"),
    ]  # fmt: skip


def softmax(xp, x):
    e = xp.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


class Ours:
    def __init__(self, name, place, devices, count):
        import tenorite

        self.name, self.xp, self.place, self.count = name, tenorite, place, count
        self.devices = devices

    def make(self, shape, dtype):
        xp = self.xp
        x = xp.sin(xp.arange(shape[0], dtype="f8", device=self.place) + 1)
        if len(shape) > 1:
            y = xp.cos(xp.arange(shape[1], dtype="f8", device=self.devices[0]))
            x = x[:, None] * y
        return x.astype(dtype)

    def whole(self, shape, dtype):
        """Of an operand that every device has."""
        x = Ours("", self.devices[0], self.devices, 1).make(shape, dtype)
        if isinstance(self.place, str):
            return x
        return x.to_device(self.xp.distributed.Replicated(self.place.mesh))

    def jit(self, step):
        return step

    def wait(self, x):
        parts = (
            [x]
            if isinstance(x, self.xp.ndarray)
            else [x.local(i) for i in x.mesh.local]
        )
        self.xp.distributed.ready(*parts)


class Jax:
    name = "jax"

    def __init__(self, count):
        import jax

        jax.config.update("jax_enable_x64", True)
        self.jax, self.xp, self.count = jax, jax.numpy, count
        devices = jax.devices()[:count]
        if len(devices) < count or devices[0].platform != "gpu":
            raise ImportError("fewer GPUs")
        mesh = jax.sharding.Mesh(devices, ("x",))
        spec = jax.sharding.PartitionSpec
        self.split = jax.sharding.NamedSharding(mesh, spec("x"))
        self.replicated = jax.sharding.NamedSharding(mesh, spec())

    def _make(self, shape, dtype, sharding):
        xp = self.xp

        def values():
            x = xp.sin(xp.arange(shape[0], dtype="f8") + 1)
            if len(shape) > 1:
                x = x[:, None] * xp.cos(xp.arange(shape[1], dtype="f8"))
            return x.astype(dtype)

        return self.jax.jit(values, out_shardings=sharding)()

    def make(self, shape, dtype):
        return self._make(shape, dtype, self.split)

    def whole(self, shape, dtype):
        return self._make(shape, dtype, self.replicated)

    def jit(self, step):
        return self.jax.jit(step)

    def wait(self, x):
        x.block_until_ready()


def jax_step(step):
    if step is not jacobi_slices:
        return step

    def at(xp, u):
        inner = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        return u.at[1:-1, 1:-1].set(0.25 * inner)

    return at


class Runner:
    """A program with a library, made once; `round()` is the time of a step."""

    def __init__(self, library, program):
        self.library, self.program = library, program
        rows = program.shape[0] * (library.count if program.weak else 1)
        self.state = library.make((rows, *program.shape[1:]), program.dtype)
        self.others = []
        if program.other:
            self.others = [library.whole(program.other, program.dtype)]
        step = jax_step(program.step) if library.name == "jax" else program.step
        self.step = library.jit(lambda *values: step(library.xp, *values))
        self.steps = 1
        for _ in range(WARM_UP):
            seconds = self.round()
        self.steps = max(3, min(2000, int(SECONDS / seconds)))

    def round(self):
        start = time.perf_counter()
        for _ in range(self.steps):
            result = self.step(self.state, *self.others)
            if self.program.goes_on:
                self.state = result
            else:  # recorded work whose result nobody looks at is never done
                self.library.wait(result)
        self.library.wait(result)
        return (time.perf_counter() - start) / self.steps


def free(libraries):
    for library in libraries:
        if hasattr(library.xp, "get_default_memory_pool"):
            for device in library.devices:
                if device.startswith("cuda"):
                    with library.xp.Device(device):
                        library.xp.get_default_memory_pool().free_all_blocks()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--devices", nargs="+", default=["cuda:0", "cuda:1"])
    parser.add_argument("--scale", type=float, default=1.0, help="of all lengths")
    parser.add_argument("--only", help="part of a program's name")
    parser.add_argument("--json", help="a file for the figures")
    arguments = parser.parse_args()
    import tenorite
    from tenorite.distributed import Mesh, Split

    devices, count = arguments.devices, len(arguments.devices)
    tenorite.set_default_device(devices[0])
    libraries = [
        Ours("one", devices[0], devices, 1),
        Ours("mesh of 1", Split(Mesh(devices[:1])), devices, 1),
        Ours("mesh", Split(Mesh(devices)), devices, count),
    ]
    try:
        libraries.append(Jax(count))
    except (ImportError, RuntimeError) as error:
        print(f"without JAX: {error}", file=sys.stderr)
    names = [library.name for library in libraries]
    print("| program | " + " | ".join(f"{name}, us" for name in names) + " | mesh of 1 / one "
          "| kept | jax / mesh |")  # fmt: skip
    print("| --- |" + " --: |" * (len(names) + 3), flush=True)
    cases = []
    for program in programs(arguments.scale):
        if arguments.only and arguments.only not in program.name:
            continue
        found = {}
        for library in libraries:
            try:
                runner = Runner(library, program)
                found[library.name] = statistics.median(
                    runner.round() for _ in range(ROUNDS)
                )
            except Exception as error:
                print(f"{program.name}, {library.name}: {error!r}", file=sys.stderr)
            runner = None
            free(libraries)
        show(program, names, found, count)
        cases.append({"program": program.name, "weak": program.weak, "seconds": found})
    if arguments.json:
        facts = machine.host_facts() | {"devices": devices}
        if devices[0].startswith("cuda"):
            properties = tenorite.cuda.runtime.getDeviceProperties(0)
            facts["gpu"] = f"{count} {properties['name'].decode()}"
        report = {"schema": "tenorite-split-1", "environment": facts, "cases": cases}
        with open(arguments.json, "w") as file:
            json.dump(report, file, indent=1)
    return 0


def show(program, names, found, count):
    cells = [program.name]
    cells += [f"{found[name] * 1e6:.1f}" if name in found else "-" for name in names]

    def ratio(a, b, factor=1.0):
        return (
            f"{found[a] / found[b] * factor:.3f}" if a in found and b in found else "-"
        )

    cells.append(ratio("mesh of 1", "one"))
    cells.append(ratio("one", "mesh", 1.0 if program.weak else 1 / count))
    cells.append(ratio("jax", "mesh"))
    print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
