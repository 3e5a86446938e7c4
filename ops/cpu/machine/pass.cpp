// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/machine/pass.h"

#include <cstdlib>
#include <string_view>

#include "core/error.h"
#include "ops/cpu/machine/code_memory.h"
#include "ops/cpu/machine/pass_writer.h"

namespace tenorite::cpu {
namespace {

// From so many elements, times steps, on code saves more than it takes to
// write.
constexpr int64_t kWorth = 1 << 18;

bool is_float(DType dtype) {
  return dtype == DType::kFloat32 || dtype == DType::kFloat64;
}
bool is_integer(DType dtype) {
  return kind(dtype) == 'i' || kind(dtype) == 'u';
}
// Whether there are comparisons of its values.
bool is_compared(DType dtype) {
  return is_integer(dtype) && dtype != DType::kUint64;
}
bool is_short_integer(DType dtype) {
  return is_integer(dtype) && itemsize(dtype) < 8;
}

MachineOp complex_arithmetic(Op op) {
  switch (op) {
    case Op::add:
      return MachineOp::kAdd;
    case Op::subtract:
      return MachineOp::kSubtract;
    case Op::multiply:
      return MachineOp::kMultiply;
    case Op::square:
      return MachineOp::kSquare;
    case Op::negative:
      return MachineOp::kNegative;
    case Op::positive:
      return MachineOp::kCast;
    default:
      return MachineOp::kNone;
  }
}

// Of operands of one dtype.
MachineOp arithmetic(Op op, DType dtype) {
  if (kind(dtype) == 'c') return complex_arithmetic(op);
  const bool real = is_float(dtype), whole = is_integer(dtype);
  const bool truth = dtype == DType::kBool;
  auto only = [](bool is_there, MachineOp found) {
    return is_there ? found : MachineOp::kNone;
  };
  switch (op) {
    case Op::add:
      return truth ? MachineOp::kOr : only(real || whole, MachineOp::kAdd);
    case Op::subtract:
      return only(real || whole, MachineOp::kSubtract);
    case Op::multiply:
      if (truth) return MachineOp::kAnd;
      return only(real || whole, MachineOp::kMultiply);
    case Op::divide:
      return only(real, MachineOp::kDivide);
    case Op::square:
      return only(real || whole, MachineOp::kSquare);
    case Op::reciprocal:
      return only(real, MachineOp::kReciprocal);
    case Op::sqrt:
      return only(real, MachineOp::kSqrt);
    case Op::negative:
      return only(real || whole, MachineOp::kNegative);
    case Op::positive:
      return only(real || whole, MachineOp::kCast);
    case Op::absolute:
      if (kind(dtype) == 'u') return MachineOp::kCast;
      return only(real || is_short_integer(dtype), MachineOp::kAbsolute);
    case Op::fabs:
      return only(real, MachineOp::kAbsolute);
    case Op::maximum:
      return only(real || is_compared(dtype), MachineOp::kMaximum);
    case Op::minimum:
      return only(real || is_compared(dtype), MachineOp::kMinimum);
    case Op::fmax:
      return only(real || is_compared(dtype),
                  real ? MachineOp::kFmax : MachineOp::kMaximum);
    case Op::fmin:
      return only(real || is_compared(dtype),
                  real ? MachineOp::kFmin : MachineOp::kMinimum);
    case Op::clip:
      return only(real || is_compared(dtype), MachineOp::kClip);
    case Op::floor:
      return only(real, MachineOp::kFloor);
    case Op::ceil:
      return only(real, MachineOp::kCeil);
    case Op::trunc:
      return only(real, MachineOp::kTrunc);
    case Op::rint:
      return only(real, MachineOp::kRint);
    case Op::less:
      return only(real || whole || truth, MachineOp::kLess);
    case Op::less_equal:
      return only(real || whole || truth, MachineOp::kLessEqual);
    case Op::greater:
      return only(real || whole || truth, MachineOp::kGreater);
    case Op::greater_equal:
      return only(real || whole || truth, MachineOp::kGreaterEqual);
    case Op::equal:
      return only(real || whole || truth, MachineOp::kEqual);
    case Op::not_equal:
      return only(real || whole || truth, MachineOp::kNotEqual);
    case Op::isnan:
      return only(real, MachineOp::kIsNan);
    case Op::bitwise_and:
      return only(whole || truth, MachineOp::kAnd);
    case Op::bitwise_or:
      return only(whole || truth, MachineOp::kOr);
    case Op::bitwise_xor:
      return only(whole || truth, MachineOp::kXor);
    case Op::invert:
      return only(whole || truth, MachineOp::kInvert);
    case Op::logical_and:
      return only(truth, MachineOp::kAnd);
    case Op::logical_or:
      return only(truth, MachineOp::kOr);
    case Op::logical_xor:
      return only(truth, MachineOp::kXor);
    case Op::logical_not:
      return only(truth, MachineOp::kInvert);
    default:
      return MachineOp::kNone;
  }
}

}  // namespace

MachineOp machine_op(Op op, const LoopTypes& types) {
  if (op == Op::select) return machine_select(types.out[0]);
  for (int k = 1; k < info(op).nin; ++k)
    if (types.in[k] != types.in[0]) return MachineOp::kNone;
  return arithmetic(op, types.in[0]);
}

MachineOp machine_select(DType dtype) {
  return itemsize(dtype) <= 8 ? MachineOp::kSelect : MachineOp::kNone;
}

MachineOp machine_cast(DType from, DType to) {
  if (from == to) return MachineOp::kCast;
  if ((from == DType::kFloat32 && to == DType::kComplex64) ||
      (from == DType::kFloat64 && to == DType::kComplex128))
    return MachineOp::kCast;
  auto known = [](DType dtype) {
    return is_float(dtype) || is_integer(dtype) || dtype == DType::kBool;
  };
  if (!known(from) || !known(to)) return MachineOp::kNone;
  // Conversions are of int32.
  auto fits_int = [](DType dtype) {
    return itemsize(dtype) < 4 || dtype == DType::kInt32;
  };
  const bool converts = is_float(from) != is_float(to) &&
                        from != DType::kBool && to != DType::kBool;
  if (converts && !fits_int(is_float(from) ? to : from) &&
      !casts_small(from, to))
    return MachineOp::kNone;
  return MachineOp::kCast;
}

bool casts_small(DType from, DType to) {
  return (is_float(from) && to == DType::kInt64) ||
         (is_float(to) && from == DType::kInt64);
}

CompiledPass::CompiledPass(std::unique_ptr<CodeMemory> code, int64_t width)
    : code_(std::move(code)), width_(width) {}
CompiledPass::~CompiledPass() = default;

std::unique_ptr<CompiledPass> CompiledPass::of(const Pass& pass,
                                               VectorSet set) {
  const WrittenPass written = write_pass(pass, set);
  if (written.code.empty()) return nullptr;
  std::unique_ptr<CodeMemory> code = CodeMemory::of(written.code);
  if (!code) return nullptr;
  return std::unique_ptr<CompiledPass>(
      new CompiledPass(std::move(code), written.width));
}

std::unique_ptr<CompiledPass> CompiledPass::for_elements(const Pass& pass,
                                                         int64_t elements) {
  const VectorSet widest = vector_set_of_processor();
  std::unique_ptr<CompiledPass> code = of(pass, widest);
  if (code && code->width() > elements && widest != VectorSet::kAvx2)
    code = of(pass, VectorSet::kAvx2);
  return code;
}

void CompiledPass::run(char* const* pointers, int64_t n) const {
  using Function = void (*)(char* const*, int64_t);
  reinterpret_cast<Function>(const_cast<void*>(code_->data()))(pointers, n);
}

int64_t worth_of_machine_code() {
  static const int64_t worth = [] {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2")) return int64_t{-1};
    const char* text = std::getenv("TENORITE_MACHINE_CODE");
    const std::string_view mode = text && *text ? text : "auto";
    if (mode == "off") return int64_t{-1};
    if (mode == "always") return int64_t{0};
    TENORITE_CHECK(mode == "auto", ValueError,
                   "TENORITE_MACHINE_CODE is '%s'; it can be off, auto or "
                   "always",
                   text);
    return kWorth;
#else
    return int64_t{-1};
#endif
  }();
  return worth;
}

}  // namespace tenorite::cpu
