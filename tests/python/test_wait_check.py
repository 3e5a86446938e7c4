# SPDX-License-Identifier: Apache-2.0
"""The check of waits finds what it is there to find, and nothing in the tree."""

import importlib.util
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "check_waits.py"

pytestmark = pytest.mark.skipif(not TOOL.is_file(), reason="runs in the source tree")

# rule, a line that breaks it
PLANTED = [
    ("wait", "TENORITE_CUDA_TRY(cudaDeviceSynchronize());"),
    ("wait", "check(cudaStreamSynchronize(stream));"),
    ("wait", "cudaMalloc(&p, 16);"),
    ("wait", "cudaMemcpy(to, from, 16, cudaMemcpyDeviceToHost);"),
    ("wait", "if (waitpid(pid, &status, 0) < 0) return;"),
    ("wait", "changed.wait(lock, [&] { return done; });"),
    ("wait", "std::this_thread::sleep_for(second);"),
    ("wait", "thread.join();"),
    ("mutex", "std::mutex mutex;"),
    ("mutex", "static std::recursive_mutex& mutex = *new std::recursive_mutex;"),
]
CLEAN = [
    "TENORITE_CUDA_WAIT(cudaDeviceSynchronize());",
    "waiting([&] { return cudaMalloc(&p, 16); });",
    "without_outer_lock([&] { changed.wait(lock, [&] { return done; }); });",
    "// cudaDeviceSynchronize() waits",
    "cudaMemcpyAsync(to, from, 16, kind, stream);",
    "void wait(int event);",
    "std::lock_guard<std::mutex> lock(mutex);",
    "PatientMutex mutex;",
]


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("check_waits", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def problems(tool, root, line, monkeypatch):
    for table in ("WAITS", "LEAVES"):
        monkeypatch.setattr(tool, table, {})
    (root / "core").mkdir()
    (root / "core" / "new.cpp").write_text(f"void f() {{\n  {line}\n}}\n")
    return tool.check(root)


def test_the_tree(tool):
    assert tool.check(ROOT) == []


@pytest.mark.parametrize("rule, line", PLANTED)
def test_planted(tool, tmp_path, monkeypatch, rule, line):
    (found,) = problems(tool, tmp_path, line, monkeypatch)
    assert found.startswith(f"core/new.cpp:2: [{rule}]")


@pytest.mark.parametrize("line", CLEAN)
def test_clean(tool, tmp_path, monkeypatch, line):
    assert problems(tool, tmp_path, line, monkeypatch) == []


def test_tables_name_what_is_there(tool, tmp_path, monkeypatch):
    monkeypatch.setattr(tool, "WAITS", {("core/gone.cpp", "wait"): "it is gone"})
    monkeypatch.setattr(tool, "LEAVES", {"core/gone.cpp": "it is gone"})
    assert len(tool.check(tmp_path)) == 2
