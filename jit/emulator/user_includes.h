// SPDX-License-Identifier: Apache-2.0
// The includes of a user's text: what ours stands for is taken out of it.
#pragma once

#include <string>

#include "jit/emulator/raw_text.h"

namespace tenorite::jit {

// Lines that stand before the text, in this order; the prelude comes between
// `standard` and `headers`.
struct UserIncludes {
  // Names of jit/prelude/kernels that the text defines itself, as macros
  // TENORITE_OWN_<name>.
  std::string own_names;
  // Headers of the host's compiler, before our macros (__noinline__, ...) can
  // harm them; none for a GPU.
  std::string standard;
  std::string headers;  // of ours, in place of others
  bool any = false;     // something was taken out
};
UserIncludes take_includes(const RawText& text, bool on_cuda, Edits* edits);

}  // namespace tenorite::jit
