// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/kernel_call.h"

#include <cstring>
#include <limits>

#include "core/error.h"
#include "ops/plan/planning.h"

namespace tenorite::jit {
namespace {

template <class F>
void for_each_array(const Parameters& parameters, const KernelArguments& args,
                    F f) {
  const int nin = static_cast<int>(parameters.in.size());
  for (int k = 0; k < parameters.count(); ++k) {
    const ndarray* a = k < nin ? args.in[k].array : args.out[k - nin];
    if (a) f(k, *a);
  }
}

}  // namespace

Device check_arrays(const Parameters& parameters, const KernelArguments& args,
                    Device fallback) {
  const ndarray* arrays[kMaxParameters];
  int n = 0;
  const int nin = static_cast<int>(parameters.in.size());
  for_each_array(parameters, args, [&](int k, const ndarray& a) {
    arrays[n++] = &a;
    TENORITE_CHECK(a.is_aligned(), ValueError,
                   "the elements of '%s' do not lie at multiples of their "
                   "size, which a kernel needs; make a copy",
                   parameters.at(k).name.c_str());
    TENORITE_CHECK(k < nin || a.writeable(), ValueError,
                   "output array is read-only");
  });
  return ops::common_device(arrays, n, fallback);
}

bool broadcast_arrays(const Parameters& parameters, const KernelArguments& args,
                      bool with_outputs, Dims& shape) {
  const int nin = static_cast<int>(parameters.in.size());
  bool found = false;
  bool fits = true;
  auto counts = [&](int k) {
    return !parameters.at(k).raw && (k < nin || with_outputs);
  };
  for_each_array(parameters, args, [&](int k, const ndarray& a) {
    if (!counts(k)) return;
    if (!found)
      shape = a.shape();
    else if (!(shape == a.shape()))
      fits = broadcast_into(shape, a.shape()) && fits;
    found = true;
  });
  if (!fits) {
    std::string shapes;
    for_each_array(parameters, args, [&](int k, const ndarray& a) {
      if (counts(k)) shapes += to_compact_string(a.shape()) + " ";
    });
    throw ValueError("operands could not be broadcast together with shapes " +
                     shapes);
  }
  return found;
}

void LaunchArguments::check_total() const {
  TENORITE_CHECK(total_ <= kMaxParameterBytes, ValueError,
                 "the arguments of the kernel take more than the %d bytes that "
                 "can be passed to one",
                 kMaxParameterBytes);
}

char* LaunchArguments::reserve(size_t bytes, size_t alignment) {
  // Parameters lie in the launch as members of a struct would.
  total_ = (total_ + alignment - 1) / alignment * alignment + bytes;
  check_total();
  const size_t at = (used_ + alignment - 1) / alignment * alignment;
  used_ = at + bytes;
  pointers_[count_++] = bytes_ + at;
  return bytes_ + at;
}

void LaunchArguments::point(const void* value, size_t bytes) {
  total_ += bytes;
  check_total();
  pointers_[count_++] = const_cast<void*>(value);
}

void LaunchArguments::number(const ops::Argument& argument, DType dtype) {
  const Scalar value = argument.is_weak ? to_scalar(argument.weak, dtype)
                                        : cast_scalar(argument.scalar, dtype);
  const size_t bytes = itemsize(dtype);
  std::memcpy(reserve(bytes, bytes), value.bytes, bytes);
}

void LaunchArguments::array(char* data, int64_t size, int ndim,
                            const int64_t* shape, const int64_t* strides) {
  const int axes = ndim > 0 ? ndim : 1;
  char* to = reserve(16 + 16 * static_cast<size_t>(axes), 8);
  std::memcpy(to, &data, 8);
  std::memcpy(to + 8, &size, 8);
  if (ndim == 0) {
    std::memset(to + 16, 0, 16);
    return;
  }
  std::memcpy(to + 16, shape, 8 * static_cast<size_t>(ndim));
  std::memcpy(to + 16 + 8 * ndim, strides, 8 * static_cast<size_t>(ndim));
}

void LaunchArguments::array(const ndarray& a) {
  array(a.data(), a.size(), a.ndim(), a.shape().data(), a.strides().data());
}

void LaunchArguments::indexer(const Dims& shape) {
  const size_t axes = shape.empty() ? 1 : static_cast<size_t>(shape.size());
  char* to = reserve(8 + 16 * axes, 8);
  const int64_t size = size_of(shape);
  std::memset(to, 0, 8 + 16 * axes);
  std::memcpy(to, &size, 8);
  if (!shape.empty()) std::memcpy(to + 8, shape.data(), 8 * axes);
}

void LaunchArguments::append(const LaunchArguments& other) {
  total_ += other.total_;
  check_total();
  for (int i = 0; i < other.count_; ++i)
    pointers_[count_++] = other.pointers_[i];
}

void take_outputs(const Parameters& parameters, const KernelArguments& args,
                  const Binding& binding, const Dims& shape, bool sized,
                  Device device, ndarray* results) {
  const size_t nin = parameters.in.size();
  for (size_t k = 0; k < parameters.out.size(); ++k) {
    const bool raw = parameters.out[k].raw;
    if (args.out[0] != nullptr) {
      TENORITE_CHECK(raw || args.out[k]->shape() == shape, ValueError,
                     "Out shape is mismatched");
      results[k] = *args.out[k];
    } else {
      TENORITE_CHECK(!raw || sized, ValueError,
                     "Output array size is Undecided");
      results[k] = ndarray::empty(shape, binding.dtype[nin + k], device);
    }
  }
}

OperandVariant raw_variant(const ndarray& a) {
  return {a.dtype(), Access::kRaw, static_cast<uint8_t>(a.ndim()),
          a.is_c_contiguous(),
          !force_index64() && a.size() <= std::numeric_limits<int32_t>::max()};
}

const CompiledKernel* KernelMemo::find(Device device, const void* key,
                                       size_t bytes) {
  std::lock_guard lock(mutex_);
  for (const auto& entry : entries_)
    if (entry->device == device && entry->key.size() == bytes &&
        std::memcmp(entry->key.data(), key, bytes) == 0)
      return &entry->compiled;
  return nullptr;
}

const CompiledKernel* KernelMemo::add(Device device, const void* key,
                                      size_t bytes, CompiledKernel compiled) {
  if (const CompiledKernel* found = find(device, key, bytes)) return found;
  auto entry = std::make_unique<Entry>();
  entry->device = device;
  entry->key.assign(static_cast<const char*>(key), bytes);
  entry->compiled = std::move(compiled);
  std::lock_guard lock(mutex_);
  entries_.push_back(std::move(entry));
  return &entries_.back()->compiled;
}

}  // namespace tenorite::jit
