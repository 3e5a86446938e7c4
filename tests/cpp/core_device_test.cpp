// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/device.h"
#include "core/error.h"

namespace tenorite {
namespace {

TEST(DeviceTest, ParsesWhatItPrints) {
  for (int index : {0, 1, 7, 63, 1023}) {
    Device device{DeviceType::kCuda, static_cast<int16_t>(index)};
    EXPECT_EQ(to_string(device), "cuda:" + std::to_string(index));
    EXPECT_EQ(parse_device(to_string(device)), device);
  }
  EXPECT_EQ(to_string(kCpu), "cpu");
  EXPECT_EQ(parse_device("cpu"), kCpu);
  EXPECT_EQ(parse_device("cuda"), (Device{DeviceType::kCuda, 0}));
  EXPECT_EQ(parse_device("cuda:007"), (Device{DeviceType::kCuda, 7}));
}

TEST(DeviceTest, KindsDiffer) {
  Device cuda{DeviceType::kCuda, 0};
  EXPECT_TRUE(kCpu.is_cpu() && !kCpu.is_cuda());
  EXPECT_TRUE(cuda.is_cuda() && !cuda.is_cpu());
  EXPECT_FALSE(kCpu == cuda);
  EXPECT_FALSE(cuda == (Device{DeviceType::kCuda, 1}));
}

TEST(DeviceTest, BadTextIsQuoted) {
  for (const char* text : {"",
                           "gpu",
                           "CPU",
                           " cpu",
                           "cpu ",
                           "cpu:0",
                           "cuda:",
                           "cuda:-1",
                           "cuda:+1",
                           "cuda: 1",
                           "cuda:1 ",
                           "cuda:1.0",
                           "cuda:0x1",
                           "cuda:1024",
                           "cuda:65536",
                           "cuda:4294967296",
                           "cuda:99999999999999999999",
                           "cuda1",
                           "Cuda:0",
                           "cuda::0",
                           "%s%n"}) {
    try {
      parse_device(text);
      ADD_FAILURE() << text;
    } catch (const ValueError& e) {
      EXPECT_EQ(e.what(), "device must be 'cpu' or 'cuda:N', got '" +
                              std::string(text) + "'");
    }
  }
}

}  // namespace
}  // namespace tenorite
