// SPDX-License-Identifier: Apache-2.0
// What calls of elementwise and reduction kernels have in common: arguments
// are checked, bound to dtypes and packed for a launch.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "core/stream.h"
#include "jit/codegen/kernel_text.h"
#include "jit/compile/module.h"

namespace tenorite::jit {

// Runs work(context), which may take long, without the locks that the caller
// of a kernel holds (the GIL).
using CompileScope = void (*)(void (*work)(void*), void* context);
template <class F>
void compile_within(CompileScope scope, F&& work) {
  if (!scope) return work();
  using Work = std::remove_reference_t<F>;
  scope([](void* context) { (*static_cast<Work*>(context))(); }, &work);
}

// Arguments in the order of the parameters. Outputs are given all or not at
// all; those that are not given are null.
struct KernelArguments {
  const ops::Argument* in;
  const ndarray* const* out;
};

// The device that all arrays are on; ValueError for arrays that a kernel
// cannot work on (other devices, misaligned, outputs that are read-only).
Device check_arrays(const Parameters& parameters, const KernelArguments& args,
                    Device fallback);

// The shape to which all arrays that are not raw broadcast; false where there
// is no such array.
bool broadcast_arrays(const Parameters& parameters, const KernelArguments& args,
                      bool with_outputs, Dims& shape);

// Bytes of a launch's parameters at most: CUDA's limit since 12.1, for compute
// capability 7.0 and later.
inline constexpr int kMaxParameterBytes = 32764;

// Pointers to the values of a kernel's parameters, and room for the values.
class LaunchArguments {
 public:
  // The value lives elsewhere.
  void point(const void* value, size_t bytes);
  void number(const ops::Argument& argument, DType dtype);
  // A CArray.
  void array(const ndarray& a);
  void array(char* data, int64_t size, int ndim, const int64_t* shape,
             const int64_t* strides);
  // A CIndexer.
  void indexer(const Dims& shape);
  // Those of another list, which has to stay.
  void append(const LaunchArguments& other);

  void* const* get() { return pointers_; }

 private:
  char* reserve(size_t bytes, size_t alignment);
  void check_total() const;

  int count_ = 0;
  size_t used_ = 0, total_ = 0;
  void* pointers_[kMaxParameters + 8];
  alignas(16) char bytes_[kMaxParameterBytes];
};

// The outputs of a call: those that are given, which have to be of `shape`,
// else new ones. New raw outputs only where they are `sized` by the caller.
void take_outputs(const Parameters& parameters, const KernelArguments& args,
                  const Binding& binding, const Dims& shape, bool sized,
                  Device device, ndarray* results);

// The variant of a raw parameter.
OperandVariant raw_variant(const ndarray& a);

// Describes each operand of a call in `operand`, adds the arrays that are not
// raw to the loop and to `array`, all else to the launch's values. Returns
// whether there are raw ones.
template <class Loop>
bool place_operands(const Parameters& parameters, const KernelArguments& args,
                    const Binding& binding, const ndarray* results,
                    StreamId stream, Loop& loop, const ndarray** array,
                    OperandVariant* operand, LaunchArguments& values) {
  const int nin = static_cast<int>(parameters.in.size());
  bool raw = false;
  for (int k = 0; k < parameters.count(); ++k) {
    const ndarray* a = k < nin ? args.in[k].array : &results[k - nin];
    operand[k].dtype = binding.dtype[k];
    operand[k].access = Access::kValue;
    if (!a) {
      values.number(args.in[k], binding.dtype[k]);
      continue;
    }
    a->storage()->use(stream);
    if (parameters.at(k).raw) {
      operand[k] = raw_variant(*a);
      values.array(*a);
      raw = true;
    } else {
      *array++ = a;
      operand[k].access = Access::kStrided;
      add_array(loop, k, k >= nin, *a);
    }
  }
  return raw;
}

// Compiled variants of one kernel, found by their first bytes. Entries stay.
struct CompiledKernel {
  ModulePtr module;
  Function* function = nullptr;  // of a launch
  void* address = nullptr;       // CPU: of a loop
  // Reductions: what combines the parts of split outputs, and a part's bytes.
  Function* merge = nullptr;
  void* merge_address = nullptr;
  int64_t part_bytes = 0;
  std::string text;
  std::vector<DType> dtypes;  // of the arrays
};
class KernelMemo {
 public:
  KernelMemo() = default;
  KernelMemo(const KernelMemo&) = delete;
  KernelMemo& operator=(const KernelMemo&) = delete;

  const CompiledKernel* find(Device device, const void* key, size_t bytes);
  const CompiledKernel* add(Device device, const void* key, size_t bytes,
                            CompiledKernel compiled);
  // In the order in which they were compiled.
  template <class F>
  void for_each(F f) {
    std::lock_guard lock(mutex_);
    for (const auto& entry : entries_) f(entry->compiled);
  }

 private:
  struct Entry {
    Device device;
    std::string key;
    CompiledKernel compiled;
  };
  std::mutex mutex_;
  std::vector<std::unique_ptr<Entry>> entries_;
};

// The kernel of a variant, which ends with its operands; `compile` makes it.
template <class Variant, class Compile>
const CompiledKernel& compiled_for(KernelMemo& memo, const Variant& variant,
                                   int operands, Device device,
                                   CompileScope scope, Compile compile) {
  const size_t key_bytes =
      offsetof(Variant, operand) +
      static_cast<size_t>(operands) * sizeof(OperandVariant);
  if (const auto* found = memo.find(device, &variant, key_bytes)) return *found;
  CompiledKernel fresh;
  compile_within(scope, [&] { fresh = compile(); });
  for (int k = 0; k < operands; ++k)
    if (variant.operand[k].access != Access::kValue)
      fresh.dtypes.push_back(variant.operand[k].dtype);
  return *memo.add(device, &variant, key_bytes, std::move(fresh));
}

}  // namespace tenorite::jit
