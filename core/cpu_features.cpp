// SPDX-License-Identifier: Apache-2.0
#include "core/cpu_features.h"

#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__linux__)
#include <sys/auxv.h>

#include <fstream>
#endif

namespace tenorite {

std::string cpu_features() {
  std::string bytes;
  auto add = [&](uint64_t number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
#if defined(__x86_64__)
  static constexpr struct {
    unsigned leaf, subleaf;
  } kLeaves[] = {{0, 0},    {1, 0},    {7, 0},          {7, 1},
                 {7, 2},    {0xd, 1},  {0x14, 0},       {0x19, 0},
                 {0x1e, 1}, {0x24, 0}, {0x80000001, 0}, {0x80000008, 0}};
  for (const auto& [leaf, subleaf] : kLeaves) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    __get_cpuid_count(leaf, subleaf, &a, &b, &c, &d);
    // The number of the core that asks, the count of cores, sizes in use, and
    // bits that follow the operating system's settings.
    if (leaf == 1) b = 0;
    if (leaf == 0xd) b = 0;
    if (leaf == 0x80000008) c = 0;
    add(uint64_t{a} << 32 | b);
    add(uint64_t{c} << 32 | d);
  }
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kXgetbv = 1u << 27;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & kXgetbv)) return bytes;
  unsigned low, high;  // the registers that the system saves
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  add(uint64_t{high} << 32 | low);
#elif defined(__linux__)
  add(getauxval(AT_HWCAP));
  add(getauxval(AT_HWCAP2));
  std::string model;
  std::ifstream file(
      "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1");
  std::getline(file, model);
  bytes += model;
#endif
  return bytes;
}

}  // namespace tenorite
