# SPDX-License-Identifier: Apache-2.0
"""What the documents name is there, and their programs run as they stand."""

import contextlib
import fnmatch
import functools
import gc
import os
import pathlib
import re
import warnings

import pytest
import tenorite
from support import document_blocks
from support.all_settings import all_settings, restore_settings
from support.cupys_place import without_cupy

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


# ---- programs ----


def programs_of_pages():
    """The programs of README and of the pages of the site."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for page in pages:
        for program in document_blocks.programs_of(page.read_text("utf-8")):
            name = f"{page.relative_to(ROOT).as_posix()}:{program.line}"
            yield pytest.param(program, id=name)


@pytest.mark.parametrize("program", list(programs_of_pages()))
def test_programs_run_as_they_stand(program, device, tmp_path, monkeypatch):
    for need in sorted(program.needs):
        if document_blocks.missing(need):
            pytest.skip(f"it needs {need}")
    monkeypatch.chdir(tmp_path)
    settings = own_settings(fallback="auto")
    with settings, warnings.catch_warnings(), cupys_names(program), no_collection():
        warnings.simplefilter("ignore", tenorite.PerformanceWarning)
        for block, printed in document_blocks.run(program):
            if block.output is not None and device == "cpu":
                assert printed == block.output, f"what line {block.line} prints"


def tables_of_migration():
    """(page, needs) of the tables whose last column is what is written here."""
    for page in sorted((ROOT / "docs" / "migration").glob("*.md")):
        rows = document_blocks.rows_of(page.read_text("utf-8"))
        for needs in sorted({tuple(sorted(row.needs)) for row in rows}):
            yield pytest.param(page, needs, id="-".join((page.stem, *needs)))


@pytest.mark.parametrize("page, needs", list(tables_of_migration()))
def test_what_is_written_here_runs(page, needs, device, tmp_path, monkeypatch):
    """Row by row, after the page's first program."""
    for need in needs:
        if document_blocks.missing(need):
            pytest.skip(f"it needs {need}")
    monkeypatch.chdir(tmp_path)
    text, scope = page.read_text("utf-8"), {}
    with tenorite.config.using(fallback="auto", matmul_precision="highest"):
        list(document_blocks.run(document_blocks.programs_of(text)[0], scope))
        for row in document_blocks.rows_of(text):
            for code in row.codes if row.needs == set(needs) else ():
                try:
                    exec(code, scope)
                except Exception as error:
                    error.add_note(f"{page.name}:{row.line}: {code}")
                    raise


@contextlib.contextmanager
def own_settings(**settings):
    """A program begins with these settings; what it sets is set for its own time."""
    before = all_settings()
    try:
        with tenorite.config.using(**settings):
            yield
    finally:
        restore_settings(before)


@contextlib.contextmanager
def no_collection():
    """What other tests left behind is not freed while a program looks at memory."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def cupys_names(program):
    """A program may give CuPy's names to this package: for its own time."""
    asked = any("cupy_compat" in block.text for block in program.blocks)
    return without_cupy() if asked else contextlib.nullcontext()


@pytest.mark.parametrize(
    "text, lines, needs, outputs",
    [
        ("```python\nimport a\n```\n\n```python\nb\n```\n", [[2, 6]], [set()], []),
        (
            "<!-- needs: cuda, torch -->\n\n```python\n# why\nimport a\n```\n"
            "\n```sh\nls\n```\n\n```python\nfrom b import c\n```\n"
            "```output\n1\n```\n",
            [[4], [13]],
            [{"cuda", "torch"}, set()],
            ["1\n"],
        ),
        ("````text\n```python\nimport a\n```\n````\n", [], [], []),
    ],
)
def test_programs_are_found(text, lines, needs, outputs):
    found = document_blocks.programs_of(text)
    assert [[block.line for block in p.blocks] for p in found] == lines
    assert [p.needs for p in found] == needs
    blocks = [block for p in found for block in p.blocks]
    assert [block.output for block in blocks if block.output is not None] == outputs


def test_output_without_a_program_is_an_error():
    with pytest.raises(ValueError, match="under no block"):
        document_blocks.programs_of("```python\nimport a\n```\nwords\n```output\n```\n")


def test_what_a_program_needs():
    assert document_blocks.missing("no_such_module")
    assert not document_blocks.missing("numpy")
    assert document_blocks.missing("cuda") != tenorite.cuda.is_available()
