// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/scan/scan_kernels.cuh"

namespace tenorite::cuda {

// Arithmetic modulo 2^64 is that of every narrower integer type, too.
void scan_unsigned(const ScanArgs& args, cudaStream_t stream) {
  using Acc = unsigned long;
  switch (args.op) {
    case ScanOp::kAdd:
      return launch_scan<op::Add, Acc>(args, stream);
    case ScanOp::kMultiply:
      return launch_scan<op::Multiply, Acc>(args, stream);
    case ScanOp::kMaximum:
    case ScanOp::kFmax:
      return launch_scan<op::Maximum, Acc>(args, stream);
    case ScanOp::kMinimum:
    case ScanOp::kFmin:
      return launch_scan<op::Minimum, Acc>(args, stream);
    case ScanOp::kAnd:
      return launch_scan<op::BitwiseAnd, Acc>(args, stream);
    case ScanOp::kOr:
      return launch_scan<op::BitwiseOr, Acc>(args, stream);
    case ScanOp::kXor:
      return launch_scan<op::BitwiseXor, Acc>(args, stream);
  }
}

}  // namespace tenorite::cuda
