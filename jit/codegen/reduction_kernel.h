// SPDX-License-Identifier: Apache-2.0
// Kernels made of map, reduce and post-map expressions: ReductionKernel.
#pragma once

#include <optional>

#include "jit/codegen/kernel_call.h"
#include "jit/codegen/reduction_text.h"

namespace tenorite::jit {

class ReductionKernel {
 public:
  explicit ReductionKernel(ReductionDefinition definition);

  struct Call {
    KernelArguments arguments;
    std::optional<Dims> axes;  // none: all
    bool keepdims = false;
    Device fallback;  // where no argument is an array
    CompileScope compile_scope = nullptr;
  };
  // Inputs are broadcast, mapped, and reduced along the axes, in an order that
  // depends on shapes and layouts alone. results[k] becomes the k-th output,
  // given or new. ValueError for shapes and axes that do not fit and for no
  // elements without an identity, TypeError for dtypes.
  void operator()(const Call& call, ndarray* results);
  // The text that such a call has on a kind of device; nothing is run.
  KernelSource source(const Call& call, DeviceType target);

  const ReductionDefinition& definition() const { return definition_; }
  KernelMemo& memo() { return memo_; }

 private:
  struct Work;
  bool prepare(const Call& call, DeviceType target, Device device,
               ndarray* results, Work& work) const;
  void launch(const Work& work, const CompiledKernel& compiled, Device device);
  CompiledKernel compile_variant(const ReductionVariant& variant,
                                 Device device) const;

  const ReductionDefinition definition_;
  const int reduce_bytes_;  // of a reduce_type that is known; else 0
  const bool heavy_, uses_in_, uses_out_;  // _in_ind, _out_ind
  KernelMemo memo_;
};

}  // namespace tenorite::jit
