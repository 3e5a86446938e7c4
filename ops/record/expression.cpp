// SPDX-License-Identifier: Apache-2.0
#include "ops/record/expression.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <utility>

namespace tenorite {
namespace {

using Kind = Instruction::Kind;

class Reader {
 public:
  Reader(const Window& window, const Dims& space, size_t most)
      : window_(window), space_(space), most_(most) {}

  // The operand of an instruction, or of what follows all of them.
  std::optional<Expression::Input> read(int16_t view, int reader) {
    const int writer = last_writer(window_, window_.view(view).storage);
    if (writer >= reader) return {};  // it is another value by now
    Expression::Input input;
    if (writer >= 0) {
      const std::optional<int> node = make_node(view, writer);
      if (!node) return {};
      input.node = *node;
    }
    if (input.node < 0) input.leaf = leaf(view);
    return input;
  }

  Expression take() && { return std::move(found_); }

 private:
  // -1 where the result is best taken as it is.
  std::optional<int> make_node(int16_t view, int writer) {
    const auto known = nodes_.find(writer);
    if (known != nodes_.end()) return known->second;
    const WindowInstruction& i =
        window_.instructions[static_cast<size_t>(writer)];
    const bool is_over_elements = i.makes_elements() && i.out[0] == view &&
                                  window_.view(view).array.shape() == space_;
    if (!is_over_elements) return -1;
    if (found_.nodes.size() + reading_ >= most_) return {};
    ++reading_;
    Expression::Node node;
    static_cast<OpCall&>(node) = i;
    node.dtype = window_.view(view).array.dtype();
    for (int k = 0; k < i.nin; ++k) {
      if (i.in[k] < 0) {
        node.in[k].scalar = window_.scalars[static_cast<size_t>(~i.in[k])];
        continue;
      }
      const std::optional<Expression::Input> input = read(i.in[k], writer);
      if (!input) return {};
      node.in[k] = *input;
    }
    --reading_;
    const auto number = static_cast<int>(found_.nodes.size());
    found_.nodes.push_back(node);
    nodes_.emplace(writer, number);
    return number;
  }

  int leaf(int16_t view) {
    const auto [known, is_new] =
        leaves_.emplace(view, static_cast<int>(found_.leaves.size()));
    if (is_new) found_.leaves.push_back(window_.view(view).array);
    return known->second;
  }

  const Window& window_;
  const Dims& space_;
  const size_t most_;
  size_t reading_ = 0;  // nodes whose operands are being read
  Expression found_;
  std::unordered_map<int, int> nodes_;       // by instruction
  std::unordered_map<int16_t, int> leaves_;  // by view
};

}  // namespace

Expression expression_of(const Window& window, const ndarray& array,
                         size_t most) {
  const int16_t view = window.find_view(array);
  if (view < 0) return {};
  Reader reader(window, array.shape(), most);
  const auto input =
      reader.read(view, static_cast<int>(window.instructions.size()));
  if (!input || input->node < 0) return {};
  return std::move(reader).take();
}

ndarray result_of(const Window& window, const Instruction& call, DType dtype,
                  const Dims& shape) {
  int16_t in[kMaxInputs];
  int changed = -1;  // when an operand was written to
  for (int k = 0; k < call.nin; ++k) {
    if (!call.in[k].array) continue;
    in[k] = window.find_view(*call.in[k].array);
    if (in[k] < 0) return {};
    changed =
        std::max(changed, last_writer(window, window.view(in[k]).storage));
  }
  auto is_same = [&](const WindowInstruction& i) {
    if (i.kind != call.kind || i.nin != call.nin || i.nout != 1 ||
        i.where >= 0 || i.alone ||
        (i.kind == Kind::kElementwise &&
         (i.op != call.op || i.loop != call.loop)))
      return false;
    for (int k = 0; k < i.nin; ++k) {
      if (call.in[k].array) {
        if (i.in[k] != in[k]) return false;
        continue;
      }
      if (i.in[k] >= 0) return false;
      const Scalar& known = window.scalars[static_cast<size_t>(~i.in[k])];
      const Scalar& own = call.in[k].scalar;
      if (known.dtype != own.dtype ||
          std::memcmp(known.bytes, own.bytes, itemsize(own.dtype)) != 0)
        return false;
    }
    return true;
  };
  for (int n = static_cast<int>(window.instructions.size()); --n > changed;) {
    const WindowInstruction& i = window.instructions[static_cast<size_t>(n)];
    if (!is_same(i)) continue;
    const WindowView& out = window.view(i.out[0]);
    if (out.array.dtype() == dtype && out.array.shape() == shape &&
        out.array.is_c_contiguous() && last_writer(window, out.storage) == n)
      return out.array;
  }
  return {};
}

}  // namespace tenorite
