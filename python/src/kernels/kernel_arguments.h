// SPDX-License-Identifier: Apache-2.0
// Python objects as the arguments of a kernel, checked against its signature.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "jit/raw/raw_module.h"
#include "python/src/array/object.h"

namespace tenorite::python {

// What one launch passes. Nothing is on the heap but for many parameters,
// structs, and host arrays around the launch.
class KernelArguments {
 public:
  // `objects` are borrowed for as long as this lives. Only the device is found
  // here: that of the arrays, else the current one. ValueError that names both
  // arguments where arrays are on two devices.
  KernelArguments(const jit::RawKernel& kernel, PyObject* const* objects,
                  size_t n);
  KernelArguments(const KernelArguments&) = delete;
  KernelArguments& operator=(const KernelArguments&) = delete;

  Device device() const { return device_; }

  // TypeError, ValueError or OverflowError, with the argument's number, for
  // what does not fit. In and InOut copy to the device on `stream`.
  void pack(const jit::LoadedKernel& loaded);
  // Tells the memory of the arrays of its next use.
  void use(StreamId stream);
  std::vector<jit::LaunchShape::Array> arrays() const;
  void* const* values() const { return values_; }
  // After the launch: Out and InOut copy back, and are waited for.
  void finish();

 private:
  static constexpr size_t kInline = 16;
  struct alignas(16) Cell {
    unsigned char bytes[16];
  };
  // Objects that stand for another one during the launch.
  struct Stand {
    size_t index;
    Ref object;
  };
  // What rare arguments need beside their object.
  struct Extra {
    std::vector<Stand> stands;
    std::vector<std::unique_ptr<NumpyBuffer>> buffers;  // used in place
    std::vector<std::unique_ptr<Cell[]>> blocks;        // structs
    std::vector<void*> values;
    std::vector<Cell> cells;
  };
  Extra& extra();
  PyObject* object(size_t i) const;
  void stand_in(size_t i, Ref object);
  void prepare(size_t i, const jit::Parameter& p);
  void prepare_numpy(size_t i, const jit::Parameter& p);

  void pack_array(size_t i, const jit::Parameter& p, const ndarray& a);
  bool pack_exact(size_t i, const jit::Parameter& p, PyObject* o);
  bool pack_number(size_t i, const jit::Parameter& p, PyObject* o);
  void pack_numpy_scalar(size_t i, const jit::Parameter& p, PyObject* o);
  bool pack_bytes(size_t i, const jit::Parameter& p, PyObject* o);
  void pack_scalar(size_t i, const Scalar& value);
  void pack_address(size_t i, uint64_t address);
  // "argument 2 of kernel 'add' (const float*)".
  std::string place(size_t i) const;
  [[noreturn]] void refuse(size_t i, PyObject* o) const;

  const jit::RawKernel& kernel_;
  PyObject* const* objects_;
  const size_t n_;
  Device device_;
  bool special_ = false;  // some object is not an array, number or None
  const jit::LoadedKernel* loaded_ = nullptr;
  void** values_;
  Cell* cells_;
  std::unique_ptr<Extra> extra_;
  void* inline_values_[kInline];
  Cell inline_cells_[kInline];
};

}  // namespace tenorite::python
