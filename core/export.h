// SPDX-License-Identifier: Apache-2.0
// What the CUDA part uses of the host part. It is a shared library of its own
// (core/cuda_part.h); every other symbol is hidden.
#pragma once

#define TENORITE_EXPORT __attribute__((visibility("default")))
