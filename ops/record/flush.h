// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/record/flush_plan.h"

namespace tenorite {

// Executes what the window holds, as fusion_mode() says. Whatever happens, all
// of it has been executed or has failed afterwards; the first error is thrown,
// and a storage that did not come about throws it again when it is used.
void flush_window(Window& window, FlushPlans& plans, Device device,
                  StreamId stream, const char* reason);
// Nothing is pending on the window's storages any more.
void release(Window& window);

}  // namespace tenorite
