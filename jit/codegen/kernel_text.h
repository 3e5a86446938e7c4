// SPDX-License-Identifier: Apache-2.0
// What the texts of elementwise and reduction kernels have in common.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jit/codegen/parameters.h"
#include "jit/compile/compile.h"

namespace tenorite::jit {

// How a kernel sees a parameter.
enum class Access : uint8_t {
  kValue,    // a number, passed by value
  kRaw,      // a CArray
  kVector,   // elements of unit stride, in aligned vectors
  kUnit,     // elements of unit stride
  kOne,      // the same element all along the last axis
  kStrided,  // any stride
  kStaged,   // tiles: neighbours lie along the other axis
};

struct OperandVariant {
  DType dtype;
  Access access;
  // Of a CArray.
  uint8_t ndim;
  bool contiguous, narrow;
  // kRows: the first operand that has the same strides.
  uint8_t alike;
};

// Lines of text with the user's parts marked.
class TextBuilder {
 public:
  explicit TextBuilder(std::string kernel) : kernel_(std::move(kernel)) {}

  TextBuilder& line(const std::string& text) {
    text_ += text;
    text_ += '\n';
    return *this;
  }
  // Any number of whole lines.
  TextBuilder& text(const std::string& lines) {
    text_ += lines;
    return *this;
  }
  // What the user wrote, which messages show; `what` names it: "operation".
  void user(const std::string& text, const char* what);

  std::string text() const { return text_; }
  std::map<std::string, std::string> files() const { return files_; }

 private:
  std::string kernel_;
  std::string text_;
  std::map<std::string, std::string> files_;
};

// The includes that a text needs: `words` is all that the user wrote. Returns
// the preamble without the includes that ours stand for.
std::string include_prelude(TextBuilder& to, DeviceType target,
                            const std::string& words,
                            const std::string& preamble,
                            const Parameters& parameters,
                            const OperandVariant* operands, bool arrays);
// typedefs of the placeholders.
void define_placeholders(TextBuilder& to, const Parameters& parameters,
                         const OperandVariant* operands);
// The name that ops/device has for a dtype.
const char* device_type(DType dtype);
// "const float x" or "CArray<float, 2, false, true> x".
std::string declaration(const KernelParameter& parameter,
                        const OperandVariant& operand, bool input);

// What a module needs to know beside its text.
KernelSource make_source(const std::string& name, const TextBuilder& text,
                         const std::vector<std::string>& options,
                         const Origin& origin);

// For code of the CPU device: what a kernel throws could reach no one, on a GPU
// neither. The compiler then refuses it at the user's line.
void refuse_exceptions(KernelSource& source);

}  // namespace tenorite::jit
