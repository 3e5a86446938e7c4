// SPDX-License-Identifier: Apache-2.0
// Rows of the CPU's provider table: LAPACK in double precision, which single
// precision is rounded from, as in NumPy.
#pragma once

#include "linalg/provider.h"

namespace tenorite::linalg::cpu {

EntryFunction<decltype(Provider::cholesky)> cholesky;
EntryFunction<decltype(Provider::solve)> solve;
EntryFunction<decltype(Provider::inverse)> inverse;
EntryFunction<decltype(Provider::determinant)> determinant;
EntryFunction<decltype(Provider::qr)> qr;
EntryFunction<decltype(Provider::eigh)> eigh;
EntryFunction<decltype(Provider::svd)> svd;
EntryFunction<decltype(Provider::eig)> eig;
EntryFunction<decltype(Provider::lstsq)> lstsq;

}  // namespace tenorite::linalg::cpu
