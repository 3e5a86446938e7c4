// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "core/ndarray.h"

namespace tenorite {

// A Python number, which is weak in promotion.
struct WeakNumber {
  Weak weak = Weak::kNone;
  // kInt: sign and magnitude; `huge` when it does not fit 64 bits.
  bool negative = false;
  bool huge = false;
  uint64_t magnitude = 0;
  double re = 0;  // kFloat, kComplex; for kInt the nearest double
  double im = 0;
};

// The number in a dtype. OverflowError in NumPy's words when a Python integer
// does not fit an integer dtype.
Scalar to_scalar(const WeakNumber& number, DType dtype);
// The number in the dtype of NumPy's array of it: int64, or uint64 where only
// that holds it, float64 or complex128. OverflowError beyond 64 bits.
Scalar strong_scalar(const WeakNumber& number);
// The number stored as an item of an array: integer dtypes take int(number).
// ValueError for NaN, OverflowError for what does not fit, TypeError for a
// complex number among real ones; in Python's words.
Scalar item_scalar(const WeakNumber& number, DType dtype);
// The same for a NumPy scalar, of which int() is taken by signed dtypes alone.
Scalar item_scalar(const Scalar& value, DType dtype);
// Whether a Python integer fits an integer dtype.
bool fits(const WeakNumber& number, DType dtype);

// An element converted as astype would.
TENORITE_EXPORT Scalar cast_scalar(const Scalar& value, DType dtype);

Scalar make_scalar(bool value);
TENORITE_EXPORT Scalar make_scalar(int64_t value);
Scalar make_scalar(double value);
bool is_true(const Scalar& value);

}  // namespace tenorite
