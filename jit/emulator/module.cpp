// SPDX-License-Identifier: Apache-2.0
// Shared objects of kernels that were compiled at run time.
#include "jit/compile/module.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>

#include "core/error.h"
#include "jit/emulator/block_engine.h"
#include "jit/emulator/raw_function.h"
#include "jit/emulator/user_code.h"

namespace tenorite::cpu {
namespace {

using jit::ArtifactPtr;
using jit::ModulePtr;

// A file that dlopen can read, gone when this goes: what was mapped stays.
class CodeFile {
 public:
  explicit CodeFile(const std::string& code) {
    if (write_to_memory(code) || write_to_disk(code)) return;
    throw RuntimeError(
        format("cannot write a kernel to load it: %s", std::strerror(errno)));
  }
  ~CodeFile() {
    if (file_ >= 0) close(file_);
    if (on_disk_) unlink(path_.c_str());
  }
  CodeFile(const CodeFile&) = delete;
  CodeFile& operator=(const CodeFile&) = delete;

  const std::string& path() const { return path_; }
  bool on_disk() const { return on_disk_; }
  bool move_to_disk(const std::string& code) {
    close(file_);
    return write_to_disk(code);
  }

 private:
  // dlopen takes a library of the same path for the same library, though the
  // number of a file is used again: each path is spelled in a way of its own,
  // in binary.
  static std::string unique_path(int file) {
    static std::atomic<unsigned> count{0};
    std::string path = "/proc/self/fd";
    for (unsigned n = count++; n != 0; n /= 2) path += n % 2 ? "/." : "/";
    return path + "/" + std::to_string(file);
  }

  bool write_to_memory(const std::string& code) {
    file_ = memfd_create("tenorite-kernel", MFD_CLOEXEC);
    if (file_ < 0 || !write_all(code)) return false;
    path_ = unique_path(file_);
    return true;
  }

  bool write_to_disk(const std::string& code) {
    const char* folder = std::getenv("TMPDIR");
    static std::atomic<unsigned> count{0};
    path_ = format("%s/tenorite-%d-%u-XXXXXX",
                   folder != nullptr && *folder ? folder : "/tmp", getpid(),
                   count++);
    file_ = mkostemp(path_.data(), O_CLOEXEC);
    if (file_ < 0) return false;
    on_disk_ = true;
    return write_all(code);
  }

  bool write_all(const std::string& code) {
    for (size_t done = 0; done < code.size();) {
      const ssize_t n = write(file_, code.data() + done, code.size() - done);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      done += static_cast<size_t>(n);
    }
    return true;
  }

  int file_ = -1;
  bool on_disk_ = false;
  std::string path_;
};

class SharedObject final : public jit::Module {
 public:
  SharedObject(ArtifactPtr artifact, Device device, void* handle)
      : Module(std::move(artifact), device), handle_(handle) {
    link_map* map = nullptr;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0) add_user_code(map->l_ld);
    auto* kernels =
        static_cast<const host::Module*>(dlsym(handle, "tenorite_host_module"));
    if (kernels == nullptr) return;
    *kernels->runtime = &kRuntime;
    for (unsigned i = 0; i < kernels->num_kernels; ++i)
      if (kernels->kernels[i].name != nullptr)
        functions_[kernels->kernels[i].name] = std::make_unique<RawFunction>(
            *kernels, kernels->kernels[i], handle, *this->artifact());
    for (unsigned i = 0; i < kernels->num_variables; ++i)
      variables_[kernels->variables_by_name[i].name] =
          &kernels->variables_by_name[i];
  }

  jit::Function* function(const std::string& name) override {
    auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : found->second.get();
  }

  std::pair<void*, size_t> global(const std::string& symbol) override {
    auto named = variables_.find(symbol);
    if (named != variables_.end())
      return {named->second->address, named->second->size};
    void* found = dlsym(handle_, symbol.c_str());
    Dl_info where;
    const ElfW(Sym)* entry = nullptr;
    if (found == nullptr ||
        dladdr1(found, &where,
                reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&entry)),
                RTLD_DL_SYMENT) == 0 ||
        entry == nullptr)
      return {nullptr, 0};
    return {found, entry->st_size};
  }

  void* address(const std::string& symbol) override {
    return dlsym(handle_, symbol.c_str());
  }

 private:
  void* const handle_;
  std::map<std::string, std::unique_ptr<RawFunction>> functions_;
  std::map<std::string, const host::Variable*> variables_;
};

ModulePtr load_module(const ArtifactPtr& artifact, Device device) {
  CodeFile file(artifact->code);
  constexpr int kFlags = RTLD_NOW | RTLD_LOCAL;
  void* handle = dlopen(file.path().c_str(), kFlags);
  // Memory that may not be executed from, or no /proc.
  if (handle == nullptr && !file.on_disk() && file.move_to_disk(artifact->code))
    handle = dlopen(file.path().c_str(), kFlags);
  if (handle == nullptr)
    throw jit::LoadError(format("cannot load the code of '%s': %s",
                                artifact->name.c_str(), dlerror()));
  return std::make_shared<SharedObject>(artifact, device, handle);
}

constexpr jit::ModuleLoader kLoader = {load_module};

[[maybe_unused]] const bool registered = [] {
  register_module_loader(DeviceType::kCpu, &kLoader);
  return true;
}();

}  // namespace
}  // namespace tenorite::cpu
