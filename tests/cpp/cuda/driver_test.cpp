// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <thread>

#include "core/cuda_driver.h"
#include "core/error.h"
#include "core/stream.h"
#include "tests/cpp/cuda/fresh_process.h"

namespace tenorite::cuda {
namespace {

constexpr Device kCuda0{DeviceType::kCuda, 0};

template <class Call>
int code_of(const Call& call) {
  try {
    call();
  } catch (const CudaError& e) {
    EXPECT_NE(std::strstr(e.what(), "CUDA_ERROR_FAKE"), nullptr) << e.what();
    return e.code;
  }
  return 0;
}

constexpr int kInvalidValue = 1, kInvalidImage = 200, kInvalidPtx = 218,
              kInvalidHandle = 400, kNotFound = 500;

TEST(Driver, KernelsAreLaunchedWithTheirArguments) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaDriver& calls = cuda_driver();
    const uintptr_t module = calls.load_image(kCuda0, "text");
    const uintptr_t f = calls.get_function(kCuda0, module, "kernel");
    int argument = 42;
    void* arguments[] = {&argument};
    const auto at = reinterpret_cast<uintptr_t>(arguments);
    for (bool cooperative : {false, true}) {
      calls.launch(kCuda0, f, {2, 3, 1, 32, 2, 1}, 0, kDefaultStream, at, 0,
                   cooperative);
      const fake::Launch launch = fake::last_launch();
      EXPECT_EQ(launch.blocks, 6u);
      EXPECT_EQ(launch.threads, 64u);
      EXPECT_EQ(launch.argument, 42);
      EXPECT_EQ(launch.cooperative, cooperative);
    }
    auto launch = [&](unsigned threads, uintptr_t parameters, uintptr_t extra) {
      return code_of([&] {
        calls.launch(kCuda0, f, {1, 1, 1, threads, 1, 1}, 0, kDefaultStream,
                     parameters, extra, false);
      });
    };
    EXPECT_EQ(launch(2048, at, 0), kInvalidValue);
    EXPECT_EQ(launch(1, 0, 0), kInvalidValue);
    EXPECT_EQ(launch(1, 12345, 0), kInvalidValue);
    EXPECT_EQ(launch(1, 0, 12345), kInvalidValue);
    EXPECT_EQ(launch(1, 0, at), 0);
    arguments[0] = reinterpret_cast<void*>(uintptr_t{64});
    EXPECT_EQ(launch(1, at, 0), kInvalidValue);
    calls.unload(kCuda0, module);
    EXPECT_EQ(launch(1, at, 0), kInvalidHandle);
  });
}

TEST(Driver, HandlesThatHaveGoneAreToldFromOthers) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaDriver& calls = cuda_driver();
    const uintptr_t module = calls.load_image(kCuda0, "text");
    const uintptr_t f = calls.get_function(kCuda0, module, "kernel");
    EXPECT_NE(calls.get_global(kCuda0, module, "n"), 0u);
    EXPECT_EQ(code_of([&] { calls.get_function(kCuda0, module, "none"); }),
              kNotFound);
    for (uintptr_t wrong : {uintptr_t{0}, uintptr_t{8}, f, f + 1}) {
      EXPECT_EQ(code_of([&] { calls.unload(kCuda0, wrong); }), kInvalidHandle);
      EXPECT_EQ(code_of([&] { calls.free_link(wrong); }), kInvalidHandle);
    }
    // A handle of another library is memory of somebody's.
    alignas(16) static char theirs[16];
    EXPECT_EQ(calls.active_blocks(kCuda0, reinterpret_cast<uintptr_t>(theirs),
                                  256, 0),
              8);
    EXPECT_EQ(code_of([&] { calls.active_blocks(kCuda0, module, 256, 0); }),
              kInvalidHandle);
    calls.unload(kCuda0, module);
    for (uintptr_t gone : {module, f})
      EXPECT_EQ(code_of([&] { calls.function_attribute(kCuda0, gone, 0); }),
                kInvalidHandle);
    EXPECT_EQ(code_of([&] { calls.unload(kCuda0, module); }), kInvalidHandle);
  });
}

TEST(Driver, CodeThatIsCutOffIsRefused) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaDriver& calls = cuda_driver();
    auto load = [&](const std::string& image) {
      return code_of([&] { calls.load_image(kCuda0, image); });
    };
    EXPECT_EQ(load(""), kInvalidImage);
    EXPECT_EQ(load("none"), kInvalidPtx);
    // A fatbin: magic, version, bytes of the header and behind it.
    std::string fatbin("\x50\xed\x55\xba\x01\0\x10\0\x20\0\0\0\0\0\0\0", 16);
    EXPECT_EQ(load(fatbin), kInvalidImage);
    EXPECT_EQ(load(fatbin + std::string(31, 'x')), kInvalidImage);
    EXPECT_EQ(load(fatbin + std::string(32, 'x')), 0);
    // An ELF file with one section, of 8 bytes behind the table.
    std::string elf(64 + 64 + 8, '\0');
    std::memcpy(elf.data(),
                "\x7f"
                "ELF",
                4);
    auto put = [&](size_t at, uint64_t value, size_t bytes) {
      std::memcpy(elf.data() + at, &value, bytes);
    };
    put(40, 64, 8);  // the table's offset
    put(58, 64, 2);  // bytes of an entry
    put(60, 1, 2);   // entries
    put(64 + 4, 1, 4);
    put(64 + 24, 128, 8);
    put(64 + 32, 8, 8);
    EXPECT_EQ(load(elf), 0);
    EXPECT_EQ(load(elf.substr(0, 135)), kInvalidImage);
    EXPECT_EQ(load(elf.substr(0, 100)), kInvalidImage);
    EXPECT_EQ(load(elf.substr(0, 10)), kInvalidImage);
    put(64 + 32, ~uint64_t{0}, 8);
    EXPECT_EQ(load(elf), kInvalidImage);
    put(64 + 4, 8, 4);  // it has no bytes in the file
    EXPECT_EQ(load(elf), 0);
    put(40, ~uint64_t{0}, 8);
    EXPECT_EQ(load(elf), kInvalidImage);
  });
}

TEST(Driver, LinkersTakeCodeAndGo) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaDriver& calls = cuda_driver();
    const uintptr_t link = calls.make_link(kCuda0);
    calls.link_data(kCuda0, link, 1, "ptx", "name");  // with its null
    calls.link_data(kCuda0, link, 4, "library", "name");
    EXPECT_EQ(calls.complete_link(kCuda0, link),
              std::string("ptx\0library", 11));
    EXPECT_EQ(code_of([&] { calls.link_data(kCuda0, link, 0, "", "x"); }),
              kInvalidImage);
    calls.free_link(link);
    EXPECT_EQ(code_of([&] { calls.complete_link(kCuda0, link); }),
              kInvalidHandle);
  });
}

TEST(Driver, ThreadsGetAContextBeforeTheyNeedOne) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaDriver& calls = cuda_driver();
    EXPECT_EQ(calls.current_context(), 0u);
    const uintptr_t module = calls.load_image(kCuda0, "text");
    const uintptr_t own = calls.current_context();
    EXPECT_NE(own, 0u);
    EXPECT_EQ(calls.context_device(), 0);
    std::thread([&] {
      calls.get_function(kCuda0, module, "kernel");
      EXPECT_EQ(calls.current_context(), own);
    }).join();
    const uintptr_t other = calls.make_context(kCuda0);
    EXPECT_EQ(calls.current_context(), other);
    calls.set_context(own);
    calls.free_context(other);
    EXPECT_EQ(code_of([&] { calls.set_context(other); }), kInvalidHandle);
    EXPECT_EQ(code_of([&] { calls.free_context(8); }), kInvalidHandle);
    calls.set_context(0);
  });
}

TEST(Driver, AttributesAndOccupancy) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaDriver& calls = cuda_driver();
    const uintptr_t module = calls.load_image(kCuda0, "text");
    const uintptr_t f = calls.get_function(kCuda0, module, "kernel");
    calls.set_function_attribute(kCuda0, f, 8, 4096);
    EXPECT_EQ(calls.function_attribute(kCuda0, f, 8), 4096);
    EXPECT_EQ(calls.function_attribute(kCuda0, f, 10000), -1);
    EXPECT_EQ(calls.active_blocks(kCuda0, f, 512, 0), 4);
    EXPECT_EQ(calls.block_size(kCuda0, f, 0, 96), std::make_pair(7, 96));
    EXPECT_EQ(code_of([&] { calls.check_status(kNotFound, true); }), kNotFound);
    EXPECT_THROW(calls.check_status(kInvalidValue, false), CudaError);
  });
}

}  // namespace
}  // namespace tenorite::cuda
