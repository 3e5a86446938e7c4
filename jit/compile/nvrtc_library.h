// SPDX-License-Identifier: Apache-2.0
// NVIDIA's run-time compiler in this process.
#pragma once

#include <string>
#include <vector>

namespace tenorite::jit {

struct NvrtcJob {
  std::string name, text;
  std::vector<std::string> options, names;
  bool ptx = false;  // else a cubin
};
struct NvrtcResult {
  bool ok = false;
  std::string log;                   // also why it failed
  std::string code;                  // a cubin, or PTX
  std::vector<std::string> symbols;  // of NvrtcJob::names
};

// What every NVRTC of use has.
inline constexpr char kNvrtcSymbol[] = "nvrtcGetCUBIN";

class NvrtcLibrary {
 public:
  // The first of the files, or names for the loader, that is NVRTC.
  explicit NvrtcLibrary(const std::vector<std::string>& files);

  bool found() const { return create_ != nullptr; }
  const std::string& path() const { return path_; }
  int major() const { return major_; }
  int minor() const { return minor_; }
  // What it makes code for, ascending; empty before 11.2.
  const std::vector<int>& archs() const { return archs_; }
  // Any thread; deep texts need a deep stack.
  NvrtcResult compile(const NvrtcJob& job) const;

 private:
  using Program = struct ProgramOfNvrtc*;

  std::string path_;
  int major_ = 0, minor_ = 0;
  std::vector<int> archs_;
  int (*create_)(Program*, const char* text, const char* name, int headers,
                 const char* const* texts, const char* const* names) = nullptr;
  int (*destroy_)(Program*);
  int (*compile_)(Program, int options, const char* const*);
  int (*add_name_)(Program, const char*);
  int (*lowered_name_)(Program, const char*, const char**);
  int (*log_size_)(Program, size_t*);
  int (*log_)(Program, char*);
  int (*cubin_size_)(Program, size_t*);
  int (*cubin_)(Program, char*);
  int (*ptx_size_)(Program, size_t*);
  int (*ptx_)(Program, char*);
  const char* (*error_string_)(int);
};

}  // namespace tenorite::jit
