// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "core/library.h"
#include "jit/compile/compile.h"
#include "jit/groups/group.h"

namespace tenorite::testing {

// Tests of kernels that are compiled for GPUs that need not be there.
class GpuCompileTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::vector<std::string> files;
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
      if (const char* home = std::getenv(name))
        files.push_back(std::string(home) + "/lib64/libnvrtc.so");
    files.push_back("/usr/local/cuda/lib64/libnvrtc.so");
    set_library_paths("nvrtc", files);
  }
  // A group's text, which compiles for each target (where there is a compiler).
  static std::string compiled(const GroupPlan& plan,
                              const std::vector<std::string>& targets = {
                                  "sm_90"}) {
    return compiled(std::span(&plan, 1), targets);
  }
  static std::string compiled(std::span<const GroupPlan> boxes,
                              const std::vector<std::string>& targets = {
                                  "sm_90"}) {
    const jit::KernelSource source = jit::group_source(boxes);
    for (const std::string& target : targets) try {
        const auto artifact = jit::compile(source, jit::parse_target(target));
        EXPECT_FALSE(artifact->code.empty());
      } catch (const jit::CompilerNotFound&) {
        break;
      } catch (const jit::CompileError& error) {
        ADD_FAILURE() << error.what() << "\n" << source.text;
      }
    return source.text;
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
};

}  // namespace tenorite::testing
