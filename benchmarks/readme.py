# SPDX-License-Identifier: Apache-2.0
"""The README's table of results, made from the committed ones."""

import pathlib

from . import comparison, plotting
from .machine import ROOT
from .records import time_text
from .spec import CPU, CUDA, CUPY, JAX, NUMPY, TORCH

BEGIN, END = "<!-- benchmarks: begin -->", "<!-- benchmarks: end -->"
RESULTS = ROOT / "benchmarks" / "results"
TITLES = {NUMPY: "NumPy", CPU: "Tenorite, CPU", CUDA: "Tenorite", CUPY: "CuPy"}
TITLES |= {TORCH: "torch", JAX: "JAX"}


def committed():
    """The paths of the reports that the README shows."""
    return sorted(RESULTS.glob("bench-*.json"))


def cell(run):
    """A time and, where there is one, its share of the device copy's speed."""
    if "seconds" not in run:
        return "-" if "absent" in run else "failed"
    text = time_text(run["seconds"])
    share = run.get("share_of_copy")
    return f"{text} ({share:.2f})" if share else text


def place_text(report):
    """The hardware and the versions that times belong to."""
    facts = report["environment"]
    where = [facts.get("gpu"), f"{facts['cpu']} with {facts['cores']} cores"]
    if facts.get("cuda runtime"):
        major, minor = divmod(facts["cuda runtime"], 1000)
        where.append(f"CUDA {major}.{minor // 10}")
    for name in ("numpy", "cupy", "torch"):
        if name in facts:
            title = {"numpy": "NumPy", "cupy": "CuPy"}.get(name, name)
            where.append(f"{title} {facts[name]}")
    where.append(facts["date"])
    return ", ".join(filter(None, where))


def section(report, picture=None):
    """The text about one report, as lines."""
    records = [r for r in report["cases"] if r["headline"]]
    groups = [r["group"] for r in records]
    records.sort(key=lambda r: groups.index(r["group"]))
    names = [
        n for n in TITLES if any("seconds" in r["runs"].get(n, {}) for r in records)
    ]
    lines = [f"{place_text(report)}:", ""]
    copy = report["device_copy"]["bytes_per_second"]
    if copy:
        lines[0] = (
            f"{place_text(report)}. In brackets: the speed beside that of a copy on"
            f" the device, {copy / 1e12:.2f} TB/s read and written."
        )
    lines.append("| | " + " | ".join(TITLES[n] for n in names) + " |")
    lines.append("| --- |" + " --: |" * len(names))
    group = None
    for record in records:
        if record["group"] != group:
            group = record["group"]
            lines.append(f"| **{group}** |" + " |" * len(names))
        cells = [cell(record["runs"].get(n, {"absent": ""})) for n in names]
        lines.append(f"| {record['name']} | " + " | ".join(cells) + " |")
    if picture:
        lines += ["", f"![The same as bars]({picture})"]
    return lines


def table_text():
    """What stands between the markers."""
    lines = []
    for path in committed():
        picture = path.with_suffix(".png")
        link = picture.relative_to(ROOT).as_posix() if picture.exists() else None
        lines += ["", *section(comparison.read(path), link)]
    return "\n".join(lines or ["", "No results of this version are committed yet."])


def with_table(text):
    """The README's text with the present table between its markers."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"README.md lacks {BEGIN} or {END}")
    return f"{before}{begin}\n{table_text()}\n\n{end}{after}"


def main():
    for path in committed():
        plotting.plot(comparison.read(path), path.with_suffix(".png"))
    path = pathlib.Path(ROOT, "README.md")
    path.write_text(with_table(path.read_text("utf-8")), "utf-8")
    print(f"{path} written from {len(committed())} result files")
    return 0
