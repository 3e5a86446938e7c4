// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tenorite {

// What tells processors apart for which a compiler makes different code:
// vendor, model and features, as bytes that are equal for equal ones.
std::string cpu_features();

}  // namespace tenorite
