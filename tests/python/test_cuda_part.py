# SPDX-License-Identifier: Apache-2.0
"""The CUDA part is a library of its own, opened when CUDA is first asked for."""

import os
import re
import shutil
import subprocess
import sys

import pytest
import tenorite
from tenorite import _core
from tenorite._runtime import libraries

BUILT = bool(libraries._cuda_part_files())
OPEN = "\nprint(any('libtenorite_cuda' in line for line in open('/proc/self/maps')))"


def output(program, **env):
    """What a program prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | env,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def reason(*files):
    """Why there is no CUDA part with these files in its place."""
    return output(
        "import tenorite\n"
        "from tenorite import _core\n"
        f"_core.set_library_paths('tenorite_cuda', {list(map(str, files))})\n"
        "print(_core.cuda.why_no_part())"
    )


@pytest.mark.skipif(not BUILT, reason="this build has no CUDA part")
def test_what_was_built_opens():
    """Every symbol that it asks for is there."""
    assert _core.cuda.why_no_part() == ""
    assert os.path.basename(_core.cuda.part_file()) == "libtenorite_cuda.so"
    assert tenorite.cuda.runtime.runtimeGetVersion() >= 12040


def test_cpu_device_does_not_open_it():
    program = "import tenorite as np; float((np.ones(10) + 1).sum())"
    assert output(program + OPEN, TENORITE_DEVICE="cpu") == "False"


@pytest.mark.skipif(not shutil.which("nm"), reason="needs nm")
def test_the_extension_shows_others_only_what_is_its_own():
    """They are loaded later, and would find its copies of the library of C++."""
    command = ["nm", "-D", "--defined-only", "-P", _core.__file__]
    listing = subprocess.run(command, capture_output=True, text=True, check=True)
    shown = [line.split()[0] for line in listing.stdout.splitlines()]
    own = re.compile(r"PyInit__core|tenorite_interface_\w{16}|_ZNK?8tenorite\w+")
    assert [name for name in shown if not own.fullmatch(name)] == []


def test_import_does_not_open_it():
    assert output("import tenorite" + OPEN) == "False"


@pytest.mark.skipif(tenorite.cuda.is_available(), reason="there is a GPU")
def test_machine_without_driver_does_not_open_it():
    program = "import tenorite as np; assert str(np.ones(3).device) == 'cpu'"
    assert output(program + OPEN) == "False"


def test_without_a_file():
    assert reason() == (
        "the CUDA part of tenorite is not installed (`pip install 'tenorite[cuda13]'` "
        "brings it; builds from source have it where nvcc is found)"
    )


def test_error_of_an_array_says_so():
    program = (
        "import tenorite as np\n"
        "from tenorite import _core\n"
        "_core.set_library_paths('tenorite_cuda', [])\n"
        "try: np.zeros(3, device='cuda:0')\n"
        "except RuntimeError as e: print(e)"
    )
    found = output(program, TENORITE_DEVICE="cpu")
    assert found.startswith("cuda:0 is not available: the CUDA part of tenorite is not")


def test_file_that_is_no_library(tmp_path):
    file = tmp_path / "libtenorite_cuda.so"
    file.write_text("nothing")
    assert "the CUDA part of tenorite could not be opened: " in reason(file)
    assert str(file) in reason(file)


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_library_of_another_build(tmp_path):
    """One that was made with other headers asks for a name that is not there."""
    source = tmp_path / "part.c"
    source.write_text(
        "extern const char tenorite_interface_0000000000000000[];\n"
        "const char* host = tenorite_interface_0000000000000000;\n"
    )
    file = tmp_path / "libtenorite_cuda.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", file, source], check=True)
    assert reason(file) == (
        f"{file} is of another build of tenorite: install the same version of "
        "tenorite-cuda13 and tenorite"
    )
