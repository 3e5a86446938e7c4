// SPDX-License-Identifier: Apache-2.0
#include "memory/size_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string_view>

#include "core/error.h"

namespace tenorite::memory {
namespace {

struct Unit {
  std::string_view name;
  double bytes;
};
constexpr Unit kUnits[] = {
    {"", 1},         {"b", 1},        {"k", 0x1p10},   {"kb", 1e3},
    {"kib", 0x1p10}, {"m", 0x1p20},   {"mb", 1e6},     {"mib", 0x1p20},
    {"g", 0x1p30},   {"gb", 1e9},     {"gib", 0x1p30}, {"t", 0x1p40},
    {"tb", 1e12},    {"tib", 0x1p40},
};

std::string lower_without_spaces(const std::string& text) {
  std::string out;
  for (unsigned char c : text)
    if (!std::isspace(c)) out += static_cast<char>(std::tolower(c));
  return out;
}

}  // namespace

std::string describe_bytes(size_t bytes) {
  if (bytes < 1024) return format("%zu bytes", bytes);
  static constexpr const char* kNames[] = {"KiB", "MiB", "GiB",
                                           "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes) / 1024;
  int unit = 0;
  while (value >= 1024 && unit < 5) {
    value /= 1024;
    ++unit;
  }
  return format("%.2f %s (%zu bytes)", value, kNames[unit], bytes);
}

size_t parse_limit(const char* name, const std::string& text, size_t total) {
  const std::string clean = lower_without_spaces(text);
  if (clean.empty()) return 0;
  double number = 0;
  const char* end = clean.data() + clean.size();
  auto [stop, code] = std::from_chars(clean.data(), end, number);
  double bytes = -1;
  if (code == std::errc() && std::isfinite(number) && number >= 0) {
    const std::string_view unit(stop, static_cast<size_t>(end - stop));
    if (unit == "%" && number <= 100)
      bytes = number / 100 * static_cast<double>(total);
    for (const Unit& u : kUnits)
      if (unit == u.name) bytes = number * u.bytes;
  }
  TENORITE_CHECK(bytes >= 0 && bytes < 0x1p63, ValueError,
                 "%s must be a number of bytes such as '8GiB' or '1000000', "
                 "or a share of the device's memory such as '80%%', got '%s'",
                 name, text.c_str());
  return static_cast<size_t>(bytes);
}

}  // namespace tenorite::memory
