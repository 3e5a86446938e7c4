// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>

#include "core/library.h"
#include "core/outer_lock.h"
#include "core/warning.h"
#include "jit/compile/backends.h"
#include "jit/compile/files.h"
#include "jit/compile/kernel_cache.h"
#include "jit/compile/options.h"
#include "jit/compile/programs.h"
#include "jit/compile/worker_client.h"

namespace tenorite::jit {
namespace {

constexpr CudaLibrary kNvrtc = {
    .name = "nvrtc",
    .title = "NVRTC, which compiles kernels for NVIDIA GPUs,",
    .symbol = kNvrtcSymbol,
    .majors = {13, 12},
    .package = "cuda-nvrtc",
};

PatientMutex g_mutex;

struct Nvrtc {
  std::string library;  // a file, or a name for the loader
  std::string label;    // "NVRTC 13.0"
  int major = 0, minor = 0;
  std::vector<int> archs;
  std::vector<std::string> headers;  // folders of CUDA's own headers
};

std::vector<std::string> candidates() {
  if (const char* chosen = std::getenv("TENORITE_NVRTC"); chosen && *chosen)
    return {chosen};
  return kNvrtc.files();
}

// What a library says about itself. Asking takes as long as loading it, which
// is why the answer is kept on disk, for as long as the file stays the same.
std::optional<WorkerReply> ask(const std::string& library) {
  std::optional<Digest> identity;
  if (library[0] == '/') {
    identity = file_identity(library);
    if (!identity) return {};
    Digest key = Sha256()
                     .field("NVRTC")
                     .update({reinterpret_cast<char*>(identity->data()),
                              identity->size()})
                     .finish();
    identity = key;
    WorkerReply known;
    if (auto bytes = disk_cache().get(key);
        bytes && unpack(*bytes, &known) && known.found)
      return known;
  }
  WorkerRequest request;
  request.library = library;
  WorkerAnswer answer = call_worker(request, compile_timeout());
  if (!answer.reply.found) return {};
  if (identity) disk_cache().put(*identity, pack(answer.reply));
  return answer.reply;
}

// A folder with libcu++, which CUDA's own headers include; wheels may leave it
// to a toolkit.
std::string libcudacxx_folder() {
  namespace fs = std::filesystem;
  std::error_code error;
  for (const std::string& library : candidates()) {
    fs::path folder = fs::path(library).parent_path();
    if (!folder.is_absolute()) continue;
    for (const char* way : {"../include/cccl", "../include",
                            "../../include/cccl", "../../include"}) {
      fs::path found = (folder / way).lexically_normal();
      if (fs::exists(found / "nv/target", error)) return found.string();
    }
  }
  return {};
}

// Beside the library, as toolkits, conda and wheels have them.
std::vector<std::string> header_folders(const std::string& library) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path real = fs::canonical(library, error);
  std::vector<std::string> folders;
  for (const char* way :
       {"../include", "../../include", "../../cuda_runtime/include"}) {
    fs::path folder = (real.parent_path() / way).lexically_normal();
    if (real.empty() || !fs::exists(folder / "cuda_fp16.h", error)) continue;
    folders.push_back(folder.string());
    if (fs::exists(folder / "cccl", error))
      folders.push_back((folder / "cccl").string());
    else if (!fs::exists(folder / "nv/target", error))
      if (std::string other = libcudacxx_folder(); !other.empty())
        folders.push_back(other);
    break;
  }
  return folders;
}

const Nvrtc& nvrtc() {
  static const Nvrtc* found = nullptr;
  std::lock_guard lock(g_mutex);
  if (found) return *found;
  for (const std::string& library : candidates()) {
    std::optional<WorkerReply> reply = ask(library);
    if (!reply) continue;
    auto* made = new Nvrtc;
    made->library = library;
    made->major = static_cast<int>(reply->major);
    made->minor = static_cast<int>(reply->minor);
    made->label = format("NVRTC %d.%d", made->major, made->minor);
    for (const std::string& arch : reply->archs)
      made->archs.push_back(std::atoi(arch.c_str()));
    made->headers = header_folders(reply->path);
    return *(found = made);
  }
  throw CompilerNotFound(kNvrtc.missing() +
                         ", or name the library in TENORITE_NVRTC");
}

// "sm_90" where NVRTC knows the architecture, else the newest virtual one
// ("compute_80"), for which there is only PTX.
std::string architecture(const Nvrtc& compiler, const Target& target,
                         bool ptx) {
  const std::vector<int>& archs = compiler.archs;
  bool known = archs.empty() || std::find(archs.begin(), archs.end(),
                                          target.arch) != archs.end();
  if (known) return (ptx ? "compute_" : "sm_") + to_string(target).substr(3);
  if (target.arch < archs.front())
    throw Failure{compiler.label, "",
                  format("error: %s makes code for sm_%d and newer, not for %s",
                         compiler.label.c_str(), archs.front(),
                         to_string(target).c_str())};
  int best = archs.front();
  for (int arch : archs)
    if (arch < target.arch) best = arch;
  return "compute_" + std::to_string(best);
}

void warn_of_ptx(const Nvrtc& compiler, const Target& target) {
  static std::once_flag once;
  bool first = false;
  std::call_once(once, [&] { first = true; });
  if (first)
    warn(
        format("%s does not know %s yet: kernels are compiled for an older "
               "architecture, and once more by the driver",
               compiler.label.c_str(), to_string(target).c_str()));
}

std::string nvrtc_identity() { return nvrtc().label; }

Compiled compile_with_nvrtc(const Job& job) {
  const Nvrtc& compiler = nvrtc();
  WorkerRequest request;
  request.library = compiler.library;
  request.compile = true;
  NvrtcJob& work = request.job;
  work.name = job.source.name;
  work.text = job.text;
  work.names = job.source.names;
  bool ptx = job.source.output == Output::kPtx;
  std::string arch = architecture(compiler, job.target, ptx);
  work.ptx = arch.compare(0, 3, "sm_") != 0;
  if (work.ptx && !ptx) warn_of_ptx(compiler, job.target);
  work.options = cuda_options(job.options, job.target);
  work.options.push_back("-arch=" + arch);
  work.options.push_back("-device-int128");  // as nvcc and host compilers have
  for (const std::string& folder : compiler.headers)
    work.options.push_back("-I" + folder);
  WorkerAnswer answer = call_worker(request, compile_timeout());
  NvrtcResult& result = answer.reply.result;
  if (!answer.failure.empty())
    result.log = "error: the compiler stopped: " + answer.failure;
  if (!result.ok)
    throw Failure{compiler.label, "nvrtc " + joined(work.options), result.log};
  Compiled compiled;
  compiled.kind = work.ptx ? Artifact::Kind::kPtx : Artifact::Kind::kCubin;
  compiled.code = std::move(result.code);
  compiled.log = std::move(result.log);
  for (size_t i = 0; i < work.names.size(); ++i)
    compiled.symbols[work.names[i]] = result.symbols[i];
  return compiled;
}

// The first kernel of a worker takes as long as some others: it loads NVRTC.
void prepare_nvrtc() {
  if (has_idle_worker()) return;
  WorkerRequest request;
  request.library = nvrtc().library;
  call_worker(request, compile_timeout());
}

}  // namespace

NvrtcInfo nvrtc_info() {
  const Nvrtc& compiler = nvrtc();
  return {compiler.major, compiler.minor, compiler.archs};
}

const BackendEntry kNvrtcBackend = {nvrtc_identity, compile_with_nvrtc,
                                    prepare_nvrtc};
}  // namespace tenorite::jit
