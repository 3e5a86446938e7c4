// SPDX-License-Identifier: Apache-2.0
#include "core/thread_state.h"

namespace tenorite {

constinit thread_local ThreadState t_thread;

}  // namespace tenorite
