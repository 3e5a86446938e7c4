# SPDX-License-Identifier: Apache-2.0
"""The pages of measurements, made from benchmarks/results."""

import json
import sys

from staging import ROOT

sys.path.insert(0, str(ROOT))

from benchmarks import comparison, readme
from benchmarks.programs import summary
from benchmarks.records import time_text

RESULTS = ROOT / "benchmarks" / "results"
_ABOUT = """
Every table names the machine and the day. Nothing here was estimated; the files are
those of `benchmarks/results` in the source tree, and [how we measure](/design/benchmarks.md)
says what a time is. Times of your machine: `python -m benchmarks run --quick`.
"""


def put_all(staging):
    """An index, and a page for each file of results."""
    names = []
    for path in sorted(RESULTS.glob("*.json")):
        maker = next((m for prefix, m in MAKERS if path.name.startswith(prefix)), None)
        if maker is None:
            raise ValueError(f"{path} is of no kind that measurements.py knows")
        names.append(path.stem)
        staging.put(f"measurements/{path.stem}.md", maker(staging, path))
    toc = ["```{toctree}", ":maxdepth: 1", "", *names, "```"]
    text = ["# Measurements", _ABOUT, *toc]
    staging.put("measurements/index.md", "\n".join(text) + "\n")


def operations(staging, path):
    """The page of a run of `python -m benchmarks run`."""
    report = comparison.read(path)
    facts = report["environment"]
    title = facts.get("gpu") or f"{facts['cpu']} with {facts['cores']} cores"
    picture = path.with_suffix(".png")
    lines = [f"# Operations: {title}", "", *readme.section(report)]
    if picture.exists():
        staging.put(f"measurements/{picture.name}", picture.read_bytes())
        lines += ["", f"![The same as bars]({picture.name})"]
    return "\n".join(lines) + "\n"


def programs(staging, path):
    """The page of a run of `python -m benchmarks programs`."""
    report = summary.read(path)
    names = [n for n in report["libraries"] if n != "numpy"]
    titles = {"tenorite-cuda": "Tenorite", "tenorite-cpu": "Tenorite"}
    titles |= {"cupy": "CuPy", "jax": "JAX"}
    rows, domain = [], None
    for record in report["programs"]:
        if record["domain"] != domain:
            domain = record["domain"]
            rows.append([f"**{domain}**", *[""] * len(names)])
        times = [_steady(record["runs"].get(n)) for n in names]
        rows.append([summary.title(record), *times])
    lines = [
        f"# Whole programs: {report['environment'].get('gpu', 'CPU')}",
        "",
        f"{place_of(report['environment'])}. The least time of a call of the program "
        f"in {report['rounds']} rounds, once it has settled. Every result was compared "
        "with NumPy's. JAX runs the same program by `jax.jit`, where it has been "
        "written for it.",
        "",
        *table(["program", *(titles.get(n, n) for n in names)], rows),
    ]
    return "\n".join(lines) + "\n"


def _steady(run):
    return time_text(run["min"]) if run and "min" in run else "-"


def demo(staging, path):
    """The page of a run of `make demo`."""
    report = json.loads(path.read_text("utf-8"))
    targets = report["targets"]
    titles = ["NumPy", *(f"Tenorite, {report['devices'][t]}" for t in targets[1:])]
    rows = [
        [f"`{p['title']}`", *(_seconds(p["runs"].get(t)) for t in targets)]
        for p in report["programs"]
    ]
    gpu = report["devices"].get("cuda:0", report["cpu"])
    date = report.get("date", "on a day that was not noted")
    lines = [
        f"# Examples: {gpu}",
        "",
        f"{report['cpu']} with {report['cores']} cores, {gpu}, NumPy {report['numpy']}"
        f", {date}. Programs of `examples`, from one text, at "
        f"{report['scale']:g} times their usual size.",
        "",
        *table(["program", *titles], rows),
    ]
    return "\n".join(lines) + "\n"


def exchange(staging, path):
    """The page of a run of `python -m benchmarks.exchange`."""
    report = json.loads(path.read_text("utf-8"))
    names = list(dict.fromkeys(n for c in report["cases"] for n in c["runs"]))
    rows = [
        [f"`{case['name']}`", *(_seconds(case["runs"].get(n)) for n in names)]
        for case in report["cases"]
    ]
    lines = [
        f"# Exchange of arrays: {report['environment'].get('gpu', 'CPU')}",
        "",
        f"{place_of(report['environment'])}. What handing an array to another library "
        "costs the host.",
        "",
        *table(["call", *names], rows),
    ]
    return "\n".join(lines) + "\n"


def science(staging, path):
    """The page of a run of `python -m benchmarks science`."""
    report = json.loads(path.read_text("utf-8"))
    rows, group = [], None
    for row in report["rows"]:
        if row["group"] != group:
            group = row["group"]
            rows.append([f"**{group}**", "", "", ""])
        times = [
            time_text(row[n]["median"]) if n in row else "-"
            for n in ("tenorite", "cupy")
        ]
        ratio = f"{row['ratio']:.2f}" if "ratio" in row else "-"
        rows.append([f"{row['case']}, {row['dtype']}", *times, ratio])
    lines = [
        f"# SciPy's functions: {report['environment'].get('gpu', 'CPU')}",
        "",
        f"{place_of(report['environment'])}. The median time of a call among many, and "
        "CuPy's by it. Every result was compared with SciPy's at a small size.",
        "",
        *table(["call", "Tenorite", "CuPy", "ratio"], rows),
    ]
    return "\n".join(lines) + "\n"


def collectives(staging, path):
    """The page of a run of `python -m benchmarks.collectives`."""
    report = json.loads(path.read_text("utf-8"))
    rows = []
    for case in report["cases"]:
        ours, torch = (case["seconds"].get(n) for n in ("tenorite", "torch"))
        times = [time_text(ours), time_text(torch) if torch else "-"]
        ratio = f"{torch / ours:.3f}" if torch else "-"
        rows.append([f"{case['operation']}, {case['bytes']:,} bytes", *times, ratio])
    facts = report["environment"]
    lines = [
        f"# Collective operations: {facts['gpu']}",
        "",
        f"{place_of(facts)}, {facts['tenorite']}, {facts.get('torch', 'no torch')}. The "
        "median time of a call among many that are queued, and that of "
        "torch.distributed by it.",
        "",
        *table(["call", "Tenorite", "torch", "ratio"], rows),
    ]
    return "\n".join(lines) + "\n"


def split(staging, path):
    """The page of a run of `python -m benchmarks.split`."""
    report = json.loads(path.read_text("utf-8"))
    facts = report["environment"]
    names = {
        "one": "one device",
        "mesh of 1": "a mesh of one",
        "mesh": f"a mesh of {len(facts['devices'])}",
        "jax": "JAX, as many",
    }
    rows = []
    for case in report["cases"]:
        times = (case["seconds"].get(name) for name in names)
        rows.append([case["program"], *(time_text(t) if t else "-" for t in times)])
    lines = [
        f"# Split arrays: {facts['gpu']}",
        "",
        f"{place_of(facts)}, commit {facts['commit']}. The median time of a step. "
        "Where a program says *per device*, a mesh of several has so many times the rows.",
        "",
        *table(["program", *names.values()], rows),
    ]
    return "\n".join(lines) + "\n"


def _seconds(run):
    return time_text(run["seconds"]) if run and "seconds" in run else "-"


def table(head, rows):
    """A table in Markdown, whose first column is text and the others numbers."""
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " --: |" * (len(head) - 1)]
    return [*lines, *("| " + " | ".join(row) + " |" for row in rows)]


def place_of(facts):
    """The hardware and the day of a run."""
    cpu = f"{facts['cpu']} with {facts['cores']} cores"
    return ", ".join(filter(None, (facts.get("gpu"), cpu, facts.get("date"))))


# Which function makes the page of a file, by how the file's name begins.
MAKERS = (
    ("bench-", operations),
    ("collectives-", collectives),
    ("demo-", demo),
    ("exchange-", exchange),
    ("programs-", programs),
    ("science-", science),
    ("split-", split),
)
