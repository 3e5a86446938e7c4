// SPDX-License-Identifier: Apache-2.0
#include "core/warning.h"

#include <atomic>

#include "core/interrupt.h"

namespace tenorite {
namespace {

std::atomic<WarningSink> g_sink{nullptr};
std::atomic<FloatErrorSink> g_float_error_sink{nullptr};

}  // namespace

void set_warning_sink(WarningSink sink) { g_sink = sink; }
void set_float_error_sink(FloatErrorSink sink) { g_float_error_sink = sink; }

void warn(const std::string& text, Warning kind) {
  if (Unattended::here()) return;
  WarningSink sink = g_sink;
  if (sink && !sink(kind, text)) throw Interrupted();
}

void report_float_errors(const char* name, FloatErrors errors, bool recorded) {
  if (!errors || Unattended::here()) return;
  FloatErrorSink sink = g_float_error_sink;
  if (sink && !sink(name, errors, recorded)) throw Interrupted();
}

}  // namespace tenorite
