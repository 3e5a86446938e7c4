#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the site: `python tools/website` writes build/site/html.

Pages of docs/ are taken as they are. The API reference, the pages of measurements and
the gallery are made here, from the built package, from benchmarks/results and from
examples/gallery. Warnings are errors, and so are links that lead nowhere.
"""

import argparse
import os
import pathlib
import shutil
import sys

os.environ["TENORITE_DEVICE"] = "cpu"
os.environ["MPLBACKEND"] = "agg"

import links
import measurements
from reference import pages
from sphinx.cmd.build import main as sphinx
from staging import DOCS, ROOT, Staging

SITE = ROOT / "build" / "site"
# What Sphinx's extensions write beside the pages.
KEPT = ("gallery",)


def build(folder, jobs):
    """Makes the pages and the site; the exit status of Sphinx, or 1 for bad links."""
    staging = Staging(folder / "source")
    staging.put_documents()
    pages.put_all(staging)
    measurements.put_all(staging)
    staging.put_linked_files()
    staging.drop_the_rest(KEPT)
    html = folder / "html"
    arguments = ["-W", "-q", "-j", str(jobs), "-c", str(DOCS), "-d"]
    arguments += [str(folder / "doctrees"), str(staging.folder), str(html)]
    status = sphinx(arguments)
    if status:
        return status
    drop_pages_without_source(html, staging.folder)
    problems = links.problems(html)
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{html / 'index.html'}: {len(list(html.rglob('*.html')))} pages")
    return 1 if problems else 0


def drop_pages_without_source(html, source):
    """Removes pages that an earlier build made of files that are gone."""
    made = {"genindex", "py-modindex", "search"}
    for page in html.rglob("*.html"):
        name = page.relative_to(html).with_suffix("").as_posix()
        places = [source / f"{name}{suffix}" for suffix in (".md", ".rst")]
        if name not in made and not any(map(pathlib.Path.exists, places)):
            page.unlink()


def main():
    parser = argparse.ArgumentParser("python tools/website", description=__doc__)
    parser.add_argument("--folder", type=pathlib.Path, default=SITE)
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1))
    parser.add_argument("--fresh", action="store_true", help="make everything again")
    asked = parser.parse_args()
    if asked.fresh:
        shutil.rmtree(asked.folder, ignore_errors=True)
    return build(asked.folder, asked.jobs)


if __name__ == "__main__":
    sys.exit(main())
