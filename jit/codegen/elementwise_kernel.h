// SPDX-License-Identifier: Apache-2.0
// Kernels made of a body for one element: ElementwiseKernel, and whatever else
// turns into such a body.
#pragma once

#include "jit/codegen/elementwise_text.h"
#include "jit/codegen/kernel_call.h"

namespace tenorite::jit {

class ElementwiseKernel {
 public:
  explicit ElementwiseKernel(ElementwiseDefinition definition);

  struct Call {
    KernelArguments arguments;
    int64_t size = -1;  // of the loop, where every array is raw
    int block = 0;      // threads of a block; 0: what suits
    Device fallback;    // where no argument is an array
    CompileScope compile_scope = nullptr;
  };
  // Compiles what is not compiled yet and queues the kernel. results[k]
  // becomes the k-th output, given or new (in C order).
  // TypeError for dtypes that do not fit, ValueError for shapes.
  void operator()(const Call& call, ndarray* results);
  // The text that such a call has on a kind of device; nothing is run.
  KernelSource source(const Call& call, DeviceType target);

  const ElementwiseDefinition& definition() const { return definition_; }
  KernelMemo& memo() { return memo_; }

 private:
  struct Work;  // what a call comes to
  // False where there is nothing to do.
  bool prepare(const Call& call, DeviceType target, Device device,
               ndarray* results, Work& work) const;
  Device device_of(const Call& call) const;

  const ElementwiseDefinition definition_;
  const bool uses_index_, uses_indexer_, sets_indexer_, threads_, heavy_;
  KernelMemo memo_;
};

}  // namespace tenorite::jit
