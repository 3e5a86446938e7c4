// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tenorite {

// What made the results of queued work useless after it was queued, such as the
// end of a collective operation whose other ranks have gone. `raise` throws it.
// The next observation throws it, once.
using LateFailure = void (*)();
void post_late_failure(LateFailure raise);
// To be called where errors that are found on a device are raised.
void raise_late_failure();

}  // namespace tenorite
