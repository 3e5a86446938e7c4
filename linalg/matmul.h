// SPDX-License-Identifier: Apache-2.0
// Matrix products with NumPy's rules and errors.
#pragma once

#include <optional>

#include "core/ndarray.h"
#include "ops/api/ops.h"

namespace tenorite::linalg {

// NumPy's generalised ufuncs: matmul (n?,k),(k,m?)->(n?,m?), vecdot
// (n),(n)->(), matvec (m,n),(n)->(m), vecmat (n),(n,m)->(m). vecdot and vecmat
// conjugate their first operand.
enum class Product : uint8_t { kMatmul, kVecdot, kMatvec, kVecmat };

struct ProductOptions {
  const ndarray* out = nullptr;
  std::optional<DType> dtype;  // of the computation; default: promotion
  Casting casting = Casting::kSameKind;
  ops::Order order = ops::Order::kK;
  bool reports = true;  // floating-point errors
};

// Returns *options.out or a new array. ValueError on shapes, TypeError on
// casts, as the ufunc of that name.
ndarray product(Product kind, const ndarray& a, const ndarray& b,
                const ProductOptions& options = {});

inline ndarray matmul(const ndarray& a, const ndarray& b,
                      const ndarray* out = nullptr) {
  ProductOptions options;
  options.out = out;
  return product(Product::kMatmul, a, b, options);
}

// numpy.dot: contracts the last axis of `a` with the second last of `b` (its
// only one if 1-d); multiplies when one is 0-d. `out` must be exactly the
// array that would be returned.
ndarray dot(const ndarray& a, const ndarray& b, const ndarray* out = nullptr);
// numpy.inner: contracts the last axes.
ndarray inner(const ndarray& a, const ndarray& b);
// numpy.vdot: the 0-d product of both flattened, `a` conjugated.
ndarray vdot(const ndarray& a, const ndarray& b);

}  // namespace tenorite::linalg
