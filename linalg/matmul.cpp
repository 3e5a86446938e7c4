// SPDX-License-Identifier: Apache-2.0
#include "linalg/matmul.h"

#include <algorithm>

#include "core/error.h"
#include "linalg/multiply.h"

namespace tenorite::linalg {
namespace {

struct Rule {
  const char* name;
  const char* signature;
  bool has_n;     // the first operand has rows
  bool has_m;     // the second operand has columns
  bool flexible;  // 1-d operands lack them
  bool conjugate;
};
constexpr Rule kRules[] = {
    {"matmul", "(n?,k),(k,m?)->(n?,m?)", true, true, true, false},
    {"vecdot", "(n),(n)->()", false, false, false, true},
    {"matvec", "(m,n),(n)->(m)", true, false, false, false},
    {"vecmat", "(n),(n,m)->(m)", false, true, false, true},
};

// A product whose operands have passed NumPy's checks.
struct Call {
  const Rule& rule;
  const ndarray& a;
  const ndarray& b;
  const ProductOptions& options;
  DType dtype;
  bool has_n, has_m;
  Dims batch;
  Dims core;  // of the result

  int batch_ndim_a() const { return a.ndim() - 1 - has_n; }
  int batch_ndim_b() const { return b.ndim() - 1 - has_m; }
  int batch_ndim_out() const { return options.out->ndim() - core.size(); }
};

void check_cast(const Rule& rule, const char* which, DType from, DType to,
                Casting casting) {
  if (from == to || can_cast(from, to, casting)) return;
  throw UFuncTypeError(
      format("Cannot cast ufunc '%s' %s from dtype('%s') to dtype('%s') with "
             "casting rule '%s'",
             rule.name, which, name(from), name(to), name(casting)));
}

DType compute_dtype(const Rule& rule, const ndarray& a, const ndarray& b,
                    const ProductOptions& options) {
  DType dtype = options.dtype.value_or(promote_types(a.dtype(), b.dtype()));
  check_cast(rule, "input 0", a.dtype(), dtype, options.casting);
  check_cast(rule, "input 1", b.dtype(), dtype, options.casting);
  if (options.out)
    check_cast(rule, "output", dtype, options.out->dtype(), options.casting);
  return dtype;
}

// Drops flexible core dimensions for the sake of an operand with too few.
void fit_core(Call& call, const ndarray& x, bool* first, bool* second,
              int others, const char* which) {
  auto needed = [&] {
    return others + (first && *first) + (second && *second);
  };
  if (call.rule.flexible)
    for (bool* flag : {first, second})
      if (flag && x.ndim() < needed()) *flag = false;
  TENORITE_CHECK(x.ndim() >= needed(), ValueError,
                 "%s: %s does not have enough dimensions (has %d, gufunc core "
                 "with signature %s requires %d)",
                 call.rule.name, which, x.ndim(), call.rule.signature,
                 needed());
}

void check_core(const Rule& rule, const char* which, int dimension,
                int64_t found, int64_t expected) {
  TENORITE_CHECK(found == expected, ValueError,
                 "%s: %s has a mismatch in its core dimension %d, with gufunc "
                 "signature %s (size %lld is different from %lld)",
                 rule.name, which, dimension, rule.signature,
                 static_cast<long long>(found),
                 static_cast<long long>(expected));
}

void resolve_core(Call& call) {
  const ndarray& a = call.a;
  const ndarray& b = call.b;
  const ndarray* out = call.options.out;
  fit_core(call, a, &call.has_n, nullptr, 1, "Input operand 0");
  fit_core(call, b, nullptr, &call.has_m, 1, "Input operand 1");
  if (out)
    fit_core(call, *out, &call.has_n, &call.has_m, 0, "Output operand 0");
  check_core(call.rule, "Input operand 1", 0, b.shape(call.batch_ndim_b()),
             a.shape(a.ndim() - 1));
  if (call.has_n) call.core.push_back(a.shape(a.ndim() - 2));
  if (call.has_m) call.core.push_back(b.shape(b.ndim() - 1));
  if (!out) return;
  for (int i = 0; i < call.core.size(); ++i)
    check_core(call.rule, "Output operand 0", i,
               out->shape(call.batch_ndim_out() + i), call.core[i]);
}

// The shape of an operand over the axes of the iteration, -1 for those that it
// lacks. NumPy prints them as newaxis.
Dims remapped(const ndarray& x, int batch_ndim, const Call& call,
              bool with_core) {
  int n = call.batch.size();
  Dims dims(n + call.core.size(), -1);
  for (int i = 0; i < batch_ndim; ++i) dims[n - batch_ndim + i] = x.shape(i);
  for (int i = 0; with_core && i < call.core.size(); ++i)
    dims[n + i] = x.shape(batch_ndim + i);
  return dims;
}

// As NumPy prints them, which is not quite as Python prints a tuple.
std::string newaxis_text(const Dims& dims) {
  int first = 0;
  while (first < dims.size() && dims[first] < 0) ++first;
  std::string text = "(";
  for (int i = first; i < dims.size(); ++i) {
    if (i > first) text += ',';
    text += dims[i] < 0 ? "newaxis" : std::to_string(dims[i]);
  }
  return text + (dims.size() == 1 && first == 0 ? ",)" : ")");
}

[[noreturn]] void throw_not_broadcastable(const Call& call) {
  auto entry = [&](const ndarray& x, int batch_ndim, bool with_core) {
    return to_compact_string(x.shape()) + "->" +
           newaxis_text(remapped(x, batch_ndim, call, with_core)) + " ";
  };
  std::string text =
      "operands could not be broadcast together with remapped shapes "
      "[original->remapped]: " +
      entry(call.a, call.batch_ndim_a(), false) +
      entry(call.b, call.batch_ndim_b(), false);
  if (call.options.out)
    text += entry(*call.options.out, call.batch_ndim_out(), true);
  Dims requested(call.batch.size(), -1);
  for (int64_t n : call.core) requested.push_back(n);
  throw ValueError(text + " and requested shape " + newaxis_text(requested));
}

// NumPy prints the remapped output backwards.
[[noreturn]] void throw_output_too_small(const Call& call) {
  const ndarray& out = *call.options.out;
  Dims dims = remapped(out, call.batch_ndim_out(), call, true);
  std::reverse(dims.begin(), dims.end());
  Dims shape = call.batch;
  for (int64_t n : call.core) shape.push_back(n);
  throw ValueError(
      format("non-broadcastable output operand with shape %s [remapped to %s] "
             "doesn't match the broadcast shape %s",
             to_compact_string(out.shape()).c_str(), newaxis_text(dims).c_str(),
             to_compact_string(shape).c_str()));
}

void resolve_batch(Call& call) {
  const ndarray* out = call.options.out;
  const Dims dims[] = {
      Dims(call.a.shape().data(), call.batch_ndim_a()),
      Dims(call.b.shape().data(), call.batch_ndim_b()),
      out ? Dims(out->shape().data(), call.batch_ndim_out()) : Dims()};
  int ndim = std::max({dims[0].size(), dims[1].size(), dims[2].size()});
  call.batch = Dims(ndim, 1);
  bool fits = true;
  for (const Dims& d : dims) fits = fits && broadcast_into(call.batch, d);
  if (!fits) throw_not_broadcastable(call);
  if (!out) return;
  int missing = ndim - dims[2].size();
  for (int i = ndim - 1; i >= 0; --i) {
    if (call.batch[i] == 1) continue;
    TENORITE_CHECK(i >= missing, ValueError,
                   "output operand requires a reduction along dimension -1, "
                   "but the reduction is not enabled. The dimension size of 1 "
                   "does not match the expected output shape.");
    if (dims[2][i - missing] == 1) throw_output_too_small(call);
  }
}

// A view with the batch axes of the call, then exactly two more. A core axis
// that the operand lacks has length 1.
ndarray stacked(const ndarray& x, const Call& call, bool has_first,
                bool has_second) {
  int n = call.batch.size();
  int own = x.ndim() - has_first - has_second;
  Dims shape(n + 2, 1), strides(n + 2, 0);
  for (int i = 0; i < own; ++i) {
    shape[n - own + i] = x.shape(i);
    strides[n - own + i] = x.stride(i);
  }
  if (has_first) {
    shape[n] = x.shape(own);
    strides[n] = x.stride(own);
  }
  if (has_second) {
    shape[n + 1] = x.shape(own + has_first);
    strides[n + 1] = x.stride(own + has_first);
  }
  for (int i = 0; i < n; ++i)
    if (shape[i] == 1) strides[i] = 0;
  return x.view(0, std::move(shape), std::move(strides));
}

// NumPy's iterator orders the batch axes as the operands have them in memory;
// the core axes, which no operand has, stay last in C order.
ndarray new_result(const Call& call, const ndarray& a, const ndarray& b) {
  Dims shape = call.batch;
  for (int64_t n : call.core) shape.push_back(n);
  Device device = call.a.device();
  ops::Order order = call.options.order;
  if (order == ops::Order::kA) {
    bool all_f = call.a.is_f_contiguous() && call.b.is_f_contiguous();
    bool all_c = call.a.is_c_contiguous() && call.b.is_c_contiguous();
    order = all_f && !all_c ? ops::Order::kF : ops::Order::kC;
  }
  if (order == ops::Order::kF)
    return ndarray::deferred(shape, call.dtype, device,
                             f_strides(shape, itemsize(call.dtype)));
  if (order == ops::Order::kC || call.batch.size() < 2)
    return ndarray::deferred(shape, call.dtype, device);
  Dims of_a(shape.size(), 0), of_b(shape.size(), 0);
  for (int i = 0; i < call.batch.size(); ++i) {
    of_a[i] = a.stride(i);
    of_b[i] = b.stride(i);
  }
  const int64_t* strides[] = {of_a.data(), of_b.data()};
  int axes[kMaxDims];
  k_order(shape.size(), shape.data(), strides, 2, axes);
  return ndarray::deferred(shape, call.dtype, device,
                           strides_in_order(shape, itemsize(call.dtype), axes));
}

}  // namespace

ndarray product(Product kind, const ndarray& a, const ndarray& b,
                const ProductOptions& options) {
  const Rule& rule = kRules[static_cast<int>(kind)];
  const ndarray* out = options.out;
  const ndarray* arrays[] = {&a, &b, out};
  ops::common_device(arrays, 3);
  TENORITE_CHECK(!out || out->writeable(), ValueError,
                 "output array is read-only");
  DType dtype = compute_dtype(rule, a, b, options);
  Call call{rule, a, b, options, dtype, rule.has_n, rule.has_m, {}, {}};
  resolve_core(call);
  resolve_batch(call);

  ndarray left = stacked(a, call, call.has_n, true);
  ndarray right = stacked(b, call, true, call.has_m);
  bool direct = out && out->dtype() == dtype && !may_share_memory(*out, a) &&
                !may_share_memory(*out, b) && !wants_own_result(left, *out);
  ndarray result = direct ? *out : new_result(call, left, right);
  multiply(left, right, stacked(result, call, call.has_n, call.has_m),
           options.reports ? rule.name : nullptr, rule.conjugate);
  if (!out || direct) return result;
  ops::copy_into(*out, result, Casting::kUnsafe);
  return *out;
}

}  // namespace tenorite::linalg
