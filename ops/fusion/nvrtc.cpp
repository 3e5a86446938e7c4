// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "core/warning.h"
#include "ops/fusion/backends.h"
#include "ops/fusion/nvrtc_library.h"
#include "ops/fusion/options.h"

namespace tenorite::fusion {
namespace {

std::mutex g_mutex;
std::vector<std::string>& files() {
  static auto* all = new std::vector<std::string>;
  return *all;
}

std::vector<std::string> candidates() {
  std::vector<std::string> all;
  if (const char* chosen = std::getenv("TENORITE_NVRTC"); chosen && *chosen)
    return {chosen};
  {
    std::lock_guard lock(g_mutex);
    all = files();
  }
  for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"})
    all.push_back(name);
  return all;
}

const NvrtcLibrary& library() {
  static const auto* instance = new NvrtcLibrary(candidates());
  if (!instance->found())
    throw CompilerNotFound(
        "NVRTC, which compiles kernels for NVIDIA GPUs, was not found: install "
        "the CUDA toolkit and set CUDA_HOME, or `pip install "
        "nvidia-cuda-nvrtc`, or name the library in TENORITE_NVRTC");
  return *instance;
}

std::string label(const NvrtcLibrary& nvrtc) {
  return format("NVRTC %d.%d", nvrtc.major(), nvrtc.minor());
}

// "sm_90" where NVRTC knows the architecture, else the newest virtual one.
std::string architecture(const NvrtcLibrary& nvrtc, const Target& target) {
  const std::vector<int>& archs = nvrtc.archs();
  bool known = archs.empty() || std::find(archs.begin(), archs.end(),
                                          target.arch) != archs.end();
  if (known) return to_string(target);
  if (target.arch < archs.front())
    throw Failure{
        label(nvrtc), "",
        format("error: %s makes code for sm_%d and newer, not for %s",
               label(nvrtc).c_str(), archs.front(), to_string(target).c_str())};
  int best = archs.front();
  for (int arch : archs)
    if (arch < target.arch) best = arch;
  return "compute_" + std::to_string(best);
}

void warn_of_ptx(const NvrtcLibrary& nvrtc, const Target& target) {
  static std::once_flag once;
  bool first = false;
  std::call_once(once, [&] { first = true; });
  if (first)
    warn(
        format("%s does not know %s yet: kernels are compiled for an older "
               "architecture, and once more by the driver",
               label(nvrtc).c_str(), to_string(target).c_str()));
}

}  // namespace

void set_nvrtc_paths(std::vector<std::string> paths) {
  std::lock_guard lock(g_mutex);
  files() = std::move(paths);
}

std::string nvrtc_identity() { return label(library()); }

Compiled compile_with_nvrtc(const Job& job) {
  const NvrtcLibrary& nvrtc = library();
  NvrtcJob work;
  work.name = job.source.name;
  work.text = job.text;
  work.names = job.source.names;
  std::string arch = architecture(nvrtc, job.target);
  work.ptx = arch.compare(0, 3, "sm_") != 0;
  if (work.ptx) warn_of_ptx(nvrtc, job.target);
  work.options = cuda_options(job.source.options, job.target);
  work.options.push_back("-arch=" + arch);
  NvrtcResult result = nvrtc.compile(work);
  if (!result.ok) {
    std::string command = "nvrtc";
    for (const std::string& option : work.options) command += " " + option;
    throw Failure{label(nvrtc), command, result.log};
  }
  Compiled compiled;
  compiled.kind = work.ptx ? Artifact::Kind::kPtx : Artifact::Kind::kCubin;
  compiled.code = std::move(result.code);
  compiled.log = std::move(result.log);
  for (size_t i = 0; i < work.names.size(); ++i)
    compiled.symbols[work.names[i]] = result.symbols[i];
  return compiled;
}

}  // namespace tenorite::fusion
