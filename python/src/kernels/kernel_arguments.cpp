// SPDX-License-Identifier: Apache-2.0
#include "python/src/kernels/kernel_arguments.h"

#include <cmath>
#include <cstring>

#include "core/stream.h"

namespace tenorite::python {
namespace {

using jit::Parameter;

bool is_number(PyObject* o) {
  return PyLong_Check(o) || PyFloat_Check(o) || PyComplex_Check(o);
}

bool is_simple(PyObject* o) {
  return o == Py_None || is_number(o) || is_numpy_scalar(o);
}

bool has(PyObject* o, const char* name) {
  return PyObject_HasAttrString(o, name) != 0;
}

DType dtype_of(const Parameter& p) {
  return numpy_number(static_cast<char>(p.kind), p.item_size);
}

// Whether an array's items are what a pointer's parameter points to.
bool items_fit(const Parameter& p, const ndarray& a) {
  const size_t size = a.itemsize();
  if (p.kind == 'V') {
    // A struct's array can be an array of its parts.
    return p.item_size == 0 ||
           (p.item_size % size == 0 && a.nbytes() % p.item_size == 0);
  }
  if (p.kind != 'b' && p.item_size == 1) return size == 1;
  return p.item_size == size &&
         p.kind == static_cast<uint32_t>(kind(a.dtype()));
}

// Whether a finite number is infinite as a part of a float or complex value.
bool became_infinite(double from, const Scalar& value, size_t part) {
  Scalar real;
  real.dtype = real_of(value.dtype);
  const size_t size = itemsize(real.dtype);
  std::memcpy(real.bytes, value.bytes + part * size, size);
  const Scalar wide = cast_scalar(real, DType::kFloat64);
  double got;
  std::memcpy(&got, wide.bytes, sizeof(got));
  return std::isfinite(from) && !std::isfinite(got);
}

// The parameter that a number of Python fits best where only a size is known,
// as CuPy passes it where it can; 0 bytes where none does.
Parameter guess(const Parameter& p, PyObject* o) {
  Parameter guessed = p;
  guessed.item_size = 0;
  auto take = [&](char kind, std::initializer_list<uint32_t> sizes) {
    for (uint32_t size : sizes)
      if (size == p.size || (p.size == 0 && guessed.item_size == 0)) {
        guessed.kind = static_cast<uint32_t>(kind);
        guessed.item_size = size;
      }
  };
  if (PyBool_Check(o))
    take(p.size <= 1 ? 'b' : 'i', {1, 2, 4, 8});
  else if (PyLong_Check(o))
    take('i', {8, 4, 2, 1});
  else if (PyFloat_Check(o))
    take('f', {8, 4});
  else
    take('c', {16, 8});
  return guessed;
}

}  // namespace

KernelArguments::KernelArguments(const jit::RawKernel& kernel,
                                 PyObject* const* objects, size_t n)
    : kernel_(kernel),
      objects_(objects),
      n_(n),
      values_(inline_values_),
      cells_(inline_cells_) {
  size_t first = n;
  for (size_t i = 0; i < n; ++i) {
    PyObject* o = objects[i];
    if (!is_array(o)) {
      if (is_simple(o)) continue;
      special_ = true;
      if (!has(o, "__cuda_array_interface__")) continue;
      stand_in(i, checked(PyObject_CallOneArg(
                      package_function("_from_cuda_interface"), o)));
      o = object(i);
    }
    const Device device = array_of(o).device();
    if (first == n) {
      first = i;
      device_ = device;
    } else {
      TENORITE_CHECK(device == device_, ValueError,
                     "kernel '%s': argument %zu is on %s and argument %zu is "
                     "on %s: all arrays must be on one device",
                     kernel.name().c_str(), first + 1,
                     to_string(device_).c_str(), i + 1,
                     to_string(device).c_str());
    }
  }
  if (first == n) device_ = default_device();
  if (n > kInline) {
    extra().values.resize(n);
    extra().cells.resize(n);
    values_ = extra().values.data();
    cells_ = extra().cells.data();
  }
}

KernelArguments::Extra& KernelArguments::extra() {
  if (!extra_) extra_ = std::make_unique<Extra>();
  return *extra_;
}

PyObject* KernelArguments::object(size_t i) const {
  if (extra_)
    for (const Stand& stand : extra_->stands)
      if (stand.index == i) return stand.object.get();
  return objects_[i];
}

std::string KernelArguments::place(size_t i) const {
  std::string text =
      format("argument %zu of kernel '%s'", i + 1, kernel_.name().c_str());
  if (loaded_->typed && i < loaded_->signature.size())
    text += " (" + to_string(loaded_->signature[i]) + ")";
  return text;
}

void KernelArguments::refuse(size_t i, PyObject* o) const {
  const char* advice = "";
  if (is_numpy_array(o))
    advice =
        ", which is in host memory: move it with tenorite.asarray(), or wrap "
        "it in tenorite.In, Out or InOut";
  throw TypeError(format("%s cannot take a %s%s", place(i).c_str(),
                         Py_TYPE(o)->tp_name, advice));
}

void KernelArguments::pack_address(size_t i, uint64_t address) {
  std::memcpy(cells_[i].bytes, &address, sizeof(address));
  values_[i] = cells_[i].bytes;
}

void KernelArguments::pack_scalar(size_t i, const Scalar& value) {
  std::memcpy(cells_[i].bytes, value.bytes, sizeof(value.bytes));
  values_[i] = cells_[i].bytes;
}

void KernelArguments::pack_array(size_t i, const Parameter& p,
                                 const ndarray& a) {
  const auto address = reinterpret_cast<uint64_t>(a.data());
  if (loaded_->typed) [[likely]] {
    TENORITE_CHECK(p.is_pointer, TypeError,
                   "%s is passed by value and cannot take an array; take its "
                   "item() first",
                   place(i).c_str());
    TENORITE_CHECK(items_fit(p, a), TypeError,
                   "%s cannot take an array of %s items of dtype %s",
                   place(i).c_str(), std::to_string(a.size()).c_str(),
                   name(a.dtype()));
    TENORITE_CHECK(p.is_const || a.writeable(), ValueError,
                   "%s is not const and cannot take a read-only array",
                   place(i).c_str());
    TENORITE_CHECK((address & (p.item_align - 1)) == 0, ValueError,
                   "%s needs memory that is aligned to %u bytes, and the array "
                   "starts off that",
                   place(i).c_str(), p.item_align);
  } else {
    TENORITE_CHECK(!loaded_->counted || p.size == sizeof(address), TypeError,
                   "%s has %u bytes and cannot take an array", place(i).c_str(),
                   p.size);
  }
  TENORITE_CHECK(a.is_c_contiguous() || a.is_f_contiguous(), ValueError,
                 "%s cannot take an array that is not contiguous, since a "
                 "pointer knows no strides: pass tenorite.ascontiguousarray() "
                 "of it",
                 place(i).c_str());
  pack_address(i, address);
}

// The usual numbers that fit; all others are left to pack_number.
bool KernelArguments::pack_exact(size_t i, const Parameter& p, PyObject* o) {
  if (p.is_pointer) return false;
  unsigned char* cell = cells_[i].bytes;
  if ((p.kind == 'i' || p.kind == 'u') && PyLong_CheckExact(o)) {
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(o, &overflow);
    const unsigned bits = 8 * p.item_size;
    const bool fits = p.kind == 'i'
                          ? value >> (bits - 1) == value >> 63
                          : value >= 0 && (bits == 64 || value >> bits == 0);
    if (overflow != 0 || !fits) return false;
    std::memcpy(cell, &value, sizeof(value));  // its low bytes come first
  } else if (p.kind == 'f' && PyFloat_CheckExact(o)) {
    const double value = PyFloat_AS_DOUBLE(o);
    const auto narrow = static_cast<float>(value);
    if (p.item_size == sizeof(double)) {
      std::memcpy(cell, &value, sizeof(value));
    } else if (p.item_size == sizeof(float) &&
               (std::isfinite(narrow) || !std::isfinite(value))) {
      std::memcpy(cell, &narrow, sizeof(narrow));
    } else {
      return false;
    }
  } else {
    return false;
  }
  values_[i] = cell;
  return true;
}

bool KernelArguments::pack_number(size_t i, const Parameter& declared,
                                  PyObject* o) {
  if (declared.is_pointer) {
    // An address, as x.data.ptr gives it.
    if (!PyLong_Check(o) || PyBool_Check(o)) return false;
    const uint64_t address = PyLong_AsUnsignedLongLong(o);
    if (PyErr_Occurred()) {
      PyErr_Clear();
      throw OverflowError(
          format("%s: the integer is no address", place(i).c_str()));
    }
    pack_address(i, address);
    return true;
  }
  Parameter p = loaded_->typed ? declared : guess(declared, o);
  // What complex numbers are in plain CUDA: float2 and double2.
  if (p.kind == 'V' && PyComplex_Check(o) && (p.size == 8 || p.size == 16))
    p.kind = 'c';
  const DType dtype = dtype_of(p);
  if (!is_valid(dtype)) return false;
  const WeakNumber number = to_weak(o);
  const char to = kind(dtype);
  const bool integral = to == 'i' || to == 'u' || to == 'b';
  if (integral && number.weak != Weak::kInt) return false;
  if (to == 'f' && number.weak == Weak::kComplex) return false;
  if (to == 'b' && (number.huge || number.negative || number.magnitude > 1))
    throw OverflowError(format("%s: a bool is 0 or 1", place(i).c_str()));
  if (integral && to != 'b' && !fits(number, dtype))
    throw OverflowError(format("%s: the Python integer is out of bounds for it",
                               place(i).c_str()));
  auto refuse_huge = [&](bool is_huge) {
    TENORITE_CHECK(!is_huge, OverflowError,
                   "%s: the number is too large for it", place(i).c_str());
  };
  refuse_huge(!integral && number.huge && !std::isfinite(number.re));
  const Scalar value =
      to == 'b' ? make_scalar(number.magnitude != 0) : to_scalar(number, dtype);
  if (!integral)
    refuse_huge(became_infinite(number.re, value, 0) ||
                (to == 'c' && became_infinite(number.im, value, 1)));
  pack_scalar(i, value);
  return true;
}

void KernelArguments::pack_numpy_scalar(size_t i, const Parameter& p,
                                        PyObject* o) {
  ArgumentHolder holder;
  try {
    if (to_argument(o, kCpu, holder) != Converted::kYes) refuse(i, o);
  } catch (const TypeError&) {  // of a dtype that no device knows
    refuse(i, o);
  }
  const Scalar& value = holder.argument.scalar;
  if (p.is_pointer) {  // an address
    const char from = kind(value.dtype);
    if ((from != 'i' && from != 'u') || itemsize(value.dtype) != p.size)
      refuse(i, o);
    pack_scalar(i, value);
    return;
  }
  const DType to = dtype_of(p);
  TENORITE_CHECK(is_valid(to) && can_cast(value.dtype, to, Casting::kSafe),
                 TypeError,
                 "%s cannot take a numpy.%s, which does not cast to it safely",
                 place(i).c_str(), name(value.dtype));
  pack_scalar(i, cast_scalar(value, to));
}

// Structs: records of NumPy, arrays of one item, ctypes, bytes.
bool KernelArguments::pack_bytes(size_t i, const Parameter& p, PyObject* o) {
  if (p.is_pointer || (loaded_->typed && p.kind != 'V')) return false;
  Py_buffer buffer;
  if (!PyObject_CheckBuffer(o) ||
      PyObject_GetBuffer(o, &buffer, PyBUF_C_CONTIGUOUS) != 0) {
    PyErr_Clear();
    return false;
  }
  const auto size = static_cast<size_t>(buffer.len);
  const bool fits = loaded_->counted ? size == p.size : size > 0;
  if (fits) {
    auto block = std::make_unique<Cell[]>(size / sizeof(Cell) + 1);
    std::memcpy(block.get(), buffer.buf, size);
    values_[i] = block.get();
    extra().blocks.push_back(std::move(block));
  }
  PyBuffer_Release(&buffer);
  TENORITE_CHECK(fits, TypeError,
                 "%s has %u bytes and cannot take a %s of %zu bytes",
                 place(i).c_str(), p.size, Py_TYPE(o)->tp_name, size);
  return true;
}

void KernelArguments::stand_in(size_t i, Ref object) {
  extra().stands.push_back({i, std::move(object)});
}

void KernelArguments::prepare_numpy(size_t i, const Parameter& p) {
  PyObject* o = objects_[i];
  if (!loaded_->typed || (!p.is_pointer && p.kind == 'V')) return;
  if (!p.is_pointer) {
    Ref flat = checked(PyObject_CallMethod(o, "ravel", nullptr));
    if (PyObject_Length(flat.get()) == 1)
      stand_in(i, checked(PySequence_GetItem(flat.get(), 0)));
  } else if (device_.is_cpu()) {
    // Records are their bytes.
    Ref dtype = checked(PyObject_GetAttrString(o, "dtype"));
    Ref fields = checked(PyObject_GetAttrString(dtype.get(), "names"));
    Ref bytes;
    if (fields.get() != Py_None) {
      bytes = checked(PyObject_CallMethod(o, "view", "s", "u1"));
      o = bytes.get();
    }
    Ref flags = checked(PyObject_GetAttrString(o, "flags"));
    Ref writeable = checked(PyObject_GetAttrString(flags.get(), "writeable"));
    const bool writes = writeable.get() == Py_True;
    auto buffer = std::make_unique<NumpyBuffer>(o, writes);
    StoragePtr storage = Storage::wrap(
        kCpu, buffer->data(), 0, nullptr, [](void*, Device, StreamId) {},
        !writes);
    ndarray view(std::move(storage), 0, buffer->dtype, buffer->shape,
                 buffer->strides, writes);
    extra().buffers.push_back(std::move(buffer));
    stand_in(i, Ref(wrap(std::move(view))));
  }
}

// Puts what the kernel can take in the place of an object.
void KernelArguments::prepare(size_t i, const Parameter& p) {
  PyObject* o = object(i);
  if (is_array(o) || is_simple(o)) return;
  if (has(o, "_before_launch")) {
    stand_in(i, checked(PyObject_CallMethod(o, "_before_launch", "si",
                                            to_string(device_).c_str(),
                                            static_cast<int>(p.is_const))));
  } else if (is_numpy_array(o)) {
    prepare_numpy(i, p);
  } else if (p.is_pointer || !loaded_->typed) {
    // Memory objects, as of cupy.cuda.
    if (has(o, "ptr")) stand_in(i, checked(PyObject_GetAttrString(o, "ptr")));
  }
}

void KernelArguments::pack(const jit::LoadedKernel& loaded) {
  loaded_ = &loaded;
  const jit::Signature& signature = loaded.signature;
  if (loaded.counted && n_ != signature.size()) {
    const std::string types = loaded.typed ? to_string(signature) : "";
    throw TypeError(
        format("kernel '%s'%s takes %zu argument%s, and %zu %s "
               "given",
               kernel_.name().c_str(), types.c_str(), signature.size(),
               signature.size() == 1 ? "" : "s", n_, n_ == 1 ? "was" : "were"));
  }
  static constexpr Parameter kUnknown{};
  if (special_) [[unlikely]]
    for (size_t i = 0; i < n_; ++i)
      prepare(i, loaded.counted ? signature[i] : kUnknown);
  for (size_t i = 0; i < n_; ++i) {
    const Parameter& p = loaded.counted ? signature[i] : kUnknown;
    PyObject* o = object(i);
    if (is_array(o)) {
      pack_array(i, p, array_of(o));
    } else if (pack_exact(i, p, o)) {
      continue;
    } else if (o == Py_None) {
      TENORITE_CHECK(p.is_pointer || !loaded.typed, TypeError,
                     "%s is no pointer and cannot take None", place(i).c_str());
      pack_address(i, 0);
    } else if (is_numpy_scalar(o) && loaded.typed &&
               (p.is_pointer || p.kind != 'V')) {
      pack_numpy_scalar(i, p, o);
    } else if (!(is_number(o) && !is_numpy_scalar(o) && pack_number(i, p, o)) &&
               !pack_bytes(i, p, o)) {
      refuse(i, o);
    }
  }
}

void KernelArguments::use(StreamId stream) {
  for (size_t i = 0; i < n_; ++i) {
    PyObject* o = extra_ ? object(i) : objects_[i];
    if (is_array(o)) array_of(o).storage()->use(stream);
  }
}

std::vector<jit::LaunchShape::Array> KernelArguments::arrays() const {
  std::vector<jit::LaunchShape::Array> all;
  for (size_t i = 0; i < n_; ++i) {
    PyObject* o = extra_ ? object(i) : objects_[i];
    if (is_array(o))
      all.push_back(
          {array_of(o).data(), static_cast<size_t>(array_of(o).nbytes())});
  }
  return all;
}

void KernelArguments::finish() {
  if (!extra_) [[likely]]
    return;
  for (Stand& stand : extra_->stands) {
    PyObject* o = objects_[stand.index];
    if (has(o, "_after_launch"))
      checked(PyObject_CallMethod(o, "_after_launch", "O", stand.object.get()));
  }
}

}  // namespace tenorite::python
