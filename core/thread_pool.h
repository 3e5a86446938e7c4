// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

namespace tenorite {

// Threads that work on one pass, the caller among them: TENORITE_NUM_THREADS,
// else the processors that this process may use. The others stay awake for half
// a millisecond after a pass, on the watch for the next one.
int num_threads();

// Items that make about 5 us of work, when each costs an instruction or two.
inline constexpr int64_t kLightGrain = 32768;

namespace detail {
using Range = void (*)(void* body, int64_t begin, int64_t end);
// `blocks` blocks of `grain` items, the last one cut off at `n`.
void run_in_parallel(int64_t n, int64_t grain, int64_t blocks, Range range,
                     void* body);
}  // namespace detail

// Calls body(begin, end) for ranges that together cover [0, n) once. Every
// range starts at a multiple of `grain`; a result that depends on where ranges
// end must therefore be computed per block of `grain` items. Small work, work
// inside another parallel_for, and work while another thread uses the pool run
// on the calling thread. The first exception is rethrown there, Interrupted
// above all (core/interrupt.h): signals are looked for between ranges, about
// once a millisecond. Blocks that take longer call look_for_signals()
// themselves.
template <class F>
void parallel_for(int64_t n, int64_t grain, F&& body) {
  if (n <= 0) return;
  if (n <= grain) {
    body(int64_t{0}, n);
    return;
  }
  if (grain < 1) grain = 1;
  using Body = std::remove_reference_t<F>;
  detail::run_in_parallel(
      n, grain, (n - 1) / grain + 1,
      [](void* f, int64_t begin, int64_t end) {
        (*static_cast<Body*>(f))(begin, end);
      },
      const_cast<std::remove_const_t<Body>*>(&body));
}

}  // namespace tenorite
