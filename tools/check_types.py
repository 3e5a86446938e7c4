#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the stubs with mypy and pyright, both in strict mode.

They are run over the stubs, the assertions and mistakes of tests/typing, and the
examples, in which `import numpy as np` becomes `import tenorite as np`. Prints what is
wrong and exits with 1 when anything is: a report on a line that has no `# wrong`, or no
report on one that has it. pyright is basedpyright's, which needs no download of its own.
"""

import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
_MARK = "  # wrong"
# It reads a photograph with packages that have no types.
_LEFT_OUT = "kmeans.py"


def copy_examples(folder):
    """Copies of the examples that import this package, less examples/demo."""
    examples = ROOT / "examples"
    folders = "", "kernels/", "exchange/"
    for path in [path for name in folders for path in examples.glob(f"{name}*.py")]:
        if path.name == _LEFT_OUT:
            continue
        text = path.read_text("utf-8")
        text = text.replace("import numpy as np\n", "import tenorite as np\n")
        (folder / path.name).write_text(text, "utf-8")


def mypy(files, folder):
    """(file, line, message) of mypy's reports."""
    command = [sys.executable, "-m", "mypy", "--strict", "--no-pretty", *files]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if run.returncode > 1:
        raise SystemExit(run.stdout + run.stderr)
    for line in run.stdout.splitlines():
        if match := re.match(r"(.+?):(\d+): error: (.*)", line):
            yield str((ROOT / match[1]).resolve()), int(match[2]), f"mypy: {match[3]}"


def pyright(files, folder):
    """(file, line, message) of pyright's reports."""
    settings = {
        "include": [str(file) for file in files],
        "typeCheckingMode": "strict",
        "pythonVersion": f"{sys.version_info.major}.{sys.version_info.minor}",
        "reportMissingModuleSource": False,
        "reportMissingTypeStubs": False,
    }
    project = folder / "pyrightconfig.json"
    project.write_text(json.dumps(settings), "utf-8")
    command = [sys.executable, "-m", "basedpyright", "-p", project, "--outputjson"]
    command += ["--pythonpath", sys.executable]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    try:
        reports = json.loads(run.stdout)["generalDiagnostics"]
    except (ValueError, KeyError):
        raise SystemExit(run.stdout + run.stderr) from None
    for report in reports:
        if report["severity"] == "error":
            line = report["range"]["start"]["line"] + 1
            yield report["file"], line, f"pyright: {report['message']}"


def problems(checker, files, folder):
    """What a checker says that it should not, and what it does not say."""
    expected = {
        (str(path), number)
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if _MARK in line
    }
    for file, line, message in checker(files, folder):
        if (file, line) in expected:
            expected.discard((file, line))
        elif _MARK not in pathlib.Path(file).read_text("utf-8").splitlines()[line - 1]:
            yield f"{file}:{line}: {message}"
    for file, line in sorted(expected):
        yield f"{file}:{line}: {checker.__name__} reports nothing"


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        copy_examples(folder)
        files = sorted((ROOT / "python" / "tenorite").rglob("*.pyi"))
        files += sorted((ROOT / "tests" / "typing").glob("*.py"))
        files += sorted(folder.glob("*.py"))
        with concurrent.futures.ThreadPoolExecutor() as pool:
            found = pool.map(
                lambda checker: list(problems(checker, files, folder)), (mypy, pyright)
            )
            lines = [line for each in found for line in each]
    print(*lines, sep="\n", end="\n" if lines else "")
    sys.exit(bool(lines))


if __name__ == "__main__":
    main()
