# SPDX-License-Identifier: Apache-2.0
"""The programs of examples/kernels, which check themselves, on every device."""

import pathlib
import runpy

import pytest
import tenorite

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "kernels"
PROGRAMS = sorted(FOLDER.glob("*.py"), key=lambda path: path.stem)


def names(path):
    return path.stem


def test_programs_are_found():
    assert len(PROGRAMS) == 10


@pytest.mark.parametrize("program", PROGRAMS, ids=names)
def test_program(device, program, capsys):
    with tenorite.Device(device):
        runpy.run_path(str(program), run_name="__main__")
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("program", PROGRAMS, ids=names)
@pytest.mark.filterwarnings("ignore:cupyx.jit.rawkernel is experimental:FutureWarning")
def test_program_is_cupys_too(device, program, tmp_path):
    """Only the import is replaced: the text must mean the same to CuPy."""
    if device == "cpu":
        pytest.skip("CuPy has no CPU device")
    pytest.importorskip("cupy")
    copy = tmp_path / program.name
    text = program.read_text().replace("import tenorite as", "import cupy as")
    copy.write_text(text.replace("from tenorite.cupyx", "from cupyx"))
    runpy.run_path(str(copy), run_name="__main__")
