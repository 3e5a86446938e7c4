// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/interrupt.h"
#include "core/outer_lock.h"

namespace tenorite::collectives {

using Clock = std::chrono::steady_clock;

inline Clock::time_point deadline_after(double seconds) {
  // Longer than any program runs, and no overflow.
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(
             std::chrono::duration<double>(std::clamp(seconds, 0.0, 1e9)));
}

// Calls `step` until it says that all is done, without the outer lock: at first
// at once, for a while after yielding, then after sleeps of a sixteenth of the
// time since the last progress. `step` returns 1 when done, 0 after progress
// and -1 without any. Signals are seen to.
template <class Step>
void poll_until_done(Step&& step) {
  without_outer_lock([&] {
    using std::chrono::microseconds;
    using std::chrono::milliseconds;
    Clock::time_point progress = Clock::now();
    Clock::time_point looked = progress;
    for (int idle = 0;;) {
      const int state = step();
      if (state == 1) return;
      if (state == 0) {
        idle = 0;
        continue;
      }
      if (++idle < 64) continue;
      const Clock::time_point now = Clock::now();
      if (idle == 64) progress = now;
      const Clock::duration waited = now - progress;
      if (waited < milliseconds(1))
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(
            std::min<Clock::duration>(waited / 16, milliseconds(1)));
      if (now - looked >= milliseconds(50)) {
        check_signals();
        looked = now;
      }
    }
  });
}

}  // namespace tenorite::collectives
