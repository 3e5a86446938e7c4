// SPDX-License-Identifier: Apache-2.0
// KernelParameter lists of kernels as CuPy writes them, and what arguments make
// of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dtype.h"
#include "ops/api/ops.h"

namespace tenorite::jit {

// Inputs and outputs of one kernel.
inline constexpr int kMaxParameters = 32;

// "raw float32 x": a parameter of a dtype; "T x": of whatever dtype the
// arguments give the placeholder T.
struct KernelParameter {
  std::string name;
  bool raw = false;  // the kernel indexes it; it takes no part in the loop
  char placeholder = '\0';
  DType dtype = DType::kBool;  // without a placeholder

  // The type's name in kernel text.
  std::string type() const;
};

// The name that kernel text has for a dtype: "long long", "complex<float>".
const char* type_name(DType dtype);

using DTypeReader = DType (*)(const std::string& text);

// Two lists, each like "T x, raw int32 y"; ValueError for one that cannot be
// read and for names that are no names in C++, reserved, or not unique.
struct Parameters {
  std::vector<KernelParameter> in, out;
  int count() const { return static_cast<int>(in.size() + out.size()); }
  const KernelParameter& at(int k) const {
    const int nin = static_cast<int>(in.size());
    return k < nin ? in[k] : out[k - nin];
  }
};
Parameters read_parameters(const std::string& in, const std::string& out,
                           DTypeReader read_dtype);

// The dtype of each parameter and placeholder in a call. Arrays bind
// placeholders, outputs first; numbers take the dtype that results. TypeError
// for arrays of another dtype than their parameter's.
struct Binding {
  DType dtype[kMaxParameters];
  int placeholders = 0;
  char placeholder[kMaxParameters];
  DType bound[kMaxParameters];
};
void bind(const Parameters& parameters, const ops::Argument* in,
          const ndarray* const* out, Binding& binding);

// ---- words of kernel text ----

bool is_identifier(const std::string& text);
// ValueError unless a kernel can have the name.
void check_kernel_name(const std::string& name);
// Whether an identifier occurs; strings and comments count as text.
bool has_word(const std::string& text, const std::string& word);
// Whether a & stands before it, which may take its address.
bool takes_address(const std::string& text, const std::string& word);
// Whether the text surely assigns a variable before anything reads it: by a
// statement of its own, with nothing before it that could leave it out.
bool assigns_first(const std::string& text, const std::string& word);
// Whether the text calls what costs more than some instructions, or loops.
bool is_heavy(const std::string& text);

}  // namespace tenorite::jit
