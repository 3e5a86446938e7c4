// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group_constants.h"

#include <algorithm>
#include <cstring>

#include "jit/codegen/kernel_text.h"
#include "jit/codegen/loop_text.h"
#include "jit/groups/group_kernels.h"
#include "jit/groups/scalar_divisor.h"

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

// The scalars that floating-point numbers are divided by.
std::vector<bool> divisors_of(const GroupPlan& plan) {
  std::vector<bool> divides(plan.scalars.size());
  for (const GroupStep& step : plan.steps) {
    if (step.kind != Instruction::Kind::kElementwise || step.op != Op::divide ||
        step.in[1].kind != GroupSource::Kind::kScalar)
      continue;
    const DType loop =
        info(step.op).loops[static_cast<size_t>(step.loop)].in[1];
    const auto scalar = static_cast<size_t>(step.in[1].index);
    if (loop == plan.scalars[scalar].dtype &&
        (loop == DType::kFloat32 || loop == DType::kFloat64))
      divides[scalar] = true;
  }
  return divides;
}

template <class T>
void write_divisor(const Scalar& scalar, char* to) {
  T y;
  std::memcpy(&y, scalar.bytes, sizeof(y));
  const ScalarDivisor<T> divisor = scalar_divisor(y);
  std::memcpy(to, &divisor, sizeof(divisor));
}

int bytes_of(DType dtype, bool divides) {
  if (!divides) return static_cast<int>(itemsize(dtype));
  return dtype == DType::kFloat32 ? sizeof(ScalarDivisor<float>)
                                  : sizeof(ScalarDivisor<double>);
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
  divides_ = divisors_of(plan);
  int all = 0;
  for (size_t i = 0; i < plan.scalars.size(); ++i)
    all += bytes_of(plan.scalars[i].dtype, divides_[i]);
  // Of many there is no room for more than themselves.
  if (all > kMaxConstantBytes * 3 / 4) divides_.assign(divides_.size(), false);
  for (size_t i = 0; i < plan.scalars.size(); ++i) {
    const DType dtype = plan.scalars[i].dtype;
    scalars_.push_back(dtype);
    offsets_.push_back(
        place(bytes_of(dtype, divides_[i]), alignment_of(dtype)));
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
    text += std::string("  ") +
            (divides_[i] ? "tenorite::ScalarDivisor<" : "") +
            device_type(scalars_[i]) + (divides_[i] ? "> s" : " s") +
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
    if (!divides_[i])
      std::memcpy(to + offsets_[i], plan.scalars[i].bytes,
                  itemsize(scalars_[i]));
    else if (scalars_[i] == DType::kFloat32)
      write_divisor<float>(plan.scalars[i], to + offsets_[i]);
    else
      write_divisor<double>(plan.scalars[i], to + offsets_[i]);
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
