// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/kernel_text.h"

#include <algorithm>

#include "jit/compile/embedded.h"
#include "jit/compile/headers.h"
#include "jit/emulator/user_includes.h"

namespace tenorite::jit {

void TextBuilder::user(const std::string& text, const char* what) {
  const std::string file = kernel_ + ": " + what;
  files_[file] = text;
  line(line_directive(1, file));
  line(text);
  line(line_directive(1, kernel_ + ": generated"));
}

std::string include_prelude(TextBuilder& to, DeviceType target,
                            const std::string& words,
                            const std::string& preamble,
                            const Parameters& parameters,
                            const OperandVariant* operands, bool arrays) {
  auto include = [&](const char* name) {
    to.line(std::string("#include \"jit/prelude/") + name + "\"");
  };
  const RawText text(preamble);
  Edits edits(preamble);
  const UserIncludes user =
      take_includes(text, target == DeviceType::kCuda, &edits);
  to.text(user.own_names).text(user.standard);
  if (target == DeviceType::kCuda) {
    include(user.any ? "kernels/names.h" : "kernels/cuda.h");
  } else {
    include("emulator/host.h");
    include("kernels/names.h");
  }
  bool is_complex = has_word(words, "complex") || has_word(words, "thrust");
  bool is_half = has_word(words, "float16");
  for (int k = 0; k < parameters.count(); ++k) {
    is_complex = is_complex || kind(operands[k].dtype) == 'c';
    is_half = is_half || operands[k].dtype == DType::kFloat16;
    arrays = arrays || operands[k].access == Access::kRaw;
  }
  if (is_complex) {
    const bool functions =
        std::any_of(kComplexFunctions.begin(), kComplexFunctions.end(),
                    [&](std::string_view name) {
                      return has_word(words, std::string(name));
                    });
    to.line(std::string("#include \"") +
            (functions ? kComplexFunctionsHeader : kComplexHeader) + '"');
  }
  if (is_half) include("kernels/float16.h");
  if (words.find("atomic") != words.npos) include("kernels/atomics.h");
  if (arrays || has_word(words, "CArray") || has_word(words, "CIndexer"))
    include("kernels/carray.h");
  to.text(user.headers);
  return edits.apply();
}

void define_placeholders(TextBuilder& to, const Parameters& parameters,
                         const OperandVariant* operands) {
  std::string done;
  for (int k = 0; k < parameters.count(); ++k) {
    const char letter = parameters.at(k).placeholder;
    if (letter == '\0' || done.find(letter) != std::string::npos) continue;
    done += letter;
    to.line(std::string("typedef ") + type_name(operands[k].dtype) + " " +
            letter + ";");
  }
}

const char* device_type(DType dtype) {
  static constexpr const char* kNames[] = {
#define TENORITE_DTYPE(enumerator, type, letter, kind, size, name) #type,
#include "core/dtype.def"
#undef TENORITE_DTYPE
  };
  return kNames[static_cast<int>(dtype)];
}

std::string declaration(const KernelParameter& parameter,
                        const OperandVariant& operand, bool input) {
  std::string text = input ? "const " : "";
  if (operand.access == Access::kRaw)
    text += "CArray<" + parameter.type() + ", " + std::to_string(operand.ndim) +
            ", " + (operand.contiguous ? "true" : "false") + ", " +
            (operand.narrow ? "true" : "false") + ">";
  else
    text += parameter.type();
  return text + " " + parameter.name;
}

KernelSource make_source(const std::string& name, const TextBuilder& text,
                         const std::vector<std::string>& options,
                         const Origin& origin) {
  KernelSource source;
  source.name = name;
  source.text = text.text();
  source.options = options;
  source.files = text.files();
  source.origin = origin;
  return source;
}

void refuse_exceptions(KernelSource& source) {
  source.options.push_back("-fno-exceptions");
}

}  // namespace tenorite::jit
