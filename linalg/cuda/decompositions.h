// SPDX-License-Identifier: Apache-2.0
// Rows of CUDA's provider table: cuSOLVER, and cuBLAS for many small matrices,
// in the precision of the arrays.
#pragma once

#include "linalg/provider.h"

namespace tenorite::linalg::cuda {

EntryFunction<decltype(Provider::cholesky)> cholesky;
EntryFunction<decltype(Provider::solve)> solve;
EntryFunction<decltype(Provider::inverse)> inverse;
EntryFunction<decltype(Provider::determinant)> determinant;
EntryFunction<decltype(Provider::qr)> qr;
EntryFunction<decltype(Provider::eigh)> eigh;
EntryFunction<decltype(Provider::svd)> svd;

}  // namespace tenorite::linalg::cuda
