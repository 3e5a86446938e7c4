// SPDX-License-Identifier: Apache-2.0
#include "core/warning.h"

#include <atomic>

#include "core/interrupt.h"

namespace tenorite {
namespace {

std::atomic<WarningSink> g_sink{nullptr};

}  // namespace

void set_warning_sink(WarningSink sink) { g_sink = sink; }

void warn(const std::string& text) {
  if (Unattended::here()) return;
  WarningSink sink = g_sink;
  if (sink && !sink(text)) throw Interrupted();
}

}  // namespace tenorite
