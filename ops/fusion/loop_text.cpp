// SPDX-License-Identifier: Apache-2.0
#include "ops/fusion/loop_text.h"

#include "ops/functor_loop.h"
#include "ops/fusion/embedded_texts.h"
#include "ops/registry.h"

namespace tenorite::fusion {
namespace {

struct Functor {
  const char* name;
  bool checked;
};
constexpr Functor kFunctors[] = {
#define TENORITE_UFUNC(name, functor, nin, nout, identity, family, loops, ulp, \
                       doc)                                                    \
  {#functor, tenorite::detail::Checked<op::functor>},
#define TENORITE_INTERNAL TENORITE_UFUNC
#include "ops/op_table.def"
#undef TENORITE_INTERNAL
#undef TENORITE_UFUNC
};

// The file that defines a functor: NVRTC takes 30 ms for all of them.
std::string header_of(const char* functor) {
  const std::string definition = std::string("\nstruct ") + functor + " {";
  for (size_t i = 0; i < kNumEmbeddedTexts; ++i) {
    const EmbeddedText& file = kEmbeddedTexts[i];
    if (file.name.starts_with("ops/device/") &&
        file.text.find(definition) != std::string_view::npos)
      return std::string(file.name);
  }
  return "ops/device/functors.h";
}

}  // namespace

LoopText loop_text(Op op, int loop, DeviceType type) {
  const Functor& functor = kFunctors[static_cast<int>(op)];
  LoopText text{functor.name, header_of(functor.name), functor.checked, {}, {}};
  if (type == DeviceType::kCpu)
    text.vector_symbol =
        device_ops(kCpu).vector_symbol(op, loop, &text.vector_type);
  return text;
}

}  // namespace tenorite::fusion
