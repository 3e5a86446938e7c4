// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/loop_text.h"

#include <array>
#include <map>

#include "jit/compile/embedded_texts.h"
#include "ops/plan/registry.h"
#include "ops/table/op_checks.h"

namespace tenorite::jit {
namespace {

constexpr const char* kFunctors[] = {
#define TENORITE_UFUNC(name, functor, nin, nout, identity, family, loops, ulp, \
                       doc)                                                    \
  #functor,
#define TENORITE_INTERNAL TENORITE_UFUNC
#include "ops/table/op_table.def"
#undef TENORITE_INTERNAL
#undef TENORITE_UFUNC
};

// The file that defines each functor: NVRTC takes 30 ms for all of them.
std::array<std::string, kNumOps> find_headers() {
  constexpr std::string_view kStart = "\nstruct ";
  std::map<std::string_view, std::string_view> files;
  for (size_t i = 0; i < kNumEmbeddedTexts; ++i) {
    const EmbeddedText& file = kEmbeddedTexts[i];
    if (!file.name.starts_with("ops/device/") ||
        file.text.find("namespace tenorite::op") == file.text.npos)
      continue;
    for (size_t at = 0; (at = file.text.find(kStart, at)) != file.text.npos;) {
      at += kStart.size();
      files.emplace(file.text.substr(at, file.text.find(' ', at) - at),
                    file.name);
    }
  }
  std::array<std::string, kNumOps> headers;
  for (size_t op = 0; op < headers.size(); ++op) {
    const auto found = files.find(kFunctors[op]);
    headers[op] =
        found == files.end() ? "ops/device/functors.h" : found->second;
  }
  return headers;
}

const std::string& header_of(Op op) {
  static const auto& headers =
      *new std::array<std::string, kNumOps>(find_headers());
  return headers[static_cast<size_t>(op)];
}

}  // namespace

LoopText loop_text(Op op, int loop, DeviceType type) {
  LoopText text{kFunctors[static_cast<int>(op)],
                header_of(op),
                may_report(op, loop),
                {},
                {}};
  if (type == DeviceType::kCpu)
    text.vector_symbol =
        require<&DeviceOps::vector_symbol>(kCpu)(op, loop, &text.vector_type);
  return text;
}

}  // namespace tenorite::jit
