# SPDX-License-Identifier: Apache-2.0
"""An NVRTC that fails, or takes its time: for TENORITE_NVRTC."""

import shutil
import subprocess

import pytest
from tenorite._runtime.libraries import cuda_files

from .compilers import require

_TEXT = r"""
#include <dlfcn.h>
#include <unistd.h>
#include <cstdio>

static void* real() {
  static const char* const files[] = {FILES};
  static void* found = nullptr;
  for (const char* file : files)
    if (!found) found = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  return found;
}
using F = int (*)(void*, void*, void*, void*, void*, void*);
static int call(const char* name, void* a, void* b, void* c, void* d, void* e,
                void* f) {
  void* function = real() ? dlsym(real(), name) : nullptr;
  return function ? ((F)function)(a, b, c, d, e, f) : 100;
}
#define FORWARD(name)                                                     \
  extern "C" int name(void* a, void* b, void* c, void* d, void* e, void* f) { \
    return call(#name, a, b, c, d, e, f);                                 \
  }
FORWARD(nvrtcCreateProgram)
FORWARD(nvrtcDestroyProgram)
FORWARD(nvrtcAddNameExpression)
FORWARD(nvrtcGetLoweredName)
FORWARD(nvrtcGetProgramLogSize)
FORWARD(nvrtcGetProgramLog)
FORWARD(nvrtcGetCUBINSize)
FORWARD(nvrtcGetCUBIN)
FORWARD(nvrtcGetPTXSize)
FORWARD(nvrtcGetPTX)
FORWARD(nvrtcVersion)
FORWARD(nvrtcGetNumSupportedArchs)
FORWARD(nvrtcGetSupportedArchs)
extern "C" const char* nvrtcGetErrorString(int) { return "as it was told"; }

extern "C" int nvrtcCompileProgram(void* program, void* count, void* options) {
  if (FILE* calls = std::fopen(FOLDER "/calls", "a")) {
    std::fputs("call\n", calls);
    std::fclose(calls);
  }
  if (access(FOLDER "/fail", F_OK) == 0) return 6;
  while (access(FOLDER "/go", F_OK) != 0 && access(FOLDER, F_OK) == 0)
    usleep(10000);
  return call("nvrtcCompileProgram", program, count, options, nullptr, nullptr,
              nullptr);
}
"""


class FakeNvrtc:
    """Built in a folder, of whose files it takes orders.

    Compilations wait until there is `go`, and fail if there is `fail`.
    """

    def __init__(self, folder):
        require("sm_90")
        compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
        if compiler is None:
            pytest.skip("there is no C++ compiler on this machine")
        self.folder = folder
        names = ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")
        files = ", ".join(f'"{file}"' for file in (*cuda_files("nvrtc"), *names))
        text = folder / "nvrtc.cpp"
        text.write_text(f'#define FILES {files}\n#define FOLDER "{folder}"\n{_TEXT}')
        library = folder / "libnvrtc.so"
        command = [compiler, "-shared", "-fPIC", "-O1", text, "-o", library, "-ldl"]
        subprocess.run(command, check=True)
        #: For the process that is to have it, with a cache of its own.
        self.environment = {
            "TENORITE_NVRTC": str(library),
            "TENORITE_CACHE_DIR": str(folder / "cache"),
        }

    def fail(self):
        (self.folder / "fail").touch()

    def go(self):
        (self.folder / "go").touch()

    def calls(self):
        """How many compilations have begun."""
        calls = self.folder / "calls"
        return len(calls.read_text().splitlines()) if calls.exists() else 0
