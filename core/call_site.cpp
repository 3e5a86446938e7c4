// SPDX-License-Identifier: Apache-2.0
#include "core/call_site.h"

#include <atomic>

namespace tenorite {
namespace {
std::atomic<SiteFinder> g_finder{nullptr};
}  // namespace

void set_site_finder(SiteFinder finder) { g_finder = finder; }

CallSite call_site() {
  SiteFinder finder = g_finder.load(std::memory_order_relaxed);
  return finder ? finder() : CallSite{};
}

}  // namespace tenorite
