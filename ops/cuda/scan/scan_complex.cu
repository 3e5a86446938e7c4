// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/scan/scan_kernels.cuh"

namespace tenorite::cuda {

void scan_complex(const ScanArgs& args, cudaStream_t stream) {
  using Acc = complex<double>;
  switch (args.op) {
    case ScanOp::kAdd:
      return launch_scan<op::Add, Acc>(args, stream);
    case ScanOp::kMultiply:
      return launch_scan<op::Multiply, Acc>(args, stream);
    case ScanOp::kMaximum:
      return launch_scan<op::Maximum, Acc>(args, stream);
    case ScanOp::kMinimum:
      return launch_scan<op::Minimum, Acc>(args, stream);
    case ScanOp::kFmax:
      return launch_scan<op::Fmax, Acc>(args, stream);
    case ScanOp::kFmin:
      return launch_scan<op::Fmin, Acc>(args, stream);
    default:
      return;  // bits of floating-point numbers are never scanned
  }
}

}  // namespace tenorite::cuda
