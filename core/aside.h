// SPDX-License-Identifier: Apache-2.0
// For calls of libraries that take long and cannot be stopped.
#pragma once

#include <functional>

namespace tenorite {

// Runs `work` in another thread and waits for it, so that a signal's handler
// can end the wait: then this throws Interrupted, and the work goes on until it
// is done, with nobody to see its result. It must therefore own whatever it
// uses, and write no memory that anybody else will read. The process waits for
// it before it ends. Exceptions and floating-point flags of the work are the
// caller's; loops in it that look for signals (core/interrupt.h) stop at once.
// To be called without locks; lets go of the outer lock.
void run_aside(std::function<void()> work);

}  // namespace tenorite
