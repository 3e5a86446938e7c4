// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/plan/registry.h"

namespace tenorite::cpu {

// The CPU half of DeviceOps; ops/plan/device_ops.def says what each must do.
#define TENORITE_DECLARE_0(declaration)
#define TENORITE_DECLARE_1(declaration) declaration;
#define TENORITE_DEVICE_OP(cpu, cuda, result, name, parameters) \
  TENORITE_DECLARE_##cpu(result name parameters)
#include "ops/plan/device_ops.def"
#undef TENORITE_DEVICE_OP
#undef TENORITE_DECLARE_0
#undef TENORITE_DECLARE_1

}  // namespace tenorite::cpu
