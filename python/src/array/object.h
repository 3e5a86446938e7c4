// SPDX-License-Identifier: Apache-2.0
// The Python object of an array, and conversions between Python and core.
#pragma once

#include <Python.h>
#include <cxxabi.h>
#include <structmember.h>
#include <unistd.h>

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/outer_lock.h"
#include "ops/api/ops.h"

namespace tenorite::python {

struct ArrayObject {
  PyObject_HEAD ndarray array;
  PyObject* base;  // the array this is a view of, or null
  PyObject* weakrefs;
  bool adopted;  // the memory is another library's, left to this array
};
extern PyTypeObject* g_array_type;
// What NumPy returns as a scalar: a 0-d array whose in-place operators make
// another object, and which hashes. A subtype of ndarray with a subtype for
// each dtype (scalar_type.cpp).
extern PyTypeObject* g_scalar_type;
extern PyTypeObject* g_scalar_types[kNumDTypes];

inline bool is_scalar(PyObject* o) {
  return Py_TYPE(o)->tp_base == g_scalar_type;
}
inline bool is_array(PyObject* o) {
  return Py_TYPE(o) == g_array_type || is_scalar(o);
}
inline ndarray& array_of(PyObject* o) {
  return reinterpret_cast<ArrayObject*>(o)->array;
}
// What NumPy calls OWNDATA.
inline bool owns_memory(PyObject* o) {
  const auto* a = reinterpret_cast<const ArrayObject*>(o);
  return !a->base && (a->adopted || a->array.storage()->owned());
}

// A new reference to an array; `base` (borrowed) is remembered for views.
PyObject* wrap(ndarray&& array, PyObject* base = nullptr);
inline PyObject* wrap(const ndarray& array, PyObject* base = nullptr) {
  return wrap(ndarray(array), base);
}
// The same for the value of an operation, which without axes is a scalar.
PyObject* wrap_result(ndarray&& array);
inline PyObject* wrap_result(const ndarray& array) {
  return wrap_result(ndarray(array));
}
// A scalar in host memory; `value` points to what it is a copy of.
PyObject* wrap_host_item(DType dtype, const void* value);
// The same for what is made of `self` alone: a view of it where it has the same
// memory. Of a scalar, a scalar or a copy with axes.
PyObject* wrap_like(PyObject* self, ndarray array);

// Whether the interpreter is ending, so that threads wait for its lock in vain.
inline bool is_finalizing() {
#if PY_VERSION_HEX >= 0x030D0000
  return Py_IsFinalizing() != 0;
#else
  return _Py_IsFinalizing() != 0;
#endif
}

// Thrown when a Python exception is already set.
struct PythonError : std::exception {};
inline void check_python(bool ok) {
  if (!ok) throw PythonError();
}

// A reference that is dropped at the end of the scope.
class Ref {
 public:
  Ref() = default;
  explicit Ref(PyObject* owned) : p_(owned) {}
  Ref(Ref&& o) noexcept : p_(o.release()) {}
  Ref& operator=(Ref&& o) noexcept {
    Py_XDECREF(p_);
    p_ = o.release();
    return *this;
  }
  ~Ref() { Py_XDECREF(p_); }
  static Ref borrow(PyObject* p) {
    Py_XINCREF(p);
    return Ref(p);
  }
  PyObject* get() const { return p_; }
  PyObject* release() {
    PyObject* p = p_;
    p_ = nullptr;
    return p;
  }
  explicit operator bool() const { return p_ != nullptr; }

 private:
  PyObject* p_ = nullptr;
};
// The same, but a null is a Python error that is thrown on.
inline Ref checked(PyObject* owned) {
  check_python(owned != nullptr);
  return Ref(owned);
}

// Turns the exception in flight into a Python one.
void set_python_error() noexcept;
void init_errors(PyObject* module);

template <class F>
PyObject* guarded(F&& body) noexcept {
  try {
    return body();
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}
template <class F>
int guarded_int(F&& body) noexcept {
  try {
    return body();
  } catch (...) {
    set_python_error();
    return -1;
  }
}

// Tells this thread's work which floating-point errors NumPy's `errstate` wants
// to be reported. Needs the GIL.
void take_float_state();

// Releases the GIL, if it is told to, until the end of the scope.
class WithoutGil {
 public:
  explicit WithoutGil(bool release)
      : state_(release ? PyEval_SaveThread() : nullptr) {}
  ~WithoutGil() {
    if (!state_) return;
    try {
      PyEval_RestoreThread(state_);
    } catch (abi::__forced_unwind&) {
      // The interpreter is gone and ends this daemon thread by unwinding it,
      // which must not pass through C++: the thread stops here.
      for (;;) pause();
    }
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

// Around work: takes NumPy's `errstate` along, and releases the GIL while work
// on many elements runs, and any work where a host function of a stream waits
// for the GIL.
class Unlocked {
 public:
  explicit Unlocked(int64_t elements) : Unlocked(elements >= (1 << 16)) {}
  explicit Unlocked(bool is_long)
      : without_gil_((take_float_state(), is_long || outer_lock_is_claimed())) {
  }

 private:
  WithoutGil without_gil_;
};

// ---- dtypes and devices ----
PyObject* dtype_object(DType dtype);  // borrowed numpy.dtype
DType to_dtype(PyObject* o);          // TypeError if unsupported
// The same without asking NumPy: for dtypes, scalar types and names seen
// before.
std::optional<DType> known_dtype(PyObject* o);
std::optional<DType> to_optional_dtype(PyObject* o);  // None or null: empty
Device to_device(PyObject* o);
std::optional<Device> to_optional_device(PyObject* o);
// Makes a Python stream, ours or another library's, the current one until the
// end of the scope; None or null, and any stream on the CPU, change nothing.
class UsedStream {
 public:
  UsedStream(PyObject* stream, Device device);

 private:
  Ref external_;
  std::optional<StreamScope> scope_;
};
Casting to_casting(PyObject* o);  // null: same_kind
ops::Order to_order(PyObject* o, ops::Order fallback);
bool is_f_order(PyObject* o);  // of a new array: C or F alone

// ---- texts ----
// A str; TypeError that says `what` it should have been.
std::string text_of(PyObject* o, const char* what);
Ref text_object(const std::string& text);
Ref text_objects(const std::vector<std::string>& texts);  // a tuple
// What __reduce__ returns for an object that type(*args, **keywords) makes.
PyObject* remade_by(PyTypeObject* type, PyObject* args, PyObject* keywords);

// ---- shapes ----
Dims to_dims(PyObject* o, const char* what);  // an int or a sequence of ints
Dims to_dims(PyObject* const* items, Py_ssize_t n);
int64_t to_int64(PyObject* o);
PyObject* to_tuple(const Dims& dims);
// What NumPy says of a bool as an axis: of reductions, and of what takes one.
inline constexpr char kNoInteger[] = "an integer is required";
inline constexpr char kNoAxis[] = "an integer is required for the axis";
int to_axis(PyObject* o, const char* refusal = kNoAxis);
// An axis or a tuple of them; None or null: empty.
std::optional<Dims> to_axes(PyObject* o, const char* refusal = kNoInteger,
                            const char* item_refusal = kNoInteger);

// ---- values ----
bool is_numpy_array(PyObject* o);
// Whether NumPy's arrays match the patterns of sequences, as 2.5 has it, which
// deprecated to set their shapes.
bool numpy_arrays_are_sequences();
// Whether a NumPy array is nothing but its items. MaskedArray, matrix and the
// like say by their priority that operations on them are their own.
bool is_plain_numpy(PyObject* numpy);
// HasOwnOperations unless it is.
void check_plain_numpy(PyObject* numpy);
bool is_numpy_scalar(PyObject* o);
WeakNumber to_weak(PyObject* number);  // a Python int, float or complex
PyObject* scalar_to_python(const Scalar& value);
// The one element of an array; other threads run while a GPU is waited for.
Scalar read_item(const ndarray& a);

// A call argument; `keep` holds an array made on the way (from a list).
struct ArgumentHolder {
  ops::Argument argument;
  Ref keep;
};
enum class Converted { kYes, kForeign };
// kForeign: not something that mixes with our arrays. NumPy arrays with axes
// are numpy_operand()s of `device`, or of the default one.
Converted to_argument_from(PyObject* other, std::optional<Device> device,
                           ops::Argument& argument, Ref& keep);
inline Converted to_argument(PyObject* o, std::optional<Device> device,
                             ops::Argument& argument, Ref& keep) {
  if (!is_array(o)) return to_argument_from(o, device, argument, keep);
  argument.array = &array_of(o);
  return Converted::kYes;
}
inline Converted to_argument(PyObject* o, std::optional<Device> device,
                             ArgumentHolder& holder) {
  return to_argument(o, device, holder.argument, holder.keep);
}
// Any array-like as an array on `device`.
ndarray to_array(PyObject* o, std::optional<Device> device,
                 std::optional<DType> dtype = {});
// where= as an array. Scalars, numbers, lists and other objects are taken as
// truth values; arrays come as they are, and have to be bool where they are
// used.
ndarray to_mask(PyObject* o, Device device);
// The memory of a NumPy array, held for as long as this lives.
class NumpyBuffer {
 public:
  NumpyBuffer(PyObject* numpy, bool writable);
  ~NumpyBuffer() { PyBuffer_Release(&buffer_); }
  NumpyBuffer(const NumpyBuffer&) = delete;
  NumpyBuffer& operator=(const NumpyBuffer&) = delete;

  void* data() const { return buffer_.buf; }
  DType dtype;
  Dims shape, strides;

 private:
  Py_buffer buffer_;
};
// An array on the memory that a MemoryPointer of tenorite.cuda points to, which
// is kept alive. ValueError where the array does not fit into it.
ndarray array_on_memory(PyObject* pointer, const Dims& shape, DType dtype,
                        PyObject* strides, bool fortran_order);
// An array of the CPU device on an object's buffer from `offset` on, as
// numpy.ndarray(buffer=); read-only if the buffer is.
ndarray array_on_buffer(PyObject* buffer, int64_t offset, const Dims& shape,
                        DType dtype, PyObject* strides, bool fortran_order);
// A copy of the memory of a NumPy array.
ndarray from_buffer(PyObject* o, std::optional<Device> device);
// An array of the CPU device on the memory of a NumPy array, which is kept
// alive. ValueError where it is to be written and is read-only.
ndarray array_on_numpy(PyObject* numpy, bool writable);

// NumPy arrays beside arrays of a device (`tenorite.config.mixed`): on the CPU
// device the same memory, or with kStrict a TypeError; on a GPU a TypeError, or
// with kCopy a copy.
enum class Mixed { kError, kCopy, kStrict };
void set_mixed(Mixed mixed);
Mixed mixed();
// As an operand on `device`; undefined where no device has its dtype.
// TypeError also for subclasses that give their items another meaning.
ndarray numpy_operand(PyObject* numpy, Device device);
// What an out= of an operation on `device` is written to: an array of ours, or
// on the CPU device the memory of a NumPy array, which `keep` holds.
const ndarray* to_output(PyObject* o, Device device, Ref& keep);

// ---- types and tables, each filled by its own file ----
bool init_array_type(PyObject* module);
bool init_scalar_type(PyObject* module);
bool init_ufunc_type(PyObject* module);
bool init_flags_type();
extern PyNumberMethods g_array_number;
extern PyMappingMethods g_array_mapping;
extern PyGetSetDef g_array_getset[];
extern PyMethodDef g_array_methods[];
std::span<PyMethodDef> array_reductions();
PyObject* array_richcompare(PyObject* a, PyObject* b, int op);
PyObject* array_at(PyObject* self, int64_t i);  // a[i]; throws
PyObject* array_subscript(PyObject* self, PyObject* key);
int array_ass_subscript(PyObject* self, PyObject* key, PyObject* value);
// The byte offsets, from the array's data, of the elements that a[key] selects.
ndarray selected_offsets(const ndarray& a, PyObject* key);
// The same as positions, int64 and contiguous, where `key` is an array of them,
// none negative, for the one axis of an array on the CPU device; else nothing.
ndarray positions_on_host(const ndarray& a, PyObject* key);
// What one item of a kind is set to: a number, or what Python's int(), float()
// or complex() makes of it; ValueError for sequences.
Ref item_value(PyObject* value, char kind);
PyObject* array_item(PyObject* self, PyObject* args);
PyObject* array_tolist(PyObject* self, PyObject*);
PyObject* get_flags(PyObject* array, void*);
// ValueError where the memory, or the array it is a view of, forbids it.
void set_array_writeable(PyObject* array, bool on);

// A binary operation of the op table on two Python objects, as an operator.
PyObject* operator_call(Op op, PyObject* a, PyObject* b, PyObject* out);
PyObject* operator_call(Op op, PyObject* a, PyObject* out);

// The function `name` of the Python package (for rare paths); cached.
PyObject* package_function(const char* name);

}  // namespace tenorite::python
