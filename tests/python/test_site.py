# SPDX-License-Identifier: Apache-2.0
"""What makes the site's pages: entries of the reference, links, staging."""

import importlib
import inspect
import pathlib
import sys
import warnings

import numpy
import pytest
import tenorite

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def website():
    """Imports a module of tools/website."""
    sys.path.insert(0, str(ROOT / "tools" / "website"))
    before = set(sys.modules)
    try:
        yield importlib.import_module
    finally:
        sys.path.remove(str(ROOT / "tools" / "website"))
        for name in set(sys.modules) - before:
            if name.partition(".")[0] in (
                "staging",
                "links",
                "measurements",
                "reference",
            ):
                del sys.modules[name]


# ---- the reference ----


def test_every_public_name_has_a_page(website):
    assert website("reference.contents").check() == []


def test_a_name_without_a_page_is_found(website, monkeypatch):
    monkeypatch.setattr(tenorite, "__all__", [*tenorite.__all__, "brand_new"])
    assert website("reference.contents").check() == ["brand_new"]


@pytest.mark.parametrize(
    "results, words",
    [
        ({}, None),
        (dict(zip("efd", "efd", strict=True)), "floats"),
        (
            dict.fromkeys("?bhilBHILefdFD", "l"),
            "all → int64",
        ),
        ({"f": "f", "d": "d", "F": "f", "D": "d"}, None),
    ],
)
def test_dtypes_in_words(website, results, words):
    facts = website("reference.facts")
    if words is None and results:
        words = "float32, float64 → the same; complex64 → float32; complex128 → float64"
    assert facts.described(results) == words


def test_dtypes_and_errors_of_functions(website):
    facts = website("reference.facts")
    sums = "bool, signed integers → int64; unsigned integers → uint64"
    assert facts.dtypes_of("sum") == f"{sums}; floats, complex → the same"
    text = "bool, integers → float64; float32, float64, complex → the same"
    assert facts.dtypes_of("linalg.cholesky") == text
    assert facts.dtypes_of("linalg.inv") == text
    assert facts.dtypes_of("no_such_function") is None
    assert facts.loops_of(tenorite.sqrt) == "floats, complex"
    assert facts.error_bound("add") == "correctly rounded"
    assert facts.error_bound("bitwise_and") == "exact"
    assert facts.error_bound("sin").endswith(" ulp")
    assert "eps" in facts.error_bound("sum")
    assert facts.error_bound("concatenate") is None


def test_dtypes_by_examples(website):
    trials = website("reference.trials")

    def double(x):
        """Twice the items.

        Examples
        --------
        >>> import tenorite as np
        >>> double(np.array([1, 2]))
        array([2, 4])
        """

    double.__doc__ = inspect.cleandoc(double.__doc__).replace(
        "double(", "np.multiply(2, "
    )
    words = "bool → int64; int64, floats, complex → the same"
    assert trials.dtypes_of(double) == words
    double.__doc__ = double.__doc__.replace("]))", "])).round(3).shape")
    assert trials.dtypes_of(double) == words
    double.__doc__ = double.__doc__.replace("np.multiply(", "np.no_such_name(")
    assert trials.dtypes_of(double) is None
    double.__doc__ = "Twice the items."
    assert trials.dtypes_of(double) is None


def test_numpy_refuses_the_dtypes_that_are_not_listed(website):
    facts, wrong = website("reference.facts"), []
    for path in facts.derive.calls_of():
        text, found = facts.tried(path)
        for letter in set(facts.LETTERS) - set(found) if text else ():
            dtype = numpy.dtype(letter)
            call = facts.cases.compiled(
                text, facts.cases.letters_of(text), 10, dtype.str[1:]
            )
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                operands = facts.operands_of(text, dtype, identities=True)
                try:
                    call(numpy, *map(numpy.array, operands))
                except Exception:
                    continue
            wrong.append(f"{text}, {dtype}")
    assert not wrong


def test_an_entry_has_its_facts(website):
    contents, entries = website("reference.contents"), website("reference.entries")
    page = next(page for page in contents.NUMPY if page.file == "ufuncs")
    text = "\n".join(entries.entry(tenorite.sin, "sin", "sin", page))
    assert ".. py:function:: tenorite.sin(x, /, out=None" in text
    assert ":Dtypes: floats, complex" in text
    assert "Differences from NumPy" in text  # "last bits of functions such as `sin`"
    assert "Sine of radians." in text and ">>> np.sin(" in text


def test_differences_are_found_by_name(website):
    differences = website("reference.differences")
    assert any("stable" in row[0] for row in differences.by_name()["argsort"])
    assert "no_such_function" not in differences.by_name()
    cell = "see `x`s and [that](design/random.md#part) *now*"
    wanted = "see ``x``\\ s and :doc:`that </design/random>` \\*now\\*"
    assert differences.to_rst(cell) == wanted


def test_marks_of_texts_mean_nothing(website):
    escaped = website("reference.docstrings").escaped
    assert escaped("|x| * `a*b` of x_") == "\\|x\\| \\* `a*b` of x\\_"


# ---- pages ----


def test_measurements_have_hardware_and_tables(website, tmp_path):
    staging = website("staging").Staging(tmp_path)
    website("measurements").put_all(staging)
    results = sorted((ROOT / "benchmarks" / "results").glob("*.json"))
    for path in results:
        text = (tmp_path / "measurements" / f"{path.stem}.md").read_text("utf-8")
        assert "cores" in text and text.count("\n| ") > 5


def test_links_lead_to_the_sites_pages(website, tmp_path):
    staging = website("staging").Staging(tmp_path)
    text = "[a](../README.md) [b](design/cpu.md) [c](../examples/heat.py) [d](#e)"
    staging.put_page("page", text, "docs/page.md")
    wanted = "[a](/index.md) [b](/design/cpu.md) [c](/tree/examples/heat.py.md) [d](#e)"
    assert (tmp_path / "page.md").read_text("utf-8") == wanted
    staging.put_linked_files()
    assert "heat equation" in (tmp_path / "tree/examples/heat.py.md").read_text("utf-8")
    with pytest.raises(FileNotFoundError, match="none.py"):
        staging.put_page("page", "[a](../none.py)", "docs/page.md")


def test_files_are_written_when_they_change(website, tmp_path):
    staging = website("staging").Staging(tmp_path)
    staging.put("a.md", "one")
    staging.put("b/c.md", "two")
    before = (tmp_path / "a.md").stat().st_mtime_ns
    again = website("staging").Staging(tmp_path)
    again.put("a.md", "one")
    again.drop_the_rest()
    assert (tmp_path / "a.md").stat().st_mtime_ns == before
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize(
    "link, problem",
    [
        ("b.html", None),
        ("b.html#there", None),
        ("#here", None),
        ("https://numpy.org/doc/stable/x.html#y", None),
        ("c.html", "no such file"),
        ("b.html#nowhere", "no such place on that page"),
        ("#nowhere", "no such place on that page"),
        ("http://numpy.org/", "no address of https"),
        ("https:/numpy.org", "no address of https"),
    ],
)
def test_links_are_checked(website, tmp_path, link, problem):
    page = f'<h1 id="here">A</h1><a href="{link}">x</a>'
    (tmp_path / "a.html").write_text(page, "utf-8")
    (tmp_path / "b.html").write_text('<p id="there">B</p>', "utf-8")
    found = website("links").problems(tmp_path)
    assert found == ([f"a.html: {link}: {problem}"] if problem else [])


def test_the_gallery_has_fifteen_programs():
    scripts = sorted((ROOT / "examples" / "gallery").glob("*.py"))
    assert len(scripts) >= 15
    for script in scripts:
        assert "plt.show()" in script.read_text("utf-8"), script.name
