// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/host_rewriter.h"

#include <algorithm>
#include <set>

#include "core/error.h"
#include "jit/compile/embedded.h"
#include "jit/compile/signature.h"
#include "jit/emulator/grid_stride.h"
#include "jit/emulator/raw_text.h"
#include "jit/emulator/user_includes.h"

namespace tenorite::jit {
namespace {

bool is_sign(const Token& token, char c) {
  return token.kind == Token::Kind::kSign && token.text[0] == c;
}

class Rewriter {
 public:
  Rewriter(const KernelSource& source, bool on_cuda, bool checked)
      : source_(source),
        checked_(checked),
        text_(source.text),
        edits_(source.text),
        includes_(take_includes(text_, on_cuda, &edits_)) {}

  RawText& text() { return text_; }

  void shared_memory();
  void refuse();
  void hide_parameters();
  void interchange();
  std::string entries(const std::vector<std::string>& names, bool checked);
  std::string row(const std::string& name, const std::string& expression,
                  const KernelDefinition* kernel, bool checked);

  KernelSource finish(const std::string& prelude, const std::string& behind) {
    KernelSource made = source_;
    made.text = includes_.own_names + includes_.standard + prelude +
                "#include \"jit/prelude/kernels/names.h\"\n" +
                includes_.headers + after_ + line_directive(1, source_.name) +
                "\n" + edits_.apply() + "\n" + behind;
    return made;
  }

  void define_architecture() {
    after_ += "#define __CUDACC__ 1\n#define __CUDA_ARCH__ 700\n";
  }

 private:
  void dynamic_array(size_t begin, size_t shared, size_t end);
  void refuse_at(size_t token, const char* message);

  const KernelSource& source_;
  const bool checked_;
  RawText text_;
  Edits edits_;
  UserIncludes includes_;
  std::string after_;
  std::set<std::string> runs_;  // kernels that one call runs many threads of
};

void Rewriter::shared_memory() {
  const std::vector<Token>& tokens = text_.tokens();
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is("__shared__")) continue;
    size_t begin = i, end = i;
    while (begin > 0 && !is_sign(tokens[begin - 1], ';') &&
           !is_sign(tokens[begin - 1], '{') &&
           !is_sign(tokens[begin - 1], '}') &&
           !(is_sign(tokens[begin - 1], ')') && tokens[begin].is("extern")) &&
           tokens[begin - 1].kind != Token::Kind::kDirective)
      --begin;
    while (end < tokens.size() && !is_sign(tokens[end], ';')) ++end;
    bool is_extern = false;
    for (size_t k = begin; k < end; ++k) {
      is_extern |= tokens[k].is("extern");
      if (tokens[k].is("static"))
        edits_.replace(tokens[k].begin, tokens[k].end, "      ");
    }
    if (is_extern && end < tokens.size()) dynamic_array(begin, i, end);
    // So that the end of an array is not the next one's beginning.
    if (checked_ && !is_extern && end < tokens.size())
      edits_.insert(tokens[end].begin,
                    format(", tenorite_gap%zu[64] __attribute__((used))", i));
  }
}

// extern __shared__ T name[]; in a function becomes a pointer, elsewhere an
// object that converts to one.
void Rewriter::dynamic_array(size_t begin, size_t shared, size_t end) {
  const std::vector<Token>& tokens = text_.tokens();
  size_t open = shared;
  while (open < end && !(is_sign(tokens[open], '[') && open + 1 < end &&
                         is_sign(tokens[open + 1], ']')))
    ++open;
  if (open + 1 >= end || !tokens[open - 1].is_name()) return;
  const Token& name = tokens[open - 1];
  auto blank = [&](const Token& token, const char* with = "") {
    edits_.replace(token.begin, token.end, with);
  };
  if (text_.in_body(shared)) {
    for (size_t k = begin; k < open; ++k)
      if (tokens[k].is("extern") || tokens[k].is("__shared__"))
        blank(tokens[k], k == begin ? "      " : "          ");
    edits_.replace(name.begin, tokens[open + 1].end,
                   format("(*const %s)", std::string(name.text).c_str()));
    edits_.insert(tokens[end].begin, " = ::tenorite::host::DynamicShared()");
    return;
  }
  for (size_t k = begin; k < open - 1; ++k) {
    if (tokens[k].is("extern")) {
      blank(tokens[k], "static const ::tenorite::host::DynamicArray<");
    } else if (tokens[k].is("__shared__")) {
      blank(tokens[k]);
    } else if (tokens[k].is("__align__") || tokens[k].is("alignas") ||
               tokens[k].is("__attribute__")) {
      const size_t close = closing_bracket(tokens, k + 1);
      if (close >= open) return;
      edits_.replace(tokens[k].begin, tokens[close].end, "");
      k = close;
    }
  }
  // Dimensions behind the first belong to the type.
  std::string dimensions;
  if (open + 2 < end)
    dimensions = source_.text.substr(
        tokens[open + 2].begin, tokens[end].begin - tokens[open + 2].begin);
  edits_.replace(
      name.begin, tokens[end].begin,
      format("%s> %s{}", dimensions.c_str(), std::string(name.text).c_str()));
}

// An #error at the place, where the preprocessor meets it only if the code is
// compiled.
void Rewriter::refuse_at(size_t token, const char* message) {
  const long line = text_.line_of(token);
  const size_t begin = text_.tokens()[token].begin;
  const size_t start = source_.text.rfind('\n', begin) + 1;
  edits_.insert(begin,
                format("\n#line %ld\n#error %s\n#line %ld\n%*s", line, message,
                       line, static_cast<int>(begin - start), ""));
}

void Rewriter::refuse() {
  const std::vector<Token>& tokens = text_.tokens();
  for (size_t i = 0; i + 2 < tokens.size(); ++i) {
    const bool is_asm =
        tokens[i].is("asm") || tokens[i].is("__asm__") || tokens[i].is("__asm");
    if (is_asm && !is_sign(tokens[i + 1], '='))
      refuse_at(i,
                "inline assembly for GPUs cannot run on the CPU: keep it "
                "inside #ifdef __CUDACC_RTC__");
    auto is_angle = [&](size_t k) { return is_sign(tokens[k], '<'); };
    if (is_angle(i) && is_angle(i + 1) && is_angle(i + 2) &&
        tokens[i + 2].end - tokens[i].begin == 3)
      refuse_at(i, "a kernel cannot launch kernels on the CPU");
  }
}

void Rewriter::hide_parameters() {
  const std::vector<Token>& tokens = text_.tokens();
  for (const KernelDefinition& kernel : text_.kernels()) {
    if (text_.traits(kernel.name).hides_names) continue;
    const size_t first = kernel.open + 1;
    const bool is_void = kernel.close == first + 1 && tokens[first].is("void");
    if (is_void)
      edits_.replace(tokens[first].begin, tokens[first].end,
                     "TENORITE_HIDE_ALL");
    else
      edits_.insert(tokens[kernel.open].end, first == kernel.close
                                                 ? "TENORITE_HIDE_ALL"
                                                 : "TENORITE_HIDE ");
  }
}

// The loop of a run of threads becomes the inner one, and goes along arrays.
void Rewriter::interchange() {
  const std::vector<Token>& tokens = text_.tokens();
  for (const KernelDefinition& kernel : text_.kernels()) {
    const std::optional<GridStride> loop = find_grid_stride(text_, kernel);
    if (!loop) continue;
    const char* i = loop->index.c_str();
    edits_.insert(
        tokens[loop->head].end,
        format(" { const auto tenorite_first = %s; const auto tenorite_end = "
               "::tenorite::host::end_of_run(%s, %s, threadIdx.run); "
               "TENORITE_INDEPENDENT for (auto %s = tenorite_first; "
               "%s < tenorite_end; ++%s)",
               i, i, loop->bound.c_str(), i, i, i));
    edits_.insert(tokens[loop->last].end, " }");
    runs_.insert(kernel.name);
  }
}

std::string quoted(const std::string& text) {
  std::string made = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += c == '\n' ? ' ' : c;
  }
  return made + '"';
}

std::string Rewriter::row(const std::string& name,
                          const std::string& expression,
                          const KernelDefinition* kernel, bool checked) {
  KernelTraits traits{true, true, true, false};
  std::string bound;
  if (kernel != nullptr) {
    traits = text_.traits(kernel->name);
    bound = kernel->bound;
  }
  const bool needs_variables = traits.uses_indices || traits.hides_names;
  return format(
      "    ::tenorite::host::kernel_row<%s, ::tenorite::host::%s, %d>(%s, "
      "%s),\n",
      expression.c_str(), traits.waits || checked ? "kFibers" : "kLoop",
      (traits.prints ? 1 : 0) + (needs_variables ? 2 : 0) +
          (kernel != nullptr && runs_.count(kernel->name) ? 4 : 0),
      quoted(name).c_str(),
      bound.empty() ? "0" : ("(unsigned)(" + bound + ")").c_str());
}

std::string Rewriter::entries(const std::vector<std::string>& names,
                              bool checked) {
  std::string kernels, variables, missing;
  std::vector<std::string> done;
  auto is_new = [&](const std::string& name) {
    if (std::find(done.begin(), done.end(), name) != done.end()) return false;
    done.push_back(name);
    return true;
  };
  auto add_plain = [&](const std::string& name,
                       const KernelDefinition* kernel) {
    if (kernel != nullptr && !kernel->conditional) {
      kernels += row(name, "&::" + name, kernel, checked);
      return;
    }
    missing +=
        format("tenorite_signature::missing %s(tenorite_signature::missing);\n",
               name.c_str());
    kernels += row(name, "TENORITE_MAYBE(" + name + ")", kernel, checked);
  };
  for (const std::string& name : names) {
    const size_t start = name.find_first_not_of(" \t\n");
    if (start == name.npos || !is_new(name)) continue;
    const bool has_sign = name[start] == '&';
    const KernelDefinition* kernel = text_.find(name);
    const std::string expression = has_sign ? name : "&" + name;
    if (is_plain_name(name)) {
      // Without one, the symbol of a variable is found by its name.
      const bool is_template =
          kernel != nullptr &&
          text_.definitions()[kernel->definition].is_template;
      if (!is_template && (kernel != nullptr || text_.may_have_more()))
        add_plain(name, kernel);
    } else if (kernel != nullptr || !has_sign) {
      kernels += row(name, expression, kernel, checked);
    } else {
      variables +=
          format("    {%s, (void*)(%s), sizeof(*(%s))},\n",
                 quoted(name).c_str(), expression.c_str(), expression.c_str());
    }
  }
  for (const KernelDefinition& kernel : text_.kernels()) {
    const Definition& definition = text_.definitions()[kernel.definition];
    if (definition.is_template || definition.body == definition.end ||
        !is_new(kernel.name))
      continue;
    if (is_plain_name(kernel.name))
      add_plain(kernel.name, &kernel);
    else if (!kernel.conditional)
      kernels += row(kernel.name, "&" + kernel.name, &kernel, checked);
  }
  return "namespace tenorite_missing {\n" + missing +
         "}\nnamespace tenorite_entries {\nusing namespace tenorite_missing;\n"
         "static const ::tenorite::host::Kernel tenorite_kernels[] = {\n" +
         kernels +
         "    {}};\n"
         "static const ::tenorite::host::Variable tenorite_variables[] = {\n" +
         variables + "    {}};\nTENORITE_HOST_MODULE\n}\n";
}

}  // namespace

KernelSource raw_cuda_source(const KernelSource& source) {
  Rewriter rewriter(source, true, false);
  return rewriter.finish("", "");
}

KernelSource raw_host_source(const KernelSource& source,
                             const std::vector<std::string>& names,
                             bool checked) {
  Rewriter rewriter(source, false, checked);
  rewriter.define_architecture();
  rewriter.shared_memory();
  rewriter.refuse();
  rewriter.hide_parameters();
  if (!checked) rewriter.interchange();
  KernelSource made = rewriter.finish(
      std::string(checked ? "#define TENORITE_CHECKED 1\n" : "") +
          "#include \"jit/prelude/emulator/host.h\"\n"
          "#include \"jit/prelude/emulator/host_entries.h\"\n",
      line_directive(1, "name_expressions") + "\n" +
          rewriter.entries(names, checked));
  // A variable of a kernel may have the name of something in this process.
  made.options.insert(made.options.end(),
                      {"-Wl,-Bsymbolic", "-fno-exceptions"});
  // The compiler calls a function before each access to memory: ours, and not
  // those of a library for it.
  if (checked)
    made.options.insert(
        made.options.end(),
        {"-O1", "-g", "-gdwarf-4", "-fsanitize=thread", "-nodefaultlibs",
         "-Wl,-z,undefs", "-fno-optimize-sibling-calls",
         "-fno-omit-frame-pointer"});
  return made;
}

}  // namespace tenorite::jit
