// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/scan/scan_kernels.cuh"

namespace tenorite::cuda {

// Only the order of signed integers differs from that of unsigned ones.
void scan_signed(const ScanArgs& args, cudaStream_t stream) {
  switch (args.op) {
    case ScanOp::kMaximum:
    case ScanOp::kFmax:
      return launch_scan<op::Maximum, long>(args, stream);
    case ScanOp::kMinimum:
    case ScanOp::kFmin:
      return launch_scan<op::Minimum, long>(args, stream);
    default:
      return scan_unsigned(args, stream);
  }
}

}  // namespace tenorite::cuda
