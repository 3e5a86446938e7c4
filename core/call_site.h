// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tenorite {

// Where the program called an operation; line 0 if unknown.
struct CallSite {
  std::string file;
  int line = 0;
};

// The caller's line in the program; registered by the layer above.
using SiteFinder = CallSite (*)();
void set_site_finder(SiteFinder finder);
CallSite call_site();

}  // namespace tenorite
