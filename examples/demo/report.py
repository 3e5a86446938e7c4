# SPDX-License-Identifier: Apache-2.0
"""The table, the plot and the progress of the demo."""

from worker import NUMPY


class Progress:
    """A progress bar on a terminal where rich is installed, else lines."""

    def __init__(self, total):
        self.total, self.done, self.bar = total, 0, None
        try:
            import rich.progress as rich
        except ImportError:
            return
        columns = rich.BarColumn(), rich.MofNCompleteColumn(), rich.TimeElapsedColumn()
        bar = rich.Progress(*columns, rich.TextColumn("{task.description}"))
        if bar.console.is_terminal:
            self.bar, self.task = bar, bar.add_task("", total=total)

    def __enter__(self):
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *exc_info):
        if self.bar:
            self.bar.update(self.task, completed=self.done, description="")
            self.bar.stop()

    def step(self, text):
        """Says what is done next."""
        if self.bar:
            self.bar.update(self.task, completed=self.done, description=text)
        self.done += 1
        if not self.bar:
            print(f"[{self.done}/{self.total}] {text}", flush=True)


def time_text(seconds):
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "us")):
        if seconds * factor >= 1.0:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def table_lines(report):
    """The header and the rows of the table, as lists of strings."""
    targets = report["targets"]
    header = ["program", "NumPy"]
    for target in targets[1:]:
        header += [f"Tenorite {target}", "speed-up"]
    rows = []
    for entry in report["programs"]:
        base = entry["runs"][NUMPY].get("seconds")
        row = [entry["title"], time_text(base) if base else "failed"]
        for target in targets[1:]:
            run = entry["runs"][target]
            seconds = run.get("seconds")
            if run.get("error"):
                row += ["wrong" if seconds else "failed", ""]
            else:
                speed_up = f"{base / seconds:.1f}x" if base else ""
                row += [time_text(seconds), speed_up]
        rows.append(row)
    return header, rows


def print_table(report):
    header, rows = table_lines(report)
    try:
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
        for row in (header, *rows):
            cells = [row[0].ljust(widths[0])]
            cells += [c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)]
            print("  ".join(cells))
        return
    table = Table(title="Seconds per call (median)")
    for i, name in enumerate(header):
        table.add_column(name, justify="right" if i else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console = Console()
    Console(width=max(console.width, 100)).print(table)


def plot(report, path):
    """Writes a bar chart of the speed-ups; returns why not, or None."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        return "Matplotlib is not installed"
    targets = report["targets"][1:]
    entries = [e for e in report["programs"] if "seconds" in e["runs"][NUMPY]]
    if not targets or not entries:
        return "there is nothing to compare"
    figure, axes = pyplot.subplots(figsize=(9, 0.4 * len(entries) * len(targets) + 2))
    thickness = 0.8 / len(targets)
    for i, target in enumerate(targets):
        places, values = [], []
        for j, entry in enumerate(entries):
            run = entry["runs"][target]
            if not run.get("error"):
                places.append(j + (i - (len(targets) - 1) / 2) * thickness)
                values.append(entry["runs"][NUMPY]["seconds"] / run["seconds"])
        name = report["devices"][target]
        widths = [value - 1.0 for value in values]
        axes.barh(places, widths, thickness, left=1.0, label=f"{target}: {name}")
        for place, value in zip(places, values, strict=True):
            axes.annotate(
                f"{value:.1f}x",
                (max(value, 1.0), place),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize=8,
            )
    axes.set_yticks(range(len(entries)), [e["title"] for e in entries])
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}x")
    axes.xaxis.set_minor_formatter("")
    axes.margins(x=0.15)
    axes.axvline(1.0, color="black", linewidth=0.8)
    axes.set_xlabel("speed-up over NumPy")
    axes.set_title("The same NumPy programs run with Tenorite")
    axes.legend(loc="lower right", fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    return None
