# SPDX-License-Identifier: Apache-2.0
"""A plot of the headline cases of a report."""

import pathlib
import sys

from . import comparison
from .spec import ALL, CPU, CUDA, CUPY, JAX, NUMPY, ON_GPU, TORCH

COLOURS = {
    CUDA: "tab:green",
    CUPY: "tab:blue",
    TORCH: "tab:orange",
    JAX: "tab:purple",
    CPU: "yellowgreen",
    NUMPY: "tab:gray",
}


def panels(report):
    """(title, unit, libraries, rows) of what there is to draw.

    A row is a label and a value for each library, None where there is none.
    """
    records = [r for r in report["cases"] if r["headline"]]
    found = []

    def panel(title, unit, names, chosen, value):
        names = [n for n in names if any(value(r["runs"].get(n, {})) for r in chosen)]
        rows = [
            (r["name"], [value(r["runs"].get(name, {})) for name in names])
            for r in chosen
        ]
        rows = [row for row in rows if any(row[1])]
        if rows:
            found.append((title, unit, names, rows))

    panel(
        "Share of the device copy's speed",
        "1 = cudaMemcpyAsync on the device",
        ON_GPU,
        records,
        lambda run: run.get("share_of_copy"),
    )
    panel(
        "Time of a call on 16 elements",
        "microseconds",
        ALL,
        [r for r in records if r["group"] == "16 elements"],
        lambda run: run["seconds"] * 1e6 if "seconds" in run else None,
    )
    panel(
        "Time of a ufunc on 10^6 elements, on the CPU",
        "milliseconds",
        (NUMPY, CPU),
        [r for r in records if r["group"].startswith("CPU: ufuncs, 10^6")],
        lambda run: run["seconds"] * 1e3 if "seconds" in run else None,
    )
    return found


def plot(report, path):
    """Writes the plot; returns why not, or None."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        return "Matplotlib is not installed"
    drawn = panels(report)
    if not drawn:
        return "there is nothing to draw"
    heights = [len(rows) * 0.16 * (len(names) + 1) + 0.9 for _, _, names, rows in drawn]
    figure, grid = pyplot.subplots(
        len(drawn),
        1,
        figsize=(9, sum(heights)),
        squeeze=False,
        gridspec_kw={"height_ratios": heights},
    )
    facts = report["environment"]
    where = facts.get("gpu") or facts["cpu"]
    for axes, (title, unit, names, rows) in zip(grid[:, 0], drawn, strict=True):
        thickness = 0.8 / len(names)
        for i, name in enumerate(names):
            places = [
                j + (i - (len(names) - 1) / 2) * thickness for j in range(len(rows))
            ]
            values = [row[1][i] or 0 for row in rows]
            axes.barh(places, values, thickness, label=name, color=COLOURS[name])
        axes.set_yticks(range(len(rows)), [label for label, _ in rows])
        axes.invert_yaxis()
        axes.margins(y=0.01)
        axes.set_title(f"{title} ({where})" if axes is grid[0, 0] else title)
        axes.set_xlabel(unit)
        axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=100)
    pyplot.close(figure)
    return None


def main(path, output=None):
    output = output or pathlib.Path(path).with_suffix(".png")
    why_not = plot(comparison.read(path), output)
    if why_not:
        print(f"No plot: {why_not}.", file=sys.stderr)
        return 1
    print(f"{output} written")
    return 0
