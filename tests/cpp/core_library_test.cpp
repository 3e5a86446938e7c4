// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/library.h"

namespace tenorite {
namespace {

struct Functions {
  double (*cosine)(double);
};

bool load(const DynamicLibrary& library, Functions& f) {
  return library.find(f.cosine, "cos");
}
bool load_too_much(const DynamicLibrary& library, Functions& f) {
  return load(library, f) && library.find(f.cosine, "no_such_function");
}

// Stands for a toolkit's library: the C library's functions, at a path of ours.
constexpr CudaLibrary kLibrary = {
    .name = "tenorite_test",
    .title = "A test library",
    .symbol = "cos",
    .majors = {7, 5},
    .package = "test-library",
};
constexpr char kMissing[] =
    "A test library was not found; install it with `pip install "
    "nvidia-test-library` (CUDA 13) or `pip install "
    "nvidia-test-library-cu12` (CUDA 12), or set CUDA_HOME to a CUDA toolkit";

class LibraryTest : public ::testing::Test {
 protected:
  ~LibraryTest() override { set_library_paths(kLibrary.name, {}); }

  static void expect_missing(const OpenedLibrary<Functions>& library) {
    EXPECT_FALSE(library.found());
    try {
      library.functions();
      ADD_FAILURE() << "no error";
    } catch (const RuntimeError& error) {
      EXPECT_STREQ(error.what(), kMissing);
    }
  }
};

TEST_F(LibraryTest, PathsThatWereSetAreTriedFirst) {
  set_library_paths(kLibrary.name, {"/a/libtenorite_test.so.9", "/b/other"});
  set_library_paths("another", {"/c"});
  EXPECT_EQ(kLibrary.files(),
            (std::vector<std::string>{
                "/a/libtenorite_test.so.9", "/b/other", "libtenorite_test.so.7",
                "libtenorite_test.so.5", "libtenorite_test.so"}));
  EXPECT_EQ(library_paths("another"), std::vector<std::string>{"/c"});
  EXPECT_TRUE(library_paths("unheard of").empty());
}

TEST_F(LibraryTest, FilesThatDoNotServeArePassedOver) {
  // No file; a library without the symbol; the right one.
  set_library_paths(kLibrary.name,
                    {"/no/such/file", "libdl.so.2", "libm.so.6"});
  OpenedLibrary<Functions> library(kLibrary, load);
  ASSERT_TRUE(library.found());
  EXPECT_EQ(library.functions().cosine(0.0), 1.0);
  EXPECT_NE(library.file().path().find("libm.so.6"), std::string::npos);
}

TEST_F(LibraryTest, WhatIsMissingSaysHowToGetIt) {
  EXPECT_EQ(kLibrary.missing(), kMissing);
  expect_missing(OpenedLibrary<Functions>(kLibrary, load));
  set_library_paths(kLibrary.name, {"libm.so.6"});
  expect_missing(OpenedLibrary<Functions>(kLibrary, load_too_much));
}

}  // namespace
}  // namespace tenorite
