// SPDX-License-Identifier: Apache-2.0
// What is done to a kernel's text and options before a compiler sees them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "jit/compile/embedded.h"
#include "jit/compile/files.h"
#include "jit/compile/includes.h"
#include "jit/compile/options.h"

namespace tenorite::jit {
namespace {

using Words = std::vector<std::string>;

TEST(TargetTest, Parse) {
  for (const char* text : {"cpu", "sm_75", "sm_90", "sm_90a", "sm_100f"})
    EXPECT_EQ(to_string(parse_target(text)), text);
  EXPECT_EQ(parse_target("sm_90a").arch, 90);
  for (const char* text : {"", "CPU", "sm_", "sm_9", "sm_90x", "sm_90aa",
                           "sm_1234", "compute_90", "sm_-9", "gpu", "90"})
    EXPECT_THROW(parse_target(text), ValueError) << text;
}

TEST(PasteTest, OnceEachWithLines) {
  std::string text =
      "int a;\n#include \"ops/device/config.h\"\nint b;\n"
      "#include \"ops/device/config.h\"\nint c;\n";
  std::string pasted = paste_embedded(text, "kern");
  EXPECT_NE(pasted.find("int a;\n#line 1 \"ops/device/config.h\"\n"),
            std::string::npos);
  EXPECT_NE(pasted.find("#line 3 \"kern\"\nint b;\n\nint c;\n"),
            std::string::npos);
  EXPECT_EQ(pasted.find("#pragma once"), std::string::npos);
  size_t first = pasted.find("#define TENORITE_HD ");
  ASSERT_NE(first, std::string::npos);
}

TEST(PasteTest, FollowsLineDirectives) {
  std::string pasted = paste_embedded(
      "#line 40 \"a \\\"q\\\".py\"\nx\n#include <ops/device/config.h>\ny", "k");
  EXPECT_NE(pasted.find("#line 42 \"a \\\"q\\\".py\"\ny"), std::string::npos);
}

TEST(PasteTest, DefinitionsFollowWhatSteersTheIncludes) {
  const std::string pasted = paste_embedded(
      "#define TENORITE_CHECKED 1\n#include <vector>\n"
      "#include \"ops/device/config.h\"\n#define __CUDA_ARCH__ 700\nint n;\n",
      "k", "#define N 4\n");
  EXPECT_GT(pasted.find("#define N 4"), pasted.find("__CUDA_ARCH__ 700"));
  EXPECT_LT(pasted.find("#define N 4"), pasted.find("int n;"));
  for (const char* line : {"#include \"mine.h\"\n", "#include <mine.h>\n",
                           "#include <mine/vector>\n", "#ifdef N\n"})
    EXPECT_EQ(paste_embedded(line, "k", "#define N 4\n").find("#line"), 0u);
}

TEST(PasteTest, OtherIncludesStay) {
  for (std::string text :
       {"#include \"ops/device/none.h\"\n", "#include <math.h>\n",
        "#include \"ops/device/config.h", "# include MACRO\n", "#", "", "\n\n",
        "// #include \"ops/device/config.h\"\n"})
    EXPECT_EQ(paste_embedded(text, "k"), text);
}

TEST(OptionsTest, ForTheHost) {
  EXPECT_EQ(host_options({"-DA=1", "--define-macro=B", "-D", "C", "-UD"}),
            (Words{"-DA=1", "-DB", "-DC", "-UD"}));
  EXPECT_EQ(host_options({"-I/x", "--include-path=/y", "-I", "/z"}),
            (Words{"-I/x", "-I/y", "-I/z"}));
  EXPECT_EQ(host_options({"-std=c++17", "--std=c++23"}),
            (Words{"-std=c++20", "-std=c++23"}));
  EXPECT_EQ(host_options({"-lineinfo", "-G", "-w"}), (Words{"-g", "-g", "-w"}));
  EXPECT_EQ(
      host_options({"--use_fast_math", "-arch=sm_90", "--maxrregcount=32",
                    "-maxrregcount", "32", "--fmad=false", "-Xptxas", "-v",
                    "--gpu-architecture", "sm_80", "-default-device", "-dc"}),
      Words{});
  EXPECT_EQ(host_options({"-O1", "-funroll-loops", "-Wall", "-lm"}),
            (Words{"-O1", "-funroll-loops", "-Wall", "-lm"}));
}

TEST(OptionsTest, StringsWithBlanks) {
  EXPECT_EQ(host_options({" -I/x", "-I /y ", "\t-DA=1", ""}),
            (Words{"-I/x", "-I/y", "-DA=1"}));
  EXPECT_EQ(host_options({"-DA=1 -D B  --std=c++20\n-O1 -G"}),
            (Words{"-DA=1", "-DB", "-std=c++20", "-O1", "-g"}));
  // What is no option goes on a value.
  EXPECT_EQ(host_options({"-I/my folder/x", "-DT=unsigned int", "-DX=a -b"}),
            (Words{"-I/my folder/x", "-DT=unsigned int", "-DX=a -b"}));
  EXPECT_EQ(host_options({"-DS=\"a -DB\" -DC", "-D", "E=1 -DF"}),
            (Words{"-DS=\"a -DB\"", "-DC", "-DE=1 -DF"}));
  EXPECT_EQ(cuda_options({" -I /x --fmad=false -use_fast_math"},
                         parse_target("sm_90")),
            (Words{"-I/x", "--fmad=false", "-use_fast_math"}));
  EXPECT_EQ(cuda_options({"-Xptxas", "-v -O3"}, parse_target("sm_90")),
            (Words{"-Xptxas=-v -O3"}));
}

TEST(OptionsTest, ForCuda) {
  Target target = parse_target("sm_90");
  EXPECT_EQ(
      cuda_options({"-DA", "-D", "B=2", "--fmad=false", "-lineinfo"}, target),
      (Words{"-DA", "-DB=2", "--fmad=false", "-lineinfo"}));
  EXPECT_EQ(
      cuda_options({"-arch=sm_90", "--gpu-architecture=compute_90"}, target),
      Words{});
  EXPECT_THROW(cuda_options({"-arch=sm_80"}, target), ValueError);
  EXPECT_THROW(cuda_options({"-arch", "sm_80"}, target), ValueError);
  EXPECT_THROW(cuda_options({"-gencode=arch=compute_80,code=sm_80"}, target),
               ValueError);
}

TEST(OptionsTest, RelativeFoldersAreMadeAbsolute) {
  Words folders = include_folders({"-Ihere", "-I", "there"});
  ASSERT_EQ(folders.size(), 2u);
  for (const std::string& folder : folders) EXPECT_EQ(folder[0], '/');
}

class IncludesTest : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    std::filesystem::path path = folder_.path() + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  IncludedFiles look(const std::string& text) {
    return included_files(text, {folder_.path()});
  }
  TemporaryFolder folder_;
};

TEST_F(IncludesTest, ContentsCount) {
  write("a.h", "#include \"sub/b.h\"\n");
  write("sub/b.h", "#include \"c.h\"\n");
  write("sub/c.h", "int c;\n");
  IncludedFiles first = look("#include <a.h>\n");
  EXPECT_TRUE(first.complete);
  EXPECT_EQ(look("  #  include \"a.h\"\nint other;").digest, first.digest);
  write("sub/c.h", "int d;\n");
  EXPECT_NE(look("#include <a.h>\n").digest, first.digest);
  EXPECT_EQ(look("int x;").digest, Digest{});
  EXPECT_EQ(look("#include <stdio.h>").digest, Digest{});
}

TEST_F(IncludesTest, CyclesEnd) {
  write("a.h", "#include \"b.h\"\n");
  write("b.h", "#include \"a.h\"\n");
  EXPECT_TRUE(look("#include \"a.h\"\n").complete);
}

TEST_F(IncludesTest, WhatOnlyAPreprocessorKnows) {
  for (const char* text :
       {"#include MACRO\n", "/* */ #include \"a.h\"\n", "%:include \"a.h\"\n",
        "#inc\\\nlude \"a.h\"\n", "#include \\\n \"a.h\"\n",
        "#include \"/dev/zero\"\n", "#include </dev/zero>\n", "#include \"\n"})
    EXPECT_FALSE(look(text).complete) << text;
  for (const char* text : {"// #include MACRO\n", "#define A \\\n 1\n",
                           "#pragma unroll\n", "a # b\n", "#if 1\n#endif"})
    EXPECT_TRUE(look(text).complete) << text;
}

}  // namespace
}  // namespace tenorite::jit
