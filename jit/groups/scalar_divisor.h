// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "ops/device/scalar_divisor.h"

namespace tenorite::jit {

// For float and double. Where products do not give all quotients by y, as for
// one of thirteen, or it is near the ends of the range, none is found so.
template <class T>
ScalarDivisor<T> scalar_divisor(T y);

}  // namespace tenorite::jit
