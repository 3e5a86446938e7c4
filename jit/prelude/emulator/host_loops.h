// SPDX-License-Identifier: Apache-2.0
// How generated elementwise kernels go over arrays on the CPU.
#pragma once

namespace tenorite::kernel {

inline constexpr int kHostAxes = 64;

// Rows of the last axis, cut into parts that are shared out to threads.
template <int Operands>
struct HostLoop {
  char* data[Operands > 0 ? Operands : 1];
  long inner[Operands > 0 ? Operands : 1];  // strides of the last axis
  long first_index;
  long inner_index;
  long length, part, parts;  // of a row
  int ndim;                  // of the other axes
  long shape[kHostAxes];
  long index[kHostAxes];  // steps of the index in C order
  long strides[Operands > 0 ? Operands : 1][kHostAxes];

  // Calls f(pointers, index, count) for parts [begin, end) of all rows.
  template <class F>
  void run(long begin, long end, F f) const {
    for (long unit = begin; unit < end; ++unit) {
      long row = unit / parts;
      const long first = (unit - row * parts) * part;
      const long count = length - first < part ? length - first : part;
      char* p[Operands > 0 ? Operands : 1];
      for (int k = 0; k < Operands; ++k) p[k] = data[k] + first * inner[k];
      long at = first_index + first * inner_index;
      for (int d = ndim - 1; d >= 0; --d) {
        const long next = row / shape[d], i = row - next * shape[d];
        for (int k = 0; k < Operands; ++k) p[k] += i * strides[k][d];
        at += i * index[d];
        row = next;
      }
      f(p, at, count);
    }
  }
};

}  // namespace tenorite::kernel
