# SPDX-License-Identifier: Apache-2.0
"""The folder that Sphinx reads: docs/ as it is, and the pages that are made.

A file is written only where its text has changed, so that Sphinx reads again what
changed and nothing else.
"""

import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
# Pages that stand elsewhere in the tree.
ELSEWHERE = {"CONTRIBUTING.md": "contributing", "README.md": "readme"}
LINK = re.compile(r"(\]\()([^)#\s:]+)((?:#[^)\s]*)?\))")
# Above a program or a table: what it cannot run without.
NEEDS = re.compile(r"<!-- needs: ([^>]+) -->")
GPUS = {"cuda": "a GPU", "cuda:1": "two GPUs", "torch": "PyTorch", "numba": "Numba"}
LANGUAGES = {
    ".py": "python",
    ".cu": "cuda",
    ".h": "cpp",
    ".cpp": "cpp",
    ".txt": "cmake",
    ".json": "json",
}


def named(needs):
    """What a program needs, as the comment above it says, in words."""
    words = [GPUS.get(need, need) for need in needs.split(", ")]
    return " and ".join(words)


class Staging:
    """The folder of the pages; it keeps what was put into it, and drops the rest."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.placed = set()
        self.linked = set()  # paths of the tree that pages link to

    def put(self, name, content):
        """Writes a text, or bytes, unless they are there."""
        path = self.folder / name
        self.placed.add(path)
        data = content.encode() if isinstance(content, str) else content
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def put_page(self, name, text, source):
        """A page in Markdown of the file `source`, whose links are relative to that."""
        here = pathlib.PurePosixPath(source).parent

        def rewritten(match):
            before, target, after = match.groups()
            path = os.path.normpath(here / target)
            return f"{before}{self._place_of(path)}{after}"

        text = NEEDS.sub(lambda match: f"*Needs {named(match[1])}:*", text)
        self.put(f"{name}.md", LINK.sub(rewritten, text))

    def _place_of(self, path):
        """Where the site has a file of the tree, from the site's root."""
        if path == "README.md":  # of which pages take parts
            return "/index.md"
        if path in ELSEWHERE:
            return f"/{ELSEWHERE[path]}.md"
        if path.startswith("docs/"):
            return path.removeprefix("docs")
        if not (ROOT / path).exists():
            raise FileNotFoundError(f"a page links to {path}, which the tree lacks")
        self.linked.add(path)
        return f"/tree/{path}.md"

    def put_documents(self):
        """What docs/ holds, and the pages that stand elsewhere."""
        for path in sorted(DOCS.rglob("*")):
            name = path.relative_to(DOCS).as_posix()
            if path.is_dir() or path.suffix == ".py" or "__pycache__" in name:
                continue
            if path.suffix == ".md":
                text = path.read_text("utf-8")
                self.put_page(name.removesuffix(".md"), text, f"docs/{name}")
            else:
                self.put(name, path.read_bytes())
        for path, name in ELSEWHERE.items():
            text = (ROOT / path).read_text("utf-8")
            self.put_page(name, text, path)

    def put_linked_files(self):
        """A page for each file or folder of the tree that a page links to."""
        for path in sorted(self.linked):
            place = ROOT / path
            if place.suffix in (".png", ".svg"):
                continue
            files = sorted(place.rglob("*")) if place.is_dir() else [place]
            files = [p for p in files if p.is_file() and "__pycache__" not in p.parts]
            lines = ["---", "orphan: true", "---", "", f"# `{path}`"]
            for file in files:
                if place.is_dir():
                    lines += ["", f"## `{file.relative_to(place).as_posix()}`"]
                language = LANGUAGES.get(file.suffix, "text")
                lines += ["", f"``````{language}", file.read_text("utf-8").rstrip()]
                lines += ["``````"]
            self.put(f"tree/{path}.md", "\n".join(lines) + "\n")

    def drop_the_rest(self, keep=()):
        """Removes files that an earlier build put here, but for folders in `keep`."""
        for path in sorted(self.folder.rglob("*"), reverse=True):
            if path.relative_to(self.folder).parts[0] in keep:
                continue
            if path.is_dir():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path not in self.placed:
                path.unlink()
