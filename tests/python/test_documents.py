# SPDX-License-Identifier: Apache-2.0
"""What the documents name is there: files of this tree, and names of the package."""

import fnmatch
import functools
import os
import pathlib
import re

import pytest
import tenorite

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = {"build", "__pycache__"}
# Headers of the CUDA toolkit, which kernels include.
OTHERS = {"cooperative_groups.h", "cuComplex.h", "cuda_fp16.h"}
ENDINGS = (
    "c|cpp|cu|cuh|def|h|hpp|in|json|md|py|sh|toml|txt|yaml|cuh.in|cu.in|def.in|h.in"
)

# Text in backquotes that is no block, and the targets of links.
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
# A path of files: letters of paths, with * and {a,b} as in a shell.
PATH = re.compile(r"[\w.*-]*(?:(?:/|\{[\w.*,-]+\})[\w.*-]*)*")
FILE = re.compile(rf".*\w(?:\.(?:{ENDINGS})|\.\*)")
NAME = re.compile(r"\btenorite((?:\.[A-Za-z_]\w*)+)")


@functools.cache
def tree(root):
    """Files and folders below the root, as paths from there."""
    found = set()
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if f not in SKIPPED and f[0] != "."]
        here = pathlib.Path(folder).relative_to(root)
        found.update((here / name).as_posix() for name in (*folders, *files))
    return found


def alternatives(pattern):
    """The patterns of a text with {a,b}."""
    match = re.search(r"\{([^{}]*)\}", pattern)
    if not match:
        return [pattern]
    before, after = pattern[: match.start()], pattern[match.end() :]
    return [
        whole
        for part in match.group(1).split(",")
        for whole in alternatives(before + part + after)
    ]


def names_files(text, paths):
    """Whether a text in backquotes names files of the tree, and not something else."""
    if not PATH.fullmatch(text) or not re.search(r"\w", text):
        return False
    if text in OTHERS or text.split("/")[0] in SKIPPED:
        return False
    if "/" in text and text.split("/")[0] in paths:
        return True
    return FILE.fullmatch(text) is not None and not text.startswith(("*", "."))


def is_there(text, paths):
    """Whether each path that the text stands for exists, from the root or below it."""
    patterns = [p.rstrip("/") for p in alternatives(text)]
    return all(
        any(
            fnmatch.fnmatchcase(path, pattern)
            or fnmatch.fnmatchcase(path, f"*/{pattern}")
            for path in paths
        )
        for pattern in patterns
    )


def absent_files(document, root):
    """Lines `file:line: path` of what a document names and the tree lacks."""
    paths = tree(root)
    for number, line in enumerate(document.read_text("utf-8").split("\n"), 1):
        where = f"{document.relative_to(root).as_posix()}:{number}"
        for text in SPAN.findall(line):
            for word in text.split():
                if names_files(word, paths) and not is_there(word, paths):
                    yield f"{where}: {word}"
        for target in LINK.findall(line):
            if "://" not in target and not (document.parent / target).exists():
                yield f"{where}: {target}"


def documents(root):
    return [root / path for path in sorted(tree(root)) if path.endswith(".md")]


def test_files_that_documents_name_exist():
    assert (ROOT / "README.md") in documents(ROOT)
    found = [
        line for document in documents(ROOT) for line in absent_files(document, ROOT)
    ]
    assert not found, "named in documents, but not in the tree:\n" + "\n".join(found)


def test_names_of_the_package_exist():
    found = []
    for document in documents(ROOT):
        for text in SPAN.findall(document.read_text("utf-8")):
            for dotted in NAME.findall(text):
                value = tenorite
                for name in dotted[1:].split("."):
                    value = getattr(value, name, None)
                # Types that have no public name say that they are of the package.
                hidden = getattr(tenorite._core, dotted[1:], None)
                if value is None and getattr(hidden, "__module__", None) != "tenorite":
                    found.append(f"{document.relative_to(ROOT)}: tenorite{dotted}")
    assert not found, "named in documents, but not there:\n" + "\n".join(found)


@pytest.mark.parametrize(
    "text, absent",
    [
        ("`core/error.h` and `error.*` of `core/`", []),
        ("`core/{error,dtype}.h`, `co*/err*`", []),
        ("`core/eror.h`", ["core/eror.h"]),
        ("`core/{error,type}.h`", ["core/{error,type}.h"]),
        ("`error.cpp` and `errr.*`", ["error.cpp", "errr.*"]),
        ("`a/b`, `x.y`, `f(core/none.h)`, `*args`, 3.h", []),
        ("[one](other.md#part), [two](https://example.org/x.md)", []),
        ("[one](none.md)", ["none.md"]),
        ("`python core/none.py --flag`", ["core/none.py"]),
    ],
)
def test_planted_names(tmp_path, text, absent):
    (tmp_path / "core").mkdir()
    for name in ("core/error.h", "core/dtype.h", "other.md"):
        (tmp_path / name).touch()
    (tmp_path / "read.md").write_text(f"# Title\n{text}\n")
    found = list(absent_files(tmp_path / "read.md", tmp_path))
    assert found == [f"read.md:2: {name}" for name in absent]
