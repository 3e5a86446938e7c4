// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group_text.h"

#include <set>
#include <utility>

#include "core/assert.h"
#include "jit/codegen/kernel_text.h"
#include "jit/codegen/loop_text.h"
#include "ops/table/reduce_op.h"

namespace tenorite::jit {
namespace {

using Kind = GroupSource::Kind;
using StepKind = Instruction::Kind;

constexpr size_t kLongestName = 60;

std::string number(int n) { return std::to_string(n); }

std::string cast_to(DType to, DType from, const std::string& value) {
  if (to == from) return value;
  return std::string("cast<") + device_type(to) + ">(" + value + ")";
}

}  // namespace

GroupText::GroupText(const GroupPlan& plan, ByteTables tables)
    : plan_(plan), constants_(plan), tables_(std::move(tables)) {}

DType GroupText::dtype(const GroupSource& source) const {
  const auto index = static_cast<size_t>(source.index);
  switch (source.kind) {
    case Kind::kArray:
      return plan_.arrays[index].view.dtype();
    case Kind::kScalar:
      return plan_.scalars[index].dtype;
    case Kind::kValue:
      return plan_.steps[index].dtype[source.output];
    default:
      return DType::kBool;
  }
}

std::string GroupText::stored(int array) const { return "a" + number(array); }

std::string GroupText::element(int array) const {
  return (plan_.arrays[static_cast<size_t>(array)].written ? "former" : "a") +
         number(array);
}

std::string GroupText::value(const GroupSource& source, DType as) const {
  TENORITE_ASSERT(source.kind != Kind::kValue ||
                      static_cast<size_t>(source.index) < plan_.steps.size(),
                  "a kernel's text names a value that nothing computes");
  std::string text;
  switch (source.kind) {
    case Kind::kArray:
      text = element(source.index);
      break;
    case Kind::kScalar:
      text = "constants.s" + number(source.index) +
             (constants_.divides(source.index) ? ".y" : "");
      break;
    case Kind::kValue:
      text = (source.output ? "w" : "v") + number(source.index);
      break;
    default:
      return std::string("cast<") + device_type(as) + ">(0)";
  }
  return cast_to(as, dtype(source), text);
}

std::string GroupText::call(const GroupStep& step) const {
  TENORITE_ASSERT(step.kind == StepKind::kElementwise,
                  "a functor is called for what is no elementwise operation");
  const LoopTypes& types = info(step.op).loops[static_cast<size_t>(step.loop)];
  if (step.op == Op::divide && step.in[1].kind == Kind::kScalar &&
      constants_.divides(step.in[1].index))
    return "tenorite::divide(" + value(step.in[0], types.in[0]) +
           ", constants.s" + number(step.in[1].index) + ", _missed)";
  const LoopText loop = loop_text(step.op, step.loop, DeviceType::kCuda);
  std::string text = step.nout == 2 ? "apply_pair"
                     : loop.checked ? "apply_reporting"
                                    : "apply";
  text += std::string("<op::") + loop.functor;
  for (int k = 0; k < step.nout; ++k)
    text += std::string(", ") + device_type(types.out[k]);
  text += ">(";
  if (loop.checked) text += "constants.error, ";
  for (int k = 0; k < step.nin; ++k)
    text += (k ? ", " : "") + value(step.in[k], types.in[k]);
  return text + ")";
}

std::string GroupText::gather(const GroupStep& step) const {
  static constexpr const char* kModes[] = {"kRaise", "kWrap", "kClip"};
  std::string text = std::string("gather<") + device_type(step.dtype[0]) +
                     ", IndexMode::" + kModes[step.loop] + ">(constants.t" +
                     number(step.in[0].index);
  text += constants_.checked() ? ", constants.error, constants.launch, {"
                               : ", nullptr, 0, {";
  for (int k = 1; k < step.nin; ++k)
    text += (k > 1 ? ", " : "") + value(step.in[k], DType::kInt64);
  return text + "})";
}

std::string GroupText::statements(int index) const {
  if (const int table = tables_.of_step(index); table >= 0)
    return looked_up(table);
  return tables_.is_done(index) ? made(index) : "";
}

std::string GroupText::made(int index) const {
  const GroupStep& step = plan_.steps[static_cast<size_t>(index)];
  const bool masked = step.where.kind != Kind::kNone;
  const std::string mask = masked ? value(step.where, DType::kBool) : "";
  std::string text;
  auto result = [&](int k, const std::string& x) {
    text += std::string("const ") + device_type(step.dtype[k]) +
            (k ? " w" : " v") + number(index) + " = ";
    if (masked)
      text += mask + " ? " + x + " : " + value(step.former[k], step.dtype[k]);
    else
      text += x;
    text += ";\n";
  };
  if (step.kind == StepKind::kCopy) {
    result(0, value(step.in[0], step.dtype[0]));
    return text;
  }
  if (step.kind == StepKind::kGather) {
    result(0, gather(step));
    return text;
  }
  const LoopTypes& types = info(step.op).loops[static_cast<size_t>(step.loop)];
  if (step.nout == 1) {
    result(0, cast_to(step.dtype[0], types.out[0], call(step)));
    return text;
  }
  const std::string pair = "p" + number(index);
  text += "const auto " + pair + " = ";
  if (masked)
    text += mask + " ? " + call(step) + " : Pair<" + device_type(types.out[0]) +
            ", " + device_type(types.out[1]) + ">();\n";
  else
    text += call(step) + ";\n";
  result(0, cast_to(step.dtype[0], types.out[0], pair + ".first"));
  result(1, cast_to(step.dtype[1], types.out[1], pair + ".second"));
  return text;
}

std::string GroupText::statement(const GroupStore& store) const {
  const auto& array = plan_.arrays[static_cast<size_t>(store.array)];
  return stored(store.array) + " = " + value(store.value, array.view.dtype()) +
         ";\n";
}

std::string GroupText::preamble() const {
  std::set<std::string> headers;
  for (const GroupStep& step : plan_.steps)
    if (step.kind == StepKind::kElementwise)
      headers.insert(loop_text(step.op, step.loop, DeviceType::kCuda).header);
  std::string text;
  for (const std::string& header : headers)
    text += "#include \"" + header + "\"\n";
  text += "#include \"jit/prelude/groups/group.h\"\n";
  if (!plan_.tables.empty())
    text += "#include \"jit/prelude/groups/gather.cuh\"\n";
  return text + constants_.declaration() + table_functions();
}

std::string GroupText::looked_up(int table) const {
  const ByteTable& t = tables_.all()[static_cast<size_t>(table)];
  const GroupSource result{Kind::kValue, 0, static_cast<int16_t>(t.step)};
  return std::string("const ") + device_type(dtype(result)) + " " +
         value(result, dtype(result)) + " = table" + number(table) +
         "()[(unsigned char)" + value(t.of, dtype(t.of)) + "];\n";
}

std::string GroupText::table_functions() const {
  if (tables_.all().empty()) return "";
  std::string text, fill;
  for (size_t i = 0; i < tables_.all().size(); ++i) {
    const ByteTable& table = tables_.all()[i];
    const GroupSource result{Kind::kValue, 0, static_cast<int16_t>(table.step)};
    const std::string type = device_type(dtype(result));
    const std::string name = "table" + number(static_cast<int>(i));
    text += "__device__ __forceinline__ " + type + "* " + name + "() {\n" +
            "  __shared__ " + type + " table[256];\n  return table;\n}\n";
    const std::string byte = device_type(dtype(table.of));
    fill += "{\nconst " + byte + " " + value(table.of, dtype(table.of)) +
            " = (" + byte + ")_byte;\n";
    for (int step : table.steps) fill += made(step);
    fill += name + "()[_byte] = " + value(result, dtype(result)) + ";\n}\n";
  }
  text += "__device__ __forceinline__ void fill_tables(";
  if (constants_.bytes() > 0) text += "const GroupConstants& constants";
  text += ") {\nusing namespace tenorite::kernel;\n";
  if (constants_.any_divides())
    text += "constexpr tenorite::AtOnce _missed{};\n";
  return text +
         "for (int _byte = threadIdx.x; _byte < 256; _byte += blockDim.x) {\n" +
         fill + "}\n__syncthreads();\n}\n";
}

std::string GroupText::fill_tables(const std::string& constants) const {
  if (tables_.all().empty()) return "";
  return "fill_tables(" + (constants_.bytes() > 0 ? constants : "") + ");\n";
}

std::string GroupText::name() const {
  std::string text = "group";
  for (const GroupStep& step : plan_.steps) {
    std::string word = step.kind == StepKind::kCopy     ? "copy"
                       : step.kind == StepKind::kGather ? "take"
                       : step.kind == StepKind::kReduce ? info(step.reduce).name
                       : step.kind == StepKind::kScan   ? "accumulate"
                                                        : info(step.op).name;
    if (text.size() + word.size() > kLongestName) break;
    text += "_" + word;
  }
  return text;
}

}  // namespace tenorite::jit
