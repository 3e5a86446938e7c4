// SPDX-License-Identifier: Apache-2.0
// The kernels of each elementwise loop, and their registration.
#pragma once

#include "ops/cuda/elementwise/contiguous.cuh"
#include "ops/cuda/elementwise/converting.cuh"
#include "ops/cuda/elementwise/strided.cuh"
#include "ops/table/shared_loop.h"

namespace tenorite::cuda {

template <class Loop>
inline constexpr bool kIsSingly = false;
template <class F, class... T>
  requires F::kSingly
inline constexpr bool kIsSingly<FunctorLoop<F, T...>> = true;

// The converting kernel serves any layout where the functor takes most of the
// time, and is the only one where it is long besides.
template <class Loop, bool heavy>
CudaLoop make_loop() {
  if constexpr (kIsSingly<Loop>) {
    return {{}, {}, single_loop<Loop>()};
  } else {
    using Same = SameLoop<Loop>;
    using Shared = SharedLoop<typename Same::type>;
    CudaLoop loop{contiguous_loop<Shared, heavy>(),
                  {},
                  converting_loop<typename Same::type, heavy>(),
                  Same::kSwapped};
    if constexpr (!heavy) loop.strided = strided_loop<Shared>();
    return loop;
  }
}

template <Op op, size_t... I>
const CudaLoop* make_loops(std::index_sequence<I...>) {
  static const CudaLoop loops[] = {make_loop<LoopOf<op, I>, kIsHeavy<op>>()...};
  return loops;
}

struct RegisterLoops {
  template <Op op>
  void operator()() const {
    register_loops(op,
                   make_loops<op>(std::make_index_sequence<kLoopCount<op>>()));
  }
};

// Registers every operation of a family of the op table.
template <class Family>
bool register_family() {
  for_each_op_of<Family>(RegisterLoops());
  return true;
}

}  // namespace tenorite::cuda
