# SPDX-License-Identifier: Apache-2.0
"""What a tensor costs by DLPack's functions in C, which other libraries call."""

import ctypes
import pathlib
import shutil
import subprocess
import tempfile

# Nanoseconds of a tensor that is taken from an object and given back, among many.
SOURCE = """
#include <stdint.h>
#include <time.h>

struct tensor {
  uint32_t version[2];
  void* context;
  void (*deleter)(struct tensor*);
};
struct api {
  uint32_t version[2];
  void* former;
  void* allocate;
  int (*from_object)(void* object, struct tensor** out);
};

double nanoseconds(const struct api* api, void* object, int number) {
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (int i = 0; i < number; ++i) {
    struct tensor* tensor;
    if (api->from_object(object, &tensor) != 0) return -1;
    tensor->deleter(tensor);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  return ((end.tv_sec - begin.tv_sec) * 1e9 + end.tv_nsec - begin.tv_nsec) / number;
}
"""


def functions_of(array):
    """The address of the functions of an array's type; None without them."""
    capsule = getattr(type(array), "__dlpack_c_exchange_api__", None)
    if capsule is None:
        return None
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return get(capsule, b"dlpack_exchange_api")


def seconds(array, number=100_000, repeat=7):
    """Seconds for a tensor of an array; None without a compiler or the functions."""
    compiler = shutil.which("cc")
    api = functions_of(array)
    if compiler is None or api is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "calls.c")
        source.write_text(SOURCE)
        made = source.with_suffix(".so")
        command = [compiler, "-O2", "-shared", "-fPIC", "-o", made, source]
        subprocess.run(command, check=True)
        call = ctypes.PyDLL(str(made)).nanoseconds  # holds the interpreter's lock
        call.restype = ctypes.c_double
        call.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_int]
        return min(call(api, array, number) for _ in range(repeat)) / 1e9
