# SPDX-License-Identifier: Apache-2.0
"""RawKernel: a struct passed by value, as a NumPy structured scalar."""

import numpy
import tenorite as np

escape = np.RawKernel(
    r"""
struct Window {
  double left, top, step;
  int width, height, limit;
};
extern "C" __global__ void escape(Window w, int* steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= w.width * w.height) return;
  double x0 = w.left + w.step * (i % w.width), y0 = w.top + w.step * (i / w.width);
  double x = 0, y = 0;
  int n = 0;
  for (; n < w.limit && x * x + y * y <= 4.0; ++n) {
    double next = x * x - y * y + x0;
    y = 2 * x * y + y0;
    x = next;
  }
  steps[i] = n;
}
""",
    "escape",
    options=("--fmad=false",),
)

WINDOW = numpy.dtype(
    [
        ("left", "f8"),
        ("top", "f8"),
        ("step", "f8"),
        ("width", "i4"),
        ("height", "i4"),
        ("limit", "i4"),
    ],
    align=True,
)


def numpy_escape(window: numpy.ndarray) -> numpy.ndarray:
    columns = window["left"] + window["step"] * numpy.arange(int(window["width"]))
    rows = window["top"] + window["step"] * numpy.arange(int(window["height"]))
    x0, y0 = numpy.meshgrid(columns, rows)
    x, y = numpy.zeros_like(x0), numpy.zeros_like(y0)
    steps = numpy.zeros(x0.shape, numpy.int32)
    for _ in range(window["limit"]):
        inside = x * x + y * y <= 4.0
        steps += inside
        x, y = (
            numpy.where(inside, x * x - y * y + x0, x),
            numpy.where(inside, 2 * x * y + y0, y),
        )
    return steps


def main(width: int = 200, height: int = 100) -> None:
    window = numpy.zeros((), WINDOW)
    window[()] = (-2.0, -1.0, 2.0 / height, width, height, 60)
    steps = np.zeros((height, width), np.int32)
    escape((-(-steps.size // 128),), (128,), (window, steps))
    numpy.testing.assert_array_equal(np.asnumpy(steps), numpy_escape(window))
    print(f"{int((np.asnumpy(steps) == 60).sum())} of {steps.size} points stay")


if __name__ == "__main__":
    main()
