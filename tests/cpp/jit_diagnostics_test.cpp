// SPDX-License-Identifier: Apache-2.0
// What compilers have printed, as it came.
#include <gtest/gtest.h>

#include "jit/compile/compile_error.h"
#include "jit/compile/diagnostics.h"

namespace tenorite::jit {
namespace {

using Severity = Diagnostic::Severity;

bool is_user(const std::string& file) {
  return file == "kern" || file == "user.py" || file == "a b(1):c.py";
}

std::vector<Diagnostic> parse(std::string_view log) {
  return parse_log(log, is_user);
}

// One diagnostic at a place of the user's.
void expect_one(std::string_view log, const char* message, const char* file,
                int line, int column) {
  std::vector<Diagnostic> all = parse(log);
  ASSERT_GE(all.size(), 1u) << log;
  EXPECT_EQ(all[0].severity, Severity::kError) << log;
  EXPECT_EQ(all[0].message, message) << log;
  EXPECT_EQ(all[0].user.file, file) << log;
  EXPECT_EQ(all[0].user.line, line) << log;
  EXPECT_EQ(all[0].user.column, column) << log;
}

TEST(DiagnosticsTest, Nvrtc) {
  expect_one(
      "kern(3): error: identifier \"undefned\" is undefined\n"
      "  \t\ty[i] = 2 * undefned(y[i]);\n"
      "  \t\t           ^\n\n"
      "1 error detected in the compilation of \"kern\".\n",
      "identifier \"undefned\" is undefined", "kern", 3, 14);
  expect_one(
      "kern(1): catastrophic error: could not open source file \"stdio.h\" "
      "(no directories in search list)\n  #include <stdio.h>\n"
      "                    ^\n",
      "could not open source file \"stdio.h\" (no directories in search list)",
      "kern", 1, 19);
  expect_one("kern(12): error #20: text\n", "text", "kern", 12, 0);
  expect_one("kern(12): error #20-D: text\n", "text", "kern", 12, 0);
  expect_one("a b(1):c.py(7): error: text\n", "text", "a b(1):c.py", 7, 0);
}

TEST(DiagnosticsTest, NvrtcWithoutAPlace) {
  expect_one("nvrtc: error: unrecognized option -foo found\n",
             "unrecognized option -foo found", "", 0, 0);
  expect_one("ptxas fatal   : Unresolved extern function '_Z1hf'\n",
             "Unresolved extern function '_Z1hf'", "", 0, 0);
  expect_one("ptxas application ptx input, line 23; error   : Unknown symbol\n",
             "Unknown symbol", "", 0, 0);
  expect_one(
      "At end of source: error: expected a \"}\"\n"
      "kern(1): note #3196-D: to match this \"{\"\n",
      "expected a \"}\"", "kern", 1, 0);
}

// The fault is in a file of ours, the cause in a line of the user's.
TEST(DiagnosticsTest, NvrtcInstantiation) {
  std::vector<Diagnostic> all = parse(
      "ops/device/x.h(1): error: expression must have class type but it has "
      "type \"float\"\n"
      "  template<class T> __device__ T g(T x){ return x.foo(); }\n"
      "                                                ^\n"
      "          detected during instantiation of \"T g(T) [with T=float]\" at "
      "line 10 of user.py\n\n");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].place.file, "ops/device/x.h");
  EXPECT_EQ(all[0].user.file, "user.py");
  EXPECT_EQ(all[0].user.line, 10);
}

TEST(DiagnosticsTest, Gcc) {
  expect_one(
      "kern: In function 'void k(float*)':\n"
      "kern:3:14: error: 'undefned' was not declared in this scope\n",
      "'undefned' was not declared in this scope", "kern", 3, 14);
  expect_one(
      "kern:2:10: fatal error: nofile.h: No such file or directory\n"
      "compilation terminated.\n",
      "nofile.h: No such file or directory", "kern", 2, 10);
  expect_one(
      "kern: Assembler messages:\n"
      "kern:1: Error: no such instruction: `foo bar'\n",
      "no such instruction: `foo bar'", "kern", 1, 0);
  expect_one("c++: error: unrecognized command-line option '-foo'\n",
             "unrecognized command-line option '-foo'", "", 0, 0);
  expect_one(
      "/usr/bin/ld: /tmp/ccX.o: in function `k(float*)':\n"
      "kern:1: undefined reference to `h(float)'\n"
      "collect2: error: ld returned 1 exit status\n",
      "undefined reference to `h(float)'", "", 0, 0);
}

TEST(DiagnosticsTest, GccInstantiationAndMacro) {
  std::vector<Diagnostic> all = parse(
      "ops/x.h: In instantiation of 'T g(T) [with T = float]':\n"
      "user.py:10:35:   required from here\n"
      "ops/x.h:1:39: error: request for member 'foo' in 'x'\n"
      "user.py:2:1: warning: unused\n"
      "ops/x.h:30:17: error: expected ')'\n"
      "user.py:4:8: note: in expansion of macro 'F'\n");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].user.line, 10);
  EXPECT_EQ(all[0].user.column, 35);
  EXPECT_EQ(all[1].severity, Severity::kWarning);
  EXPECT_EQ(all[2].user.line, 4);
  EXPECT_EQ(all[2].place.line, 30);
}

TEST(DiagnosticsTest, Clang) {
  expect_one(
      "kern:3:14: error: use of undeclared identifier 'undefned'\n"
      "                y[i] = 2 * undefned(y[i]);\n"
      "                           ^\n1 error generated.\n",
      "use of undeclared identifier 'undefned'", "kern", 3, 14);
}

// What the source has in it is no diagnostic.
TEST(DiagnosticsTest, QuotedSourceIsNoError) {
  std::vector<Diagnostic> all =
      parse("kern(3): error: bad\n  kern(9): error: \"in a string\"\n  ^\n");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].user.line, 3);
}

// Anything at all comes to an end and stays inside the text.
TEST(DiagnosticsTest, AnyTextIsSurvived) {
  std::string log;
  uint64_t state = 12345;
  for (int round = 0; round < 300; ++round) {
    log.clear();
    for (int i = 0; i < 200; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      static constexpr std::string_view kPieces[] = {
          "kern",      "(",
          ")",         ":",
          ": ",        "error",
          "fatal",     "#",
          "-D",        "12",
          "\n",        "  ",
          "^",         "99999999999999999999",
          " at line ", " of ",
          "\0x",       "undefined reference to ",
          "user.py",   "\xff",
          "\t",        "note"};
      log += kPieces[(state >> 33) % std::size(kPieces)];
    }
    for (const Diagnostic& d : parse(log)) {
      EXPECT_GE(d.user.line, 0);
      EXPECT_LE(d.message.size(), log.size());
    }
  }
}

Failure failure_of(std::string log) { return {"NVRTC 13.0", "nvrtc", log}; }

TEST(CompileErrorTest, ShowsTheUsersLine) {
  KernelSource source;
  source.name = "kern";
  source.text = "first\n\tsecond bad\nthird";
  Target target = parse_target("sm_90");
  CompileError error =
      describe(failure_of("kern(2): error: no\n  \tsecond bad\n  \t       ^\n"),
               source, target);
  EXPECT_EQ(std::string(error.what()),
            "kernel 'kern' did not compile for sm_90 (NVRTC 13.0)\n"
            "  kern:2:9\n"
            "       1 | first\n"
            ">      2 |  second bad\n"
            "         |         ^^^\n"
            "  error: no\n"
            "  the compiler's full output is in .log");
  EXPECT_EQ(error.line, 2);
  EXPECT_EQ(error.column, 9);
}

// A text of ours around the user's: none of it is shown.
TEST(CompileErrorTest, PreludesStayHidden) {
  KernelSource source;
  source.name = "kern";
  source.text = "SECRET 1\nSECRET 2\n#line 1 \"body\"\nx = y";
  source.files["body"] = "x = y";
  CompileError error =
      describe(failure_of("kern(2): error: ours\n"
                          "body(1): error: theirs\n  x = y\n      ^\n"),
               source, parse_target("sm_80"));
  std::string text = error.what();
  EXPECT_EQ(text.find("SECRET"), std::string::npos);
  EXPECT_LT(text.find("theirs"), text.find("ours"));
  EXPECT_EQ(error.file, "body");
}

TEST(CompileErrorTest, LongLinesAreCut) {
  KernelSource source;
  source.name = "kern";
  source.text = std::string(1 << 20, 'x') + " bad " + std::string(1 << 20, 'y');
  CompileError error =
      describe(failure_of(format("kern:1:%d: error: no\n", (1 << 20) + 2)),
               source, parse_target("cpu"));
  std::string text = error.what();
  EXPECT_LT(text.size(), 1000u);
  EXPECT_NE(text.find(" bad "), std::string::npos);
  EXPECT_NE(text.find("^^^"), std::string::npos);
}

TEST(CompileErrorTest, NoDiagnosticsAtAll) {
  KernelSource source;
  source.name = "kern";
  CompileError error =
      describe(failure_of("it is what it is"), source, parse_target("cpu"));
  EXPECT_NE(std::string(error.what()).find("it is what it is"),
            std::string::npos);
  EXPECT_EQ(error.line, 0);
}

}  // namespace
}  // namespace tenorite::jit
