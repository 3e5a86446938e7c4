// SPDX-License-Identifier: Apache-2.0
#include "linalg/multiply.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string_view>
#include <vector>

#include "core/aside.h"
#include "core/assert.h"
#include "core/float_state.h"
#include "core/stream.h"
#include "linalg/provider.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"
#include "ops/record/short_axes.h"
#include "ops/record/submit.h"
#include "ops/record/truths.h"

namespace tenorite::linalg {

constinit std::atomic<MatmulPrecision> g_matmul_precision{
    MatmulPrecision::kHighest};
constinit thread_local std::optional<MatmulPrecision> t_matmul_precision;
namespace {

// The last two axes of an array, strides in elements.
struct Matrix {
  int64_t rows, cols;
  int64_t row_stride, col_stride;

  explicit Matrix(const ndarray& x)
      : rows(x.shape(x.ndim() - 2)),
        cols(x.shape(x.ndim() - 1)),
        row_stride(x.stride(x.ndim() - 2) / item(x)),
        col_stride(x.stride(x.ndim() - 1) / item(x)) {}
  static int64_t item(const ndarray& x) {
    return static_cast<int64_t>(x.itemsize());
  }
  // Rows of contiguous elements, one after the other in memory. An axis of
  // length one may have any stride.
  bool is_row_major() const {
    return (cols == 1 || col_stride == 1) && (rows == 1 || row_stride >= cols);
  }
  bool is_column_major() const {
    return (rows == 1 || row_stride == 1) && (cols == 1 || col_stride >= rows);
  }
  int64_t row_major_ld() const { return rows == 1 ? cols : row_stride; }
  int64_t column_major_ld() const { return cols == 1 ? rows : col_stride; }
};

// Whether all elements are at multiples of the itemsize. Library kernels want
// more of a complex number than the alignment of its parts.
bool is_element_aligned(const ndarray& x) {
  auto item = static_cast<int64_t>(x.itemsize());
  if (x.address() % item != 0) return false;
  for (int i = 0; i < x.ndim(); ++i)
    if (x.shape(i) > 1 && x.stride(i) % item != 0) return false;
  return true;
}

bool is_readable_in_place(const ndarray& x) {
  if (!is_element_aligned(x)) return false;
  Matrix matrix(x);
  return matrix.is_row_major() || matrix.is_column_major();
}

ndarray matrix_transpose(const ndarray& x) {
  Dims shape = x.shape(), strides = x.strides();
  int n = x.ndim();
  std::swap(shape[n - 1], shape[n - 2]);
  std::swap(strides[n - 1], strides[n - 2]);
  return x.view(0, std::move(shape), std::move(strides));
}

// `x` in a dtype and layout that BLAS reads. Broadcast batch axes stay so: one
// element along them is copied, not all.
ndarray prepare(const ndarray& x, DType dtype) {
  bool in_place = is_readable_in_place(x) && !may_hold_other_bytes(x);
  if (in_place && x.dtype() == dtype) return x;
  Dims shape = x.shape();
  for (int i = 0; i < x.ndim() - 2; ++i)
    if (x.stride(i) == 0) shape[i] = 1;
  ndarray source = x.view(0, shape, x.strides());
  ndarray copy = ops::astype(source, dtype,
                             in_place ? ops::Order::kK : ops::Order::kC, true);
  // Memory order may have put a batch axis innermost.
  if (!is_readable_in_place(copy)) copy = ops::copy(copy, ops::Order::kC);
  Dims strides = copy.strides();
  for (int i = 0; i < x.ndim() - 2; ++i)
    if (shape[i] == 1) strides[i] = 0;
  return copy.view(0, x.shape(), std::move(strides));
}

GemmOperand operand(const ndarray& x, bool conjugate) {
  Matrix matrix(x);
  if (conjugate)  // a row vector, which is also the column that is stored
    return {x.data(), matrix.cols == 1 ? 1 : matrix.col_stride,
            Transpose::kConjugate};
  if (matrix.is_row_major())
    return {x.data(), matrix.row_major_ld(), Transpose::kNo};
  return {x.data(), matrix.column_major_ld(), Transpose::kYes};
}

// Products of numbers from which a result is made aside, and from which it is
// even where that costs a copy: some 30 ms, and 100 ms, of one core or two.
constexpr double kAside = 1LL << 30, kAsideCopied = 1LL << 32;

double products(const ndarray& a, const ndarray& c) {
  return static_cast<double>(c.size()) *
         static_cast<double>(a.shape(a.ndim() - 1));
}

bool takes_long(const ndarray& a, const ndarray& c) {
  return c.device().is_cpu() && products(a, c) >= kAside;
}

int64_t batch_stride(const ndarray& x, int axis) {
  return x.shape(axis) == 1 ? 0 : x.stride(axis) / Matrix::item(x);
}

// The batch axes in the order of c's memory, merged where all three step
// evenly.
void plan_batch(const ndarray& a, const ndarray& b, const ndarray& c,
                GemmPlan& plan) {
  int axes[kMaxDims];
  int n = 0;
  for (int i = 0; i < c.ndim() - 2; ++i)
    if (c.shape(i) != 1) axes[n++] = i;
  std::stable_sort(axes, axes + n, [&](int x, int y) {
    return std::llabs(c.stride(x)) > std::llabs(c.stride(y));
  });
  int last = -1;
  for (int j = 0; j < n; ++j) {
    int64_t length = c.shape(axes[j]);
    int64_t stride_a = batch_stride(a, axes[j]);
    int64_t stride_b = batch_stride(b, axes[j]);
    int64_t stride_c = batch_stride(c, axes[j]);
    bool merges = last >= 0 && plan.batch_a[last] == stride_a * length &&
                  plan.batch_b[last] == stride_b * length &&
                  plan.batch_c[last] == stride_c * length;
    if (merges) {
      plan.batch_shape[last] *= length;
    } else {
      plan.batch_shape[++last] = length;
    }
    plan.batch_a[last] = stride_a;
    plan.batch_b[last] = stride_b;
    plan.batch_c[last] = stride_c;
  }
  plan.batch_ndim = last + 1;
}

// Batches that share b and follow one another in a and c are one tall matrix.
void fold_batch_into_rows(GemmPlan& plan) {
  if (plan.a.transpose != Transpose::kNo) return;
  for (int j = plan.batch_ndim - 1; j >= 0; --j) {
    int64_t step_a = plan.batch_a[j], step_c = plan.batch_c[j];
    bool follows = plan.m == 1 ? step_a >= plan.k && step_c >= plan.n
                               : step_a == plan.m * plan.a.ld &&
                                     step_c == plan.m * plan.ldc;
    if (plan.batch_b[j] != 0 || !follows) continue;
    if (plan.m == 1) {
      plan.a.ld = step_a;
      plan.ldc = step_c;
    }
    plan.m *= plan.batch_shape[j];
    --plan.batch_ndim;
    for (int i = j; i < plan.batch_ndim; ++i) {
      plan.batch_shape[i] = plan.batch_shape[i + 1];
      plan.batch_a[i] = plan.batch_a[i + 1];
      plan.batch_b[i] = plan.batch_b[i + 1];
      plan.batch_c[i] = plan.batch_c[i + 1];
    }
  }
}

// What Instruction::loop says of a product.
struct ProductCall {
  const char* name;  // of its floating-point errors, or null
  bool conjugate_a;
  MatmulPrecision precision;

  static constexpr const char* kNames[] = {nullptr,  "matmul", "vecdot",
                                           "matvec", "vecmat", "dot"};
  static constexpr int kConjugate = 8, kTf32 = 16;

  int pack() const {
    const auto at =
        std::find_if(std::begin(kNames), std::end(kNames), [&](const char* n) {
          return n && name ? std::string_view(n) == name : n == name;
        });
    TENORITE_ASSERT(at != std::end(kNames), "a product has no such name");
    return static_cast<int>(at - kNames) | (conjugate_a ? kConjugate : 0) |
           (precision == MatmulPrecision::kTf32 ? kTf32 : 0);
  }
  static ProductCall of(int loop) {
    return {kNames[loop % kConjugate], (loop & kConjugate) != 0,
            loop & kTf32 ? MatmulPrecision::kTf32 : MatmulPrecision::kHighest};
  }
};

// At once, of operands that are ready on the stream, with the floating-point
// errors of what is recorded or of the call.
void run(const ndarray& a, const ndarray& b, const ndarray& c,
         const ProductCall& call) {
  Matrix result(c);
  GemmPlan plan;
  plan.dtype = c.dtype();
  plan.m = result.rows;
  plan.n = result.cols;
  plan.k = a.shape(a.ndim() - 1);
  plan.a = operand(a, call.conjugate_a);
  plan.b = operand(b, false);
  plan.c = c.data();
  plan.ldc = result.row_major_ld();
  plan_batch(a, b, c, plan);
  fold_batch_into_rows(plan);
  plan.batch = 1;
  for (int j = 0; j < plan.batch_ndim; ++j) plan.batch *= plan.batch_shape[j];
  plan.device = c.device();
  plan.stream = current_stream(plan.device);
  plan.precision = call.precision;
  const auto gemm = provider(plan.device).gemm;
  if (call.name && plan.device.is_cpu() &&
      (kind(plan.dtype) == 'f' || kind(plan.dtype) == 'c'))
    plan.wanted = float_state().reported & (kOverflow | kInvalid);
  FloatErrors found = 0;
  if (takes_long(a, c)) {
    // Work aside may outlive the call.
    const auto kept_found = std::make_shared<FloatErrors>(0);
    plan.found = kept_found.get();
    run_aside(
        [plan, gemm, kept = std::array{a, b, c}, kept_found] { gemm(plan); });
    found = *kept_found;
  } else {
    plan.found = &found;
    gemm(plan);
  }
  if (found) [[unlikely]]
    found_float_errors(call.name, found);
}

[[maybe_unused]] const bool registered = [] {
  register_multiply([](const Instruction& product) {
    run(*product.in[0].array, *product.in[1].array, *product.out[0],
        ProductCall::of(product.loop));
  });
  return true;
}();

// Of operands that a library can read. Recorded, unless it takes so long that
// one wants to interrupt it.
void run(const ndarray& a, const ndarray& b, const ndarray& c, bool conjugate_a,
         const char* name) {
  const ProductCall call{
      name, conjugate_a,
      t_matmul_precision.value_or(g_matmul_precision.load())};
  Instruction product;
  product.kind = Instruction::Kind::kProduct;
  product.loop = call.pack();
  product.nin = 2;
  product.nout = 1;
  product.in[0].array = &a;
  product.in[1].array = &b;
  product.out[0] = &c;
  if (takes_long(a, c))
    execute(product);
  else
    submit(product);
}

// Vectors of few items with many others: libraries are far from what memory
// allows there. The GPU's own operations are not, and may be recorded.
constexpr int64_t kFewTerms = 8;
constexpr int64_t kManyResults = 1 << 16;
bool has_few_terms(const ndarray& a, const ndarray& c) {
  const Matrix result(c);
  return !c.device().is_cpu() && a.shape(a.ndim() - 1) <= kFewTerms &&
         std::min(result.rows, result.cols) == 1 &&
         std::max(result.rows, result.cols) > 1 &&  // else linalg/cuda/dots.cu
         c.size() >= kManyResults &&
         (c.dtype() == DType::kFloat32 || c.dtype() == DType::kFloat64);
}

// One item of axes that have several others.
ndarray item_of(const ndarray& x, int axis, int64_t at) {
  Dims shape = x.shape();
  shape[axis] = 1;
  return x.view(at * x.stride(axis), std::move(shape), x.strides());
}

// c as the sum of its terms, one after the other, in float64.
void add_terms(const ndarray& a, const ndarray& b, const ndarray& c) {
  const int last = c.ndim() - 1;
  const int64_t k = a.shape(last);
  auto apply = [](Op op, const ndarray& x, const ndarray& y,
                  const ndarray* out) {
    const ops::Argument in[] = {&x, &y};
    ops::UfuncOptions options;
    options.out[0] = out;
    for (int operand = 0; operand < 3; ++operand)
      options.signature[operand] = DType::kFloat64;
    ndarray result;
    ops::ufunc(op, in, options, &result);
    return result;
  };
  const std::vector<ndarray> made = submit_narrow_positions(a);
  ndarray sum;
  for (int64_t at = 0; at < k; ++at) {
    const ndarray term = apply(
        Op::multiply,
        made.empty() ? item_of(a, last, at) : made[static_cast<size_t>(at)],
        item_of(b, last - 1, at), k == 1 ? &c : nullptr);
    sum =
        at == 0 ? term : apply(Op::add, sum, term, at + 1 == k ? &c : nullptr);
  }
}

// So are short rows times a vector, if they are many: the GPU's own folds read
// them as fast as memory gives them, and go on with what is made of the
// results.
constexpr int64_t kShortRow = 256;
bool has_short_rows(const ndarray& rows, const ndarray& vector,
                    const ndarray& c) {
  const DType dtype = c.dtype();
  return c.ndim() == 2 && c.shape(1) == 1 && c.size() >= kManyResults &&
         rows.shape(1) <= kShortRow && rows.stride(1) == Matrix::item(rows) &&
         (dtype == DType::kFloat32 || dtype == DType::kFloat64) &&
         rows.dtype() == dtype && vector.dtype() == dtype;
}
bool add_short_rows(const ndarray& rows, const ndarray& vector,
                    const ndarray& c) {
  if (!has_short_rows(rows, vector, c)) return false;
  const ndarray row = matrix_transpose(vector);
  const ops::Argument in[] = {&rows, &row};
  ndarray products;
  ops::ufunc(Op::multiply, in, {}, &products);
  ops::ReduceOptions options;
  options.axes = {1};
  options.keepdims = true;
  options.out = &c;
  ops::reduce(ReduceOp::sum, products, options);
  return true;
}

}  // namespace

bool wants_own_result(const ndarray& a, const ndarray& c) {
  return c.device().is_cpu() && products(a, c) >= kAsideCopied;
}

void multiply(const ndarray& a, const ndarray& b, const ndarray& c,
              const char* name, bool conjugate_a) {
  if (c.size() == 0) return;
  if (a.shape(a.ndim() - 1) == 0) {
    ops::fill(c, Scalar{c.dtype()});
    return;
  }
  if (!conjugate_a && has_few_terms(a, c)) {
    add_terms(a, b, c);
    return;
  }
  if (!conjugate_a && !c.device().is_cpu() &&
      (add_short_rows(a, b, c) ||
       add_short_rows(matrix_transpose(b), matrix_transpose(a),
                      matrix_transpose(c))))
    return;
  Matrix result(c);
  bool aligned = is_element_aligned(c);
  // As c.T = b.T @ a.T if that is how c lies in memory, and for a column,
  // because batches of rows fold into one matrix.
  bool column = result.cols == 1 && result.rows > 1 && result.row_stride == 1;
  if (aligned && !conjugate_a && result.is_column_major() &&
      (column || !result.is_row_major())) {
    if (!has_internal_overlap(c)) {
      run(prepare(matrix_transpose(b), c.dtype()),
          prepare(matrix_transpose(a), c.dtype()), matrix_transpose(c), false,
          name);
      return;
    }
  } else if (aligned && result.is_row_major() && !has_internal_overlap(c)) {
    bool conjugate = conjugate_a && kind(c.dtype()) == 'c';
    run(prepare(a, c.dtype()), prepare(b, c.dtype()), c, conjugate, name);
    return;
  }
  ndarray dense = ndarray::deferred(c.shape(), c.dtype(), c.device());
  multiply(a, b, dense, name, conjugate_a);
  ops::copy_into(c, dense, Casting::kUnsafe);
}

}  // namespace tenorite::linalg
