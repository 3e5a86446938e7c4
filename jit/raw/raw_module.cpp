// SPDX-License-Identifier: Apache-2.0
#include "jit/raw/raw_module.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/error.h"
#include "core/stream.h"
#include "jit/compile/elf.h"
#include "jit/compile/embedded.h"
#include "jit/compile/options.h"
#include "jit/emulator/host_rewriter.h"
#include "jit/emulator/raw_text.h"

namespace tenorite::jit {
namespace {

constexpr char kNamesFile[] = "name_expressions";

// Past the name of a symbol: "q::scale<float>" of "void q::scale<float>(...)".
std::string readable_name(const std::string& symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  if (text == nullptr) return symbol;
  std::string name(text);
  std::free(text);
  // The parameters are in the last parentheses; templates have a return type.
  int depth = 0;
  for (size_t i = name.size(); i-- > 0;) {
    if (name[i] == ')') ++depth;
    if (name[i] == '(' && --depth == 0) {
      name.resize(i);
      break;
    }
  }
  if (name.rfind("void ", 0) == 0) name.erase(0, 5);
  return name;
}

// Debug mode of the CPU device: asked for as nvcc's is, or for all kernels.
bool wants_checks(const RawSource& source) {
  const char* text = std::getenv("TENORITE_CPU_CHECK");
  if (text != nullptr && *text != '\0') return std::strcmp(text, "0") != 0;
  const std::vector<Option> options = parse_options(source.options);
  return source.checked ||
         std::any_of(options.begin(), options.end(),
                     [](const Option& option) { return option.name == "-G"; });
}

std::optional<Signature> signature_of(Module& module, size_t number) {
  if (module.device().is_cuda())
    return read_signature(*module.artifact(), number);
  const auto [table, bytes] = module.global(signature_symbol(number));
  return parse_signature({static_cast<const char*>(table), bytes});
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text.empty() ? "none" : text;
}

// What stands before a text whose cuComplex.h is translated. nvcc has one of
// its own, which is kept out by its guard.
std::string translation(const RawSource& source) {
  std::string text = "#define TENORITE_TRANSLATE_CUCOMPLEX 1\n";
  if (source.backend == Backend::kNvcc)
    text +=
        "#define CU_COMPLEX_H_\n"
        "#include \"jit/prelude/kernels/cu_complex.h\"\n" +
        line_directive(1, source.label) + "\n";
  return text;
}

bool starts_with(const std::string& text, const char* with) {
  return text.rfind(with, 0) == 0;
}

Artifact::Kind kind_of_binary(const RawSource& source) {
  const std::string& code = source.code;
  const ElfFile elf(code);
  if (elf.for_cuda()) return Artifact::Kind::kCubin;
  TENORITE_CHECK(!elf.valid(), ValueError,
                 "'%s' is an ELF file, but no code for NVIDIA GPUs",
                 source.label.c_str());
  // Fatbins are loaded as cubins are: the driver looks into them.
  if (starts_with(code, "\x50\xed\x55\xba")) return Artifact::Kind::kCubin;
  const bool text = code.find('\0') == code.npos;
  if (text && code.find(".version") != code.npos &&
      code.find(".target") != code.npos)
    return Artifact::Kind::kPtx;
  throw ValueError(
      format("'%s' (%zu bytes) is neither a cubin, PTX nor a fatbin, or it is "
             "damaged",
             source.label.c_str(), code.size()));
}

}  // namespace

RawModule::RawModule(RawSource source) : source_(std::move(source)) {
  if (source_.binary) {
    kind_of_binary(source_);
    return;
  }
  tables_ = source_.names;
  const RawText text(source_.code);
  for (const KernelDefinition& kernel : text.kernels())
    if (is_plain_name(kernel.name) &&
        std::find(tables_.begin(), tables_.end(), kernel.name) == tables_.end())
      tables_.push_back(kernel.name);
  // A plain name is only asked for where it may stand in a macro.
  for (const std::string& name : source_.names)
    if (!is_plain_name(name) ||
        (text.find(name) == nullptr && text.may_have_more()))
      wanted_.push_back(name);
}

KernelSource RawModule::kernel_source(const Target& target) const {
  KernelSource user;
  user.name = source_.label;
  user.text = source_.extern_c
                  ? "extern \"C\" {\n#line 1\n" + source_.code + "\n}"
                  : source_.code;
  user.options = source_.options;
  user.backend = source_.backend;
  user.origin = source_.origin;
  // NVRTC keeps what plain names name in any case, and then need not find it.
  std::string names;
  for (const std::string& name : source_.names) {
    if (!is_plain_name(name)) user.names.push_back(name);
    names += name + "\n";
  }
  user.files = {{source_.label, source_.code}, {kNamesFile, names}};
  KernelSource made =
      target.type == DeviceType::kCpu
          ? raw_host_source(user, wanted_, wants_checks(source_))
      : source_.backend == Backend::kNvcc ? user
                                          : raw_cuda_source(user);
  if (source_.translate_cucomplex) made.text = translation(source_) + made.text;
  made.text = signature_prelude() + made.text + "\n#line 1 \"" + kNamesFile +
              "\"\n" + signature_tables(tables_);
  return made;
}

ArtifactPtr RawModule::compile(const Target& target) const {
  if (!source_.binary) return jit::compile(kernel_source(target), target);
  TENORITE_CHECK(target.type == DeviceType::kCuda, ValueError,
                 "'%s' is code for NVIDIA GPUs and cannot run on the CPU",
                 source_.label.c_str());
  return std::make_shared<Artifact>(Artifact{
      kind_of_binary(source_), target, source_.label, source_.code, {}, {}});
}

ModulePtr RawModule::load_on(Device device) {
  check_device(device);
  // Held while compiling: others that want the same wait.
  std::lock_guard lock(mutex_);
  for (const ModulePtr& module : loaded_)
    if (module->device() == device) return module;
  const Target target = target_of(device);
  loaded_.push_back(source_.binary ? load(compile(target), device)
                                   : load(kernel_source(target), device));
  return loaded_.back();
}

std::map<std::string, std::string> RawModule::signatures(
    const Target& target) const {
  std::map<std::string, std::string> found;
  const ArtifactPtr artifact = compile(target);
  for (size_t i = 0; i < tables_.size(); ++i)
    if (auto signature = read_signature(*artifact, i))
      found[tables_[i]] = to_string(*signature);
  return found;
}

std::string RawModule::symbol_of(const Artifact& artifact,
                                 const std::string& name) const {
  auto found = artifact.symbols.find(name);
  return found == artifact.symbols.end() ? name : found->second;
}

LoadedKernel RawModule::kernel(const std::string& name, Device device) {
  ModulePtr module = load_on(device);
  const Artifact& artifact = *module->artifact();
  LoadedKernel made{
      module->function(symbol_of(artifact, name)), false, false, {}};
  std::vector<std::string> all;
  if (made.function == nullptr) {
    // Without extern "C", a name that was not asked for is mangled.
    std::vector<std::string> matches;
    const ElfFile elf(artifact.code);
    for (const auto& [symbol, size] : elf.functions()) {
      all.push_back(readable_name(symbol));
      if (all.back() == name) matches.push_back(symbol);
    }
    if (matches.size() == 1) made.function = module->function(matches[0]);
  }
  if (made.function == nullptr) {
    if (all.empty()) all = tables_;
    throw ValueError(format("'%s' has no kernel '%s' for %s; its kernels: %s",
                            source_.label.c_str(), name.c_str(),
                            to_string(device).c_str(), list_of(all).c_str()));
  }
  auto table = std::find(tables_.begin(), tables_.end(), name);
  if (table != tables_.end()) {
    const auto number = static_cast<size_t>(table - tables_.begin());
    if (auto signature = signature_of(*module, number)) {
      made.typed = made.counted = true;
      made.signature = std::move(*signature);
      return made;
    }
  }
  std::vector<size_t> sizes;
  made.counted = made.function->parameter_sizes(&sizes);
  for (size_t size : sizes) {
    Parameter parameter{};
    parameter.size = static_cast<uint32_t>(size);
    made.signature.push_back(parameter);
  }
  return made;
}

std::pair<void*, size_t> RawModule::global(const std::string& name,
                                           Device device) {
  ModulePtr module = load_on(device);
  auto found = module->global(symbol_of(*module->artifact(), name));
  TENORITE_CHECK(found.first != nullptr, ValueError,
                 "'%s' has no variable '%s' for %s (one that is not in extern "
                 "\"C\" must be among the name expressions, as '&%s')",
                 source_.label.c_str(), name.c_str(), to_string(device).c_str(),
                 name.c_str());
  return found;
}

RawKernel::~RawKernel() {
  for (auto& slot : slots_) delete slot.load(std::memory_order_relaxed);
}

const LoadedKernel& RawKernel::on(Device device) {
  if (const LoadedKernel* found = find(device)) return *found;
  auto made =
      std::make_unique<const LoadedKernel>(module_->kernel(name_, device));
  const LoadedKernel* expected = nullptr;
  if (slot(device).compare_exchange_strong(expected, made.get(),
                                           std::memory_order_acq_rel))
    return *made.release();
  return *expected;
}

}  // namespace tenorite::jit
