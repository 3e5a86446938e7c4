// SPDX-License-Identifier: Apache-2.0
// How an array that is still to be computed comes about: the operations over
// its elements, from arrays that have, or will have, memory.
#pragma once

#include <cstddef>
#include <vector>

#include "ops/record/window.h"

namespace tenorite {

struct Expression {
  // One of these, or else a scalar.
  struct Input {
    int node = -1;
    int leaf = -1;
    Scalar scalar;
  };
  // Over all elements of the array; `dtype` is the result's.
  struct Node : OpCall {
    Input in[kMaxInputs];
    DType dtype{};
  };

  std::vector<Node> nodes;  // operands first; the last one makes the array
  std::vector<ndarray> leaves;
};

// Without nodes where the array comes about in another way, in more than `most`
// operations, or from what has changed since.
Expression expression_of(const Window& window, const ndarray& array,
                         size_t most);

// What is still to be computed, in C order, by a call of one result like this
// one, elementwise or a copy, from operands as they are now or will be;
// undefined where there is none.
ndarray result_of(const Window& window, const Instruction& call, DType dtype,
                  const Dims& shape);

}  // namespace tenorite
