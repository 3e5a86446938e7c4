// SPDX-License-Identifier: Apache-2.0
#include "ops/plan/line_transforms.h"

namespace tenorite {
namespace {

LineTransform g_transforms[kNumLineKinds][2];

}  // namespace

void set_line_transform(LineKind kind, bool is_double,
                        LineTransform transform) {
  g_transforms[static_cast<int>(kind)][is_double] = transform;
}

LineTransform line_transform(LineKind kind, bool is_double) {
  return g_transforms[static_cast<int>(kind)][is_double];
}

}  // namespace tenorite
