# SPDX-License-Identifier: Apache-2.0
"""Random programs of statements over arrays that may be split.

`program(rng)` is a list of lines over v0, v1, ...; NumPy runs them as they are written,
so that every line has a meaning. Values stay finite and small.
"""

import warnings

import numpy

_BINARY = "+ - *".split()
_INTEGERS = "i4 i8 u1".split()


class Writer:
    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.names = {"np": numpy}
        self.count = 0

    def pick(self, items):
        return items[self.rng.integers(len(items))]

    def arrays(self, where=lambda x: True):
        found = [
            name
            for name, x in self.names.items()
            if isinstance(x, numpy.ndarray) and x.size < 20000 and where(x)
        ]
        return found

    def run(self, line):
        """Adds a line, unless NumPy has an error or an unusable value there."""
        trial = {
            name: x.copy() if isinstance(x, numpy.ndarray) else x
            for name, x in self.names.items()
        }
        try:
            with warnings.catch_warnings(), numpy.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                exec(line, trial)
                for x in trial.values():
                    if isinstance(x, numpy.ndarray) and x.dtype.kind in "fc":
                        if not numpy.isfinite(x).all() or abs(x).max(initial=0) > 1e6:
                            return
                # In the real names views stay views.
                exec(line, self.names)
        except Exception:
            return
        for name, x in list(self.names.items()):
            if isinstance(x, numpy.generic):
                self.names[name] = numpy.asarray(x)
        self.lines.append(line)

    def new(self, expression):
        name = f"v{self.count}"
        self.count += 1
        self.run(f"{name} = {expression}")

    # ---- what a line may be ----

    def slices(self, shape):
        """A basic index of an array of that shape."""
        entries = []
        for n in shape:
            kind = self.rng.integers(7)
            if kind < 2 or n == 0:
                entries.append(":")
            elif kind == 2 and self.rng.random() < 0.5:
                entries.append(str(self.rng.integers(-n, n)))
            elif kind == 3:
                entries.append(f"::{self.pick([2, 3, -1, -2])}")
            else:
                low = self.rng.integers(0, n)
                high = self.rng.integers(low, n + 1)
                entries.append(f"{low}:{high}")
        return ", ".join(entries) or "..."

    def shifted(self):
        """Neighbours of one array, as stencils have them."""
        name = self.pick(self.arrays(lambda x: x.ndim and min(x.shape) > 4))
        x = self.names[name]
        axis = self.rng.integers(x.ndim)
        width = self.pick([1, 1, 2])
        before = ":, " * axis
        parts = [
            f"{name}[{before}{k}:{k - 2 * width or None}]" for k in range(2 * width + 1)
        ]
        chosen = [self.pick(parts) for _ in range(self.pick([2, 3]))]
        expression = " + ".join(f"{self.rng.random():.3f} * {part}" for part in chosen)
        if self.rng.random() < 0.4:
            self.run(f"{name}[{before}{width}:{-width}] = {expression}")
        else:
            self.new(expression)

    def binary(self):
        a = self.pick(self.arrays())
        alike = self.arrays(lambda x: x.shape == self.names[a].shape)
        b = self.pick(
            [*alike, *alike, f"{self.rng.random():.3f}", self.pick(self.arrays())]
        )
        self.new(f"{a} {self.pick(_BINARY)} {b}")

    def function(self):
        a = self.pick(self.arrays())
        self.new(
            self.pick(
                [
                    f"np.tanh({a})",
                    f"np.sqrt(np.abs({a}))",
                    f"np.where({a} > 0.2, {a}, 0.5)",
                    f"np.clip({a}, -1, 1)",
                    f"-{a}",
                    f"{a} > 0.3",
                    f"np.floor({a})",
                    f"{a}.astype('{self.pick(['f4', 'f8', 'i8'])}')",
                    f"{a}.copy()",
                    f"np.maximum({a}, 0.1)",
                ]
            )
        )

    def view(self):
        a = self.pick(self.arrays(lambda x: x.ndim))
        shape = self.names[a].shape
        self.new(
            self.pick(
                [
                    f"{a}[{self.slices(shape)}]",
                    f"{a}[{self.slices(shape)}]",
                    f"{a}.T",
                    f"{a}[None]",
                    f"np.moveaxis({a}, 0, -1)",
                    f"{a}[..., None]",
                ]
            )
        )

    def move(self):
        a = self.pick(self.arrays(lambda x: x.ndim))
        x = self.names[a]
        axis = self.rng.integers(x.ndim)
        alike = self.arrays(lambda y: y.shape == x.shape)
        b = self.pick(alike)
        self.new(
            self.pick(
                [
                    f"np.roll({a}, {self.rng.integers(-9, 10)}, {axis})",
                    f"np.roll({a}, {self.rng.integers(-9, 10)})",
                    f"np.concatenate([{a}, {b}], {axis})",
                    f"np.stack([{a}, {b}], {axis})",
                    f"np.flip({a}, {axis}) + {b}",
                    f"np.diff({a}, axis={axis})",
                    f"np.repeat({a}, 2, axis={axis})",
                    f"{a}.reshape(-1) * 1",
                    f"{a}.reshape({x.shape[::-1]}) * 1",
                    f"np.tril({a})" if x.ndim > 1 else f"np.cumsum({a})",
                    f"{a}[{a} > 0.1]",
                ]
            )
        )

    def reduction(self):
        a = self.pick(self.arrays(lambda x: x.size))
        x = self.names[a]
        axis = self.pick([None, *range(x.ndim)])
        keep = self.pick([True, False])
        name = self.pick("sum mean max min std any argmax".split())
        end = f", keepdims={keep})" if name != "argmax" else ")"
        self.new(f"np.{name}({a}, axis={axis}{end}")

    def along(self):
        a = self.pick(self.arrays(lambda x: x.ndim and x.size))
        axis = self.rng.integers(self.names[a].ndim)
        which = self.pick(["cumsum", "sort", "fft", "gradient"])
        if which == "fft":
            self.new(f"np.fft.ifft(np.fft.fft({a}, axis={axis}), axis={axis}).real")
        else:
            self.new(f"np.{which}({a}, axis={axis})")

    def product(self):
        pairs = [
            (a, b)
            for a in self.arrays(lambda x: x.ndim in (1, 2))
            for b in self.arrays(lambda x: x.ndim in (1, 2))
            if self.names[a].shape[-1] == self.names[b].shape[0]
        ]
        if pairs:
            a, b = self.pick(pairs)
            self.new(f"np.tanh({a} @ {b})")

    def write(self):
        a = self.pick(self.arrays(lambda x: x.ndim))
        x = self.names[a]
        key = self.slices(x.shape)
        alike = self.arrays(lambda y: y.shape == x.shape and y.dtype == x.dtype)
        b = self.pick(alike)
        self.run(
            self.pick(
                [
                    f"{a}[{key}] = {self.rng.random():.3f}",
                    f"{a}[{key}] = {b}[{key}]",
                    f"{a}[{key}] += 1",
                    f"{a} += {b}",
                    f"{a} *= 0.5",
                    f"{a}[{a} < 0] = 0",
                    f"{a}[0] = {a}[-1]",
                    f"np.add({a}, {b}, out={a})",
                    f"{a}[1:] = {a}[:-1]",
                    f"{a}[::-1] = {b}",
                ]
            )
        )


KINDS = (
    "shifted shifted binary binary function view view move move reduction along product "
    "write write write"
).split()


def program(rng, large=False):
    """Lines, and the values that NumPy has at their end by name."""
    writer = Writer(rng)
    n = int(rng.integers(70, 300)) if large else int(rng.integers(1, 24))
    m = int(rng.integers(1, 12))
    shapes = [(n, m), (n, m), (n,), (m, n), (3, n, m)]
    for shape in shapes[: 3 + int(rng.integers(3))]:
        kind = rng.random()
        seed = int(rng.integers(1 << 30))
        if kind < 0.7:
            make = f"make({shape}, 'f{4 if kind < 0.15 else 8}', {seed})"
        else:
            make = f"make({shape}, '{writer.pick(_INTEGERS)}', {seed})"
        writer.names["make"] = host
        writer.new(make)
    for _ in range(int(rng.integers(5, 25))):
        try:
            getattr(writer, writer.pick(KINDS))()
        except (ValueError, IndexError):
            continue  # nothing to choose from
    values = {k: x for k, x in writer.names.items() if isinstance(x, numpy.ndarray)}
    return writer.lines, values


def host(shape, dtype, seed):
    rng = numpy.random.default_rng(seed)
    if numpy.dtype(dtype).kind == "f":
        return rng.standard_normal(shape).astype(dtype)
    return rng.integers(0, 9, shape).astype(dtype)
