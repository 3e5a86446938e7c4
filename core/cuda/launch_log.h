// SPDX-License-Identifier: Apache-2.0
// The kernels launched last: what the message of a lost device names.
#pragma once

#include <string>

namespace tenorite::cuda {

// A copy of the name that is never freed, the same one for equal names.
const char* launch_name(const std::string& name);
// `name` must live as long as the process. Lock-free, some nanoseconds.
void note_launch(const char* name, const unsigned grid[3],
                 const unsigned block[3]) noexcept;
// The same where the sizes are not at hand.
void note_launch(const char* name) noexcept;
// "a (grid 4 x 1 x 1, block 256 x 1 x 1), b (...)", the latest first; empty
// when none was noted.
std::string last_launches();

}  // namespace tenorite::cuda
