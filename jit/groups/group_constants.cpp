// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group_constants.h"

#include <algorithm>
#include <cstring>

#include "jit/codegen/kernel_text.h"
#include "jit/codegen/loop_text.h"

namespace tenorite::jit {
namespace {

// Where kernels report, and the number of the launch, if it is one of those
// that may find an index out of bounds.
struct Reports {
  unsigned* error;
  int launch;
};

int alignment_of(DType dtype) {
  const int size = static_cast<int>(itemsize(dtype));
  return kind(dtype) == 'c' ? size / 2 : size;
}

// Those of Table<ndim>: the address, the bounds, the strides.
int words_of_table(int ndim) { return 1 + 2 * ndim; }

bool may_report(const GroupStep& step) {
  using Kind = Instruction::Kind;
  if (step.kind == Kind::kGather) return step.index_mode() == IndexMode::kRaise;
  return step.kind == Kind::kElementwise &&
         loop_text(step.op, step.loop, DeviceType::kCuda).checked;
}

}  // namespace

GroupConstants::GroupConstants(const GroupPlan& plan) {
  int largest = 1;
  auto place = [&](int bytes, int alignment) {
    const int at = (bytes_ + alignment - 1) / alignment * alignment;
    bytes_ = at + bytes;
    largest = std::max(largest, alignment);
    return at;
  };
  for (const Scalar& scalar : plan.scalars) {
    scalars_.push_back(scalar.dtype);
    offsets_.push_back(place(static_cast<int>(itemsize(scalar.dtype)),
                             alignment_of(scalar.dtype)));
  }
  for (const ndarray& table : plan.tables) {
    tables_.push_back(table.ndim());
    offsets_.push_back(place(8 * words_of_table(table.ndim()), 8));
  }
  checked_ = std::any_of(plan.steps.begin(), plan.steps.end(), may_report);
  if (checked_) error_offset_ = place(sizeof(Reports), alignof(Reports));
  bytes_ = (bytes_ + largest - 1) / largest * largest;
}

std::string GroupConstants::declaration() const {
  if (bytes_ == 0) return "";
  std::string text = "struct GroupConstants {\n";
  for (size_t i = 0; i < scalars_.size(); ++i)
    text += std::string("  ") + device_type(scalars_[i]) + " s" +
            std::to_string(i) + ";\n";
  for (size_t i = 0; i < tables_.size(); ++i)
    text += "  tenorite::Table<" + std::to_string(tables_[i]) + "> t" +
            std::to_string(i) + ";\n";
  if (checked_) text += "  unsigned* error;\n  int launch;\n";
  return text + "};\n";
}

std::string GroupConstants::parameter() const {
  return bytes_ == 0 ? "" : "const GroupConstants constants";
}

void GroupConstants::write(const GroupPlan& plan, const GroupDevice& device,
                           char* to) const {
  for (size_t i = 0; i < scalars_.size(); ++i)
    std::memcpy(to + offsets_[i], plan.scalars[i].bytes, itemsize(scalars_[i]));
  for (size_t i = 0; i < tables_.size(); ++i) {
    const ndarray& table = plan.tables[i];
    char* at = to + offsets_[scalars_.size() + i];
    char* const data = table.data();
    const auto axes = sizeof(int64_t) * static_cast<size_t>(tables_[i]);
    std::memcpy(at, &data, sizeof(data));
    std::memcpy(at + sizeof(data), table.shape().data(), axes);
    std::memcpy(at + sizeof(data) + axes, table.strides().data(), axes);
  }
  if (!checked_) return;
  const Reports reports{device.error_word(plan.device),
                        device.next_checked_launch()};
  std::memcpy(to + error_offset_, &reports, sizeof(reports));
}

}  // namespace tenorite::jit
