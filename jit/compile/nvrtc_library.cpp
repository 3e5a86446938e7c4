// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/nvrtc_library.h"

#include "core/dynamic_library.h"

namespace tenorite::jit {
namespace {

template <class Size, class Get, class Program>
std::string fetch(Size size, Get get, Program program) {
  size_t bytes = 0;
  if (size(program, &bytes) != 0 || bytes == 0) return "";
  std::string text(bytes, '\0');
  if (get(program, text.data()) != 0) return "";
  return text;
}

// Without the byte that ends a C string.
void drop_terminator(std::string* text) {
  if (!text->empty() && text->back() == '\0') text->pop_back();
}

std::vector<const char*> pointers(const std::vector<std::string>& strings) {
  std::vector<const char*> all;
  for (const std::string& s : strings) all.push_back(s.c_str());
  return all;
}

}  // namespace

NvrtcLibrary::NvrtcLibrary(const std::vector<std::string>& files) {
  DynamicLibrary library = DynamicLibrary::open(files, kNvrtcSymbol);
  if (!library) return;
  int (*version)(int*, int*);
  decltype(create_) create;
  const bool complete = library.find(destroy_, "nvrtcDestroyProgram") &&
                        library.find(compile_, "nvrtcCompileProgram") &&
                        library.find(add_name_, "nvrtcAddNameExpression") &&
                        library.find(lowered_name_, "nvrtcGetLoweredName") &&
                        library.find(log_size_, "nvrtcGetProgramLogSize") &&
                        library.find(log_, "nvrtcGetProgramLog") &&
                        library.find(cubin_size_, "nvrtcGetCUBINSize") &&
                        library.find(cubin_, "nvrtcGetCUBIN") &&
                        library.find(ptx_size_, "nvrtcGetPTXSize") &&
                        library.find(ptx_, "nvrtcGetPTX") &&
                        library.find(error_string_, "nvrtcGetErrorString") &&
                        library.find(version, "nvrtcVersion") &&
                        library.find(create, "nvrtcCreateProgram");
  if (!complete || version(&major_, &minor_) != 0) return;
  create_ = create;
  path_ = library.path();
  int (*num_archs)(int*);
  int (*archs)(int*);
  int n = 0;
  if (!library.find(num_archs, "nvrtcGetNumSupportedArchs") ||
      !library.find(archs, "nvrtcGetSupportedArchs") || num_archs(&n) != 0 ||
      n <= 0)
    return;
  archs_.resize(static_cast<size_t>(n));
  if (archs(archs_.data()) != 0) archs_.clear();
}

NvrtcResult NvrtcLibrary::compile(const NvrtcJob& job) const {
  NvrtcResult result;
  Program program = nullptr;
  auto failed = [&](int code) {
    if (code == 0) return false;
    if (result.log.empty()) result.log = error_string_(code);
    return true;
  };
  struct Guard {
    int (*destroy)(Program*);
    Program* program;
    ~Guard() {
      if (*program) destroy(program);
    }
  } guard{destroy_, &program};
  if (failed(create_(&program, job.text.c_str(), job.name.c_str(), 0, nullptr,
                     nullptr)))
    return result;
  for (const std::string& name : job.names)
    if (failed(add_name_(program, name.c_str()))) return result;
  int code = compile_(program, static_cast<int>(job.options.size()),
                      pointers(job.options).data());
  result.log = fetch(log_size_, log_, program);
  drop_terminator(&result.log);
  if (failed(code)) return result;
  for (const std::string& name : job.names) {
    const char* symbol = nullptr;
    code = lowered_name_(program, name.c_str(), &symbol);
    if (code != 0) {
      result.log += "error: there is no kernel or variable '" + name + "'\n";
      return result;
    }
    result.symbols.emplace_back(symbol);
  }
  result.code = job.ptx ? fetch(ptx_size_, ptx_, program)
                        : fetch(cubin_size_, cubin_, program);
  if (job.ptx) drop_terminator(&result.code);
  result.ok = !result.code.empty();
  if (!result.ok && result.log.empty()) result.log = "NVRTC made no code";
  return result;
}

}  // namespace tenorite::jit
