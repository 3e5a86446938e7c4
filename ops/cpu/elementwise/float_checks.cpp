// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/elementwise/float_checks.h"

#include <algorithm>
#include <vector>

#include "ops/cpu/elementwise/float_classes.h"

namespace tenorite::cpu {
namespace {

// Inputs that a loop overwrites are kept by pieces of so many elements.
constexpr int64_t kPiece = 512;

FloatRule rule_of(Op op, const LoopTypes& types) {
  const DType dtype = types.in[0];
  switch (op) {
    case Op::floor_divide:
    case Op::remainder:
    case Op::fmod:
    case Op::divmod:
    case Op::reciprocal:
      if (!is_inexact(types.out[0])) return FloatRule::kDivisors;
      break;
    case Op::divide:  // integers are divided as doubles
      if (kind(types.out[0]) == 'f' && !is_short_float(types.out[0]))
        return FloatRule::kFlags;
      break;
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::square:
      if (is_inexact(dtype) && !is_short_float(dtype)) return FloatRule::kFlags;
      break;
    case Op::negative:
    case Op::positive:
    case Op::fabs:
    case Op::sign:
    case Op::conjugate:
    case Op::copysign:
    case Op::heaviside:
    case Op::spacing:
    case Op::frexp:
    case Op::modf:
    case Op::ceil:
    case Op::floor:
    case Op::trunc:
    case Op::rint:
    case Op::maximum:
    case Op::minimum:
    case Op::fmax:
    case Op::fmin:
    case Op::clip:
    case Op::select:
      return FloatRule::kNone;
    case Op::absolute:
      if (kind(dtype) != 'c') return FloatRule::kNone;
      break;
    default:
      break;
  }
  if (!is_inexact(types.out[0]) || !is_inexact(dtype)) return FloatRule::kNone;
  if (info(op).home == Home::Special) return FloatRule::kNone;
  const bool real = kind(dtype) == 'f' && !is_short_float(dtype);
  if (real && (op == Op::sqrt || op == Op::reciprocal))
    return FloatRule::kFlags;
  const bool direct = op == Op::divide || op == Op::reciprocal;
  return real || (direct && !is_short_float(dtype)) ? FloatRule::kValues
                                                    : FloatRule::kScan;
}

bool is_minus_one(DType dtype, const char* at) {
  return kind(dtype) == 'i' && std::all_of(at, at + itemsize(dtype),
                                           [](char c) { return c == '\xff'; });
}
bool is_smallest(DType dtype, const char* at) {
  const char* last = at + itemsize(dtype) - 1;
  return kind(dtype) == 'i' && *last == '\x80' &&
         std::all_of(at, last, [](char c) { return c == 0; });
}

}  // namespace

FloatCheck::FloatCheck(Op op, const LoopTypes& types) {
  rule_ = rule_of(op, types);
  nin_ = static_cast<uint8_t>(info(op).nin);
  nout_ = static_cast<uint8_t>(info(op).nout);
  std::copy_n(types.out, nout_, dtype_);
  std::copy_n(types.in, nin_, dtype_ + nout_);
  switch (op) {
    case Op::log:
    case Op::log2:
    case Op::log10:
    case Op::log1p:
    case Op::arctan:  // of complex numbers
    case Op::arctanh:
      pole_ = Pole::kAlways;
      break;
    case Op::divide:
    case Op::floor_divide:
    case Op::divmod:
    case Op::reciprocal:  // of integers: they have quotients, remainders do not
      pole_ = Pole::kDivisor;
      break;
    case Op::power:
    case Op::float_power:
      pole_ = Pole::kBase;
      break;
    default:
      break;
  }
}

FloatCheck::FloatCheck(DType from, DType to) {
  if (from == to || to == DType::kBool) return;
  if (is_inexact(from)) {
    const size_t part_to = itemsize(to) / (kind(to) == 'c' ? 2 : 1);
    const size_t part_from = itemsize(from) / (kind(from) == 'c' ? 2 : 1);
    const bool narrows = is_short_float(to) || part_to < part_from;
    if (is_inexact(to) && !narrows) return;
  } else if (to != DType::kFloat16 || itemsize(from) == 1) {
    return;  // float16 alone is too small for integers, of two bytes and more
  }
  rule_ = is_short_float(to) ? FloatRule::kScan : FloatRule::kFlags;
  nin_ = nout_ = 1;
  dtype_[0] = to;
  dtype_[1] = from;
}

struct FloatChecks {
  std::vector<FloatCheck> of[kNumOps];
  FloatCheck of_cast[kNumDTypes][kNumDTypes];
  FloatCheck none;

  FloatChecks() {
    for (int op = 0; op < kNumOps; ++op)
      for (const LoopTypes& types : info(static_cast<Op>(op)).loops)
        of[op].push_back(FloatCheck(static_cast<Op>(op), types));
    for (int from = 0; from < kNumDTypes; ++from)
      for (int to = 0; to < kNumDTypes; ++to)
        of_cast[from][to] =
            FloatCheck(static_cast<DType>(from), static_cast<DType>(to));
  }
};
namespace {
const FloatChecks& g_checks = *new FloatChecks;
}

const FloatCheck& FloatCheck::none() { return g_checks.none; }
const FloatCheck& FloatCheck::of(Op op, int loop) {
  return g_checks.of[static_cast<int>(op)][static_cast<size_t>(loop)];
}
const FloatCheck& FloatCheck::of_cast(DType from, DType to) {
  return g_checks.of_cast[static_cast<int>(from)][static_cast<int>(to)];
}

FloatErrors FloatCheck::run_and_look(CpuLoop loop, char** data,
                                     const int64_t* strides, int64_t n,
                                     unsigned* error, FloatErrors wanted,
                                     const char* mask,
                                     int64_t mask_stride) const {
  if (overwrites_inputs(data)) [[unlikely]]
    return run_in_pieces(loop, data, strides, n, error, wanted, mask,
                         mask_stride);
  clear_float_flags();
  loop(data, strides, n, error);
  const FloatErrors flags = float_flags() & wanted;
  if (rule_ <= FloatRule::kValues) {
    if (!flags) [[likely]]
      return 0;
  } else if (!has_suspects(data, strides, n)) {
    return flags & kUnderflow;
  }
  const FloatErrors found =
      look(data, strides, n, wanted, mask, mask_stride) & wanted;
  // Underflow is what the flag says, of results that are near zero; the rest is
  // exact.
  return flags & kUnderflow ? found : found & ~kUnderflow;
}

bool FloatCheck::overwrites_inputs(char* const* data) const {
  for (int out = 0; out < nout_; ++out)
    for (int in = nout_; in < nout_ + nin_; ++in)
      if (data[out] == data[in]) return true;
  return false;
}

FloatErrors FloatCheck::run_in_pieces(CpuLoop loop, char** data,
                                      const int64_t* strides, int64_t n,
                                      unsigned* error, FloatErrors wanted,
                                      const char* mask,
                                      int64_t mask_stride) const {
  alignas(64) char kept[kMaxInputs][kPiece * 16];
  FloatErrors found = 0;
  for (int64_t begin = 0; begin < n; begin += kPiece) {
    const int64_t length = std::min(kPiece, n - begin);
    char* piece[kMaxOutputs + kMaxInputs];
    int64_t steps[kMaxOutputs + kMaxInputs];
    for (int k = 0; k < nout_ + nin_; ++k) {
      piece[k] = data[k] + begin * strides[k];
      steps[k] = strides[k];
      if (k < nout_ || std::none_of(
                           data, data + nout_,
                           [&](const char* out) { return out == data[k]; }))
        continue;
      const auto size = static_cast<int64_t>(itemsize(dtype_[k]));
      char* pair[] = {kept[k - nout_], piece[k]};
      const int64_t pair_steps[] = {size, strides[k]};
      unsigned none = 0;
      move_loop(itemsize(dtype_[k]))(pair, pair_steps, length, &none);
      piece[k] = pair[0];
      steps[k] = size;
    }
    found |= run(loop, piece, steps, length, error, wanted,
                 mask ? mask + begin * mask_stride : nullptr, mask_stride);
  }
  return found;
}

bool FloatCheck::has_suspects(char* const* data, const int64_t* strides,
                              int64_t n) const {
  if (rule_ == FloatRule::kDivisors) {
    const int divisor = nout_ + nin_ - 1;
    return has_rare_divisors(dtype_[divisor], data[divisor], strides[divisor],
                             n);
  }
  for (int k = 0; k < nout_; ++k)
    if (has_nonfinite(dtype_[k], data[k], strides[k], n)) return true;
  return false;
}

FloatErrors FloatCheck::look(char* const* data, const int64_t* strides,
                             int64_t n, FloatErrors wanted, const char* mask,
                             int64_t mask_stride) const {
  FloatErrors found = 0;
  for (int64_t i = 0; i < n && (found & wanted) != wanted; ++i) {
    if (mask && !mask[i * mask_stride]) continue;
    const int last = nout_ + nin_ - 1;
    auto at = [&](int k) { return data[k] + i * strides[k]; };
    if (rule_ == FloatRule::kDivisors) {
      if (class_of(dtype_[last], at(last)) & kZero)
        found |= nin_ == 1 ? kDivideByZero | kInvalid : kDivideByZero;
      else if (nin_ == 2 && pole_ == Pole::kDivisor &&
               is_minus_one(dtype_[last], at(last)) &&
               is_smallest(dtype_[nout_], at(nout_)))
        found |= kOverflow;
      continue;
    }
    unsigned result = 0, input = 0;
    for (int k = 0; k < nout_; ++k) result |= class_of(dtype_[k], at(k));
    if (!(result & (kNan | kInfinite | kTiny | kZero))) continue;
    for (int k = nout_; k <= last; ++k) input |= class_of(dtype_[k], at(k));
    if (!is_inexact(dtype_[0])) {  // a cast that the mask restricts
      if (input & (kNan | kInfinite)) found |= kInvalid;
      continue;
    }
    if ((result & kNan) && !(input & kNan)) found |= kInvalid;
    if (result & kInfinite) {
      const bool by_zero = pole_ == Pole::kAlways ||
                           (pole_ == Pole::kDivisor &&
                            (class_of(dtype_[last], at(last)) & kZero)) ||
                           (pole_ == Pole::kBase &&
                            (class_of(dtype_[nout_], at(nout_)) & kZero));
      if (!(input & (kNan | kInfinite)))
        found |= by_zero ? kDivideByZero : kOverflow;
      else if (pole_ == Pole::kBase && by_zero && !(input & kNan))
        found |= kDivideByZero;  // 0 ** -inf
    }
    if ((result & kTiny) || ((result & kZero) && !(input & kZero)))
      found |= kUnderflow;
  }
  return found;
}

}  // namespace tenorite::cpu
