// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tenorite {

// What the user should know although the call goes on. The layer above shows
// it (a RuntimeWarning); false when it became an exception there, which is
// then thrown on. Null by default: nobody is told.
using WarningSink = bool (*)(const std::string& text);
void set_warning_sink(WarningSink sink);
// Called with no lock held; nothing where the thread is Unattended. Throws
// Interrupted when the sink says so.
void warn(const std::string& text);

}  // namespace tenorite
