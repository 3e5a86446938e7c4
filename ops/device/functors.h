// SPDX-License-Identifier: Apache-2.0
// Every functor that ops/table/op_table.def names.
#pragma once

#include "ops/device/arithmetic.h"
#include "ops/device/bits.h"
#include "ops/device/compare.h"
#include "ops/device/division.h"
#include "ops/device/exponential.h"
#include "ops/device/floating.h"
#include "ops/device/hyperbolic.h"
#include "ops/device/integer.h"
#include "ops/device/logical.h"
#include "ops/device/minmax.h"
#include "ops/device/power.h"
#include "ops/device/roots.h"
#include "ops/device/rounding.h"
#include "ops/device/special_bessel.h"
#include "ops/device/special_beta.h"
#include "ops/device/special_error.h"
#include "ops/device/special_gamma.h"
#include "ops/device/special_incomplete.h"
#include "ops/device/special_logistic.h"
#include "ops/device/trigonometric.h"
