// SPDX-License-Identifier: Apache-2.0
// a[key] and a[key] = value by NumPy's rules.
#include <algorithm>
#include <cstring>
#include <vector>

#include "python/src/object.h"

namespace tenorite::python {
namespace {

// A parsed key: a basic view, and integer arrays for some of its axes.
struct Key {
  ndarray view;
  std::vector<ndarray> arrays;  // those of `axis`, in order
  std::vector<int> axis;        // axis of the view each one indexes
  int position = 0;             // where their axes go in the result
  bool whole_mask = false;      // a single mask over leading axes
  // Basic indices of which NumPy gives a copy: an integer for every axis, or
  // an integer that came as a 0-d array.
  bool copied = false;
  ndarray mask;
};

enum class ItemKind { kInt, kSlice, kNew, kEllipsis, kArray, kMask, kBool };
struct Item {
  explicit Item(ItemKind k) : kind(k) {}
  ItemKind kind;
  int64_t number = 0;
  PyObject* slice = nullptr;  // borrowed
  ndarray array;
  int consumed = 0;  // axes of the indexed array
};

[[noreturn]] void throw_invalid_index() {
  throw IndexError(
      "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) "
      "and integer or boolean arrays are valid indices");
}

// Bounds of indices that are on the host are checked before anything runs;
// here the array form of a key is made.
Item array_item(PyObject* o, Device device) {
  Item item{ItemKind::kArray};
  if (is_numpy_array(o)) {
    Ref dtype = checked(PyObject_GetAttrString(o, "dtype"));
    Ref letter = checked(PyObject_GetAttrString(dtype.get(), "kind"));
    char k = static_cast<char>(PyUnicode_ReadChar(letter.get(), 0));
    TENORITE_CHECK(k == 'b' || k == 'i' || k == 'u', IndexError,
                   "arrays used as indices must be of integer (or boolean) "
                   "type");
  }
  if (is_array(o)) {
    item.array = array_of(o);
  } else {
    ndarray host = to_array(o, kCpu);
    if (host.size() == 0 && kind(host.dtype()) == 'f' && !is_numpy_array(o))
      host = ops::astype(host, DType::kInt64);
    item.array = host;
  }
  char k = kind(item.array.dtype());
  if (k == 'b') {
    item.kind = item.array.ndim() == 0 ? ItemKind::kBool : ItemKind::kMask;
    item.consumed = item.array.ndim();
    if (item.kind == ItemKind::kBool) {
      item.number = is_true(read_item(item.array));
      return item;
    }
  } else if (k == 'i' || k == 'u') {
    if (item.array.ndim() == 0) {
      Scalar value = cast_scalar(read_item(item.array), DType::kInt64);
      std::memcpy(&item.number, value.bytes, 8);
      item.kind = ItemKind::kInt;
    }
    item.consumed = 1;
  } else if (is_array(o) || is_numpy_array(o)) {
    throw IndexError(
        "arrays used as indices must be of integer (or boolean) "
        "type");
  } else {
    throw_invalid_index();
  }
  if (!(item.array.device() == device) && !item.array.device().is_cpu())
    throw ValueError(format("index array is on %s and the indexed array on %s",
                            to_string(item.array.device()).c_str(),
                            to_string(device).c_str()));
  return item;
}

Item parse_item(PyObject* o, Device device) {
  if (PyLong_CheckExact(o)) {
    Item item{ItemKind::kInt};
    item.number = PyLong_AsLongLong(o);
    if (item.number == -1 && PyErr_Occurred()) {
      PyErr_Clear();
      throw IndexError("cannot fit 'int' into an index-sized integer");
    }
    item.consumed = 1;
    return item;
  }
  if (PySlice_Check(o)) {
    Item item{ItemKind::kSlice};
    item.slice = o;
    item.consumed = 1;
    return item;
  }
  if (o == Py_None) return Item(ItemKind::kNew);
  if (o == Py_Ellipsis) return Item(ItemKind::kEllipsis);
  if (PyBool_Check(o)) {
    Item item{ItemKind::kBool};
    item.number = o == Py_True;
    return item;
  }
  if (is_array(o) || is_numpy_array(o) || PyList_Check(o) || PyTuple_Check(o))
    return array_item(o, device);
  if (PyFloat_Check(o) || PyUnicode_Check(o) || PyBytes_Check(o) ||
      PyComplex_Check(o))
    throw_invalid_index();
  if (is_numpy_scalar(o) && !PyIndex_Check(o)) return array_item(o, device);
  if (!PyIndex_Check(o)) {
    // Any other sequence (range, array.array) is an index array too.
    if (PySequence_Check(o) || PyObject_HasAttrString(o, "__array__"))
      return array_item(o, device);
    throw_invalid_index();
  }
  Item item{ItemKind::kInt};
  item.number = to_int64(o);
  item.consumed = 1;
  return item;
}

void check_mask_shape(const ndarray& a, int axis, const ndarray& mask) {
  for (int i = 0; i < mask.ndim(); ++i)
    TENORITE_CHECK(mask.shape(i) == a.shape(axis + i), IndexError,
                   "boolean index did not match indexed array along axis %d; "
                   "size of axis is %lld but size of corresponding boolean "
                   "axis is %lld",
                   axis + i, static_cast<long long>(a.shape(axis + i)),
                   static_cast<long long>(mask.shape(i)));
}

void check_host_bounds(const ndarray& index, int64_t n, int axis) {
  ndarray flat = ops::contiguous(ops::astype(index, DType::kInt64));
  const auto* p = reinterpret_cast<const int64_t*>(flat.data());
  for (int64_t i = 0, size = flat.size(); i < size; ++i)
    TENORITE_CHECK(p[i] >= -n && p[i] < n, IndexError,
                   "index %lld is out of bounds for axis %d with size %lld",
                   static_cast<long long>(p[i]), axis,
                   static_cast<long long>(n));
}

class Parser {
 public:
  Parser(const ndarray& a, PyObject* key) : a_(a), device_(a.device()) {
    collect(key);
  }

  Key run() {
    int consumed = 0, ellipses = 0;
    for (const Item& item : items_) {
      consumed += item.consumed;
      ellipses += item.kind == ItemKind::kEllipsis;
    }
    TENORITE_CHECK(ellipses <= 1, IndexError,
                   "an index can only have a single ellipsis ('...')");
    TENORITE_CHECK(consumed <= a_.ndim(), IndexError,
                   "too many indices for array: array is %d-dimensional, but "
                   "%d were indexed",
                   a_.ndim(), consumed);
    if (items_.size() == 1 && items_[0].kind == ItemKind::kMask) {
      check_mask_shape(a_, 0, items_[0].array);
      key_.whole_mask = true;
      key_.mask = ops::to_device(items_[0].array, device_);
      key_.view = a_;
      return std::move(key_);
    }
    bool integers = a_.ndim() > 0 && consumed == a_.ndim();
    bool scalar_array = false;
    for (const Item& item : items_) {
      integers = integers && item.kind == ItemKind::kInt;
      scalar_array =
          scalar_array || (item.kind == ItemKind::kInt && item.array.defined());
    }
    key_.copied = integers || scalar_array;
    if (ellipses == 0) items_.push_back(Item(ItemKind::kEllipsis));
    int rest = a_.ndim() - consumed;
    for (const Item& item : items_) apply(item, rest);
    check_arrays();
    key_.view = a_.view(offset_, shape_, strides_);
    return std::move(key_);
  }

 private:
  void collect(PyObject* key) {
    if (PyTuple_Check(key)) {
      Py_ssize_t n = PyTuple_GET_SIZE(key);
      for (Py_ssize_t i = 0; i < n; ++i)
        items_.push_back(parse_item(PyTuple_GET_ITEM(key, i), device_));
    } else {
      items_.push_back(parse_item(key, device_));
    }
    for (const Item& item : items_)
      advanced_ = advanced_ || item.kind == ItemKind::kArray ||
                  item.kind == ItemKind::kMask || item.kind == ItemKind::kBool;
  }

  void check_rank() const {
    TENORITE_CHECK(shape_.size() < kMaxDims, IndexError,
                   "number of dimensions must be within [0, %d], indexing "
                   "result would have %d",
                   kMaxDims, shape_.size() + 1);
  }

  void keep(int64_t n, int64_t stride) {
    check_rank();
    shape_.push_back(n);
    strides_.push_back(stride);
    if (run_state_ == 1) run_state_ = 2;
  }

  // Integers and arrays next to each other stay in place; separated by
  // anything else their axes go first.
  void note_advanced() {
    if (!advanced_) return;
    if (run_state_ == 0) {
      key_.position = shape_.size() - static_cast<int>(key_.axis.size());
      run_state_ = 1;
    } else if (run_state_ == 2) {
      key_.position = 0;
      run_state_ = 3;
    }
  }

  // Shapes first, then the bounds of what is on the host, before any work.
  void check_arrays() {
    Dims shape;
    bool fits = true;
    std::string shapes;
    for (const ndarray& index : key_.arrays) {
      fits = broadcast_into(shape, index.shape()) && fits;
      shapes += (shapes.empty() ? "" : " ") + to_compact_string(index.shape());
    }
    TENORITE_CHECK(fits, IndexError,
                   "shape mismatch: indexing arrays could not be broadcast "
                   "together with shapes %s ",
                   shapes.c_str());
    for (const HostIndex& h : host_)
      check_host_bounds(h.index, h.bound, h.axis);
    for (ndarray& index : key_.arrays) index = ops::to_device(index, device_);
  }

  void add_array(const ndarray& index, int64_t n, int64_t stride, int axis) {
    if (index.device().is_cpu()) host_.push_back({index, n, axis});
    note_advanced();
    key_.axis.push_back(shape_.size());
    key_.arrays.push_back(index);
    shape_.push_back(n);
    strides_.push_back(stride);
  }

  void apply(const Item& item, int rest) {
    switch (item.kind) {
      case ItemKind::kNew:
        keep(1, 0);
        return;
      case ItemKind::kEllipsis:
        for (int i = 0; i < rest; ++i, ++axis_)
          keep(a_.shape(axis_), a_.stride(axis_));
        if (rest == 0 && &item != &items_.back() && run_state_ == 1)
          run_state_ = 2;
        return;
      case ItemKind::kInt: {
        int64_t n = a_.shape(axis_), i = item.number;
        TENORITE_CHECK(i >= -n && i < n, IndexError,
                       "index %lld is out of bounds for axis %d with size %lld",
                       static_cast<long long>(i), axis_,
                       static_cast<long long>(n));
        offset_ += (i < 0 ? i + n : i) * a_.stride(axis_);
        ++axis_;
        note_advanced();
        return;
      }
      case ItemKind::kSlice: {
        Py_ssize_t start, stop, step;
        check_python(PySlice_Unpack(item.slice, &start, &stop, &step) == 0);
        Py_ssize_t n =
            PySlice_AdjustIndices(a_.shape(axis_), &start, &stop, step);
        if (n > 0) offset_ += start * a_.stride(axis_);
        keep(n, a_.stride(axis_) * step);
        ++axis_;
        return;
      }
      case ItemKind::kArray:
        add_array(item.array, a_.shape(axis_), a_.stride(axis_), axis_);
        ++axis_;
        return;
      case ItemKind::kBool: {
        // A 0-d mask adds an axis of length one and keeps or drops it.
        ndarray index =
            ops::arange(item.number ? 1 : 0, make_scalar(int64_t{0}),
                        make_scalar(int64_t{0}), DType::kInt64, device_);
        add_array(index, 1, 0, axis_);
        return;
      }
      case ItemKind::kMask: {
        check_mask_shape(a_, axis_, item.array);
        std::vector<ndarray> positions(static_cast<size_t>(item.array.ndim()));
        ndarray mask = ops::to_device(item.array, device_);
        ops::nonzero(mask, positions.data());
        for (const ndarray& p : positions) {
          note_advanced();
          key_.axis.push_back(shape_.size());
          key_.arrays.push_back(p);
          shape_.push_back(a_.shape(axis_));
          strides_.push_back(a_.stride(axis_));
          ++axis_;
        }
        return;
      }
    }
  }

  struct HostIndex {
    ndarray index;
    int64_t bound;
    int axis;
  };

  const ndarray& a_;
  Device device_;
  std::vector<Item> items_;
  std::vector<HostIndex> host_;
  bool advanced_ = false;
  int run_state_ = 0;
  int axis_ = 0;
  int64_t offset_ = 0;
  Dims shape_, strides_;
  Key key_;
};

// The index arrays of a key, one slot per axis of its view.
std::vector<const ndarray*> slots(const Key& key) {
  std::vector<const ndarray*> index(static_cast<size_t>(key.view.ndim()));
  for (size_t k = 0; k < key.axis.size(); ++k)
    index[static_cast<size_t>(key.axis[k])] = &key.arrays[k];
  return index;
}

void put_masked(const ndarray& a, const ndarray& mask, const ndarray& value) {
  if (value.ndim() == 0) {
    Dims shape = mask.shape();
    while (shape.size() < a.ndim()) shape.push_back(1);
    ndarray where = ops::reshape(mask, shape, ops::Order::kC);
    ops::copy_into(a, value, Casting::kUnsafe, &where);
    return;
  }
  ops::mask_put(a, mask, value);
}

// What is assigned, as an array on the target's device.
ndarray assigned_value(PyObject* value, const ndarray& target) {
  if (value == Py_None && kind(target.dtype()) == 'f') {
    Ref nan = checked(PyFloat_FromDouble(__builtin_nan("")));
    return assigned_value(nan.get(), target);
  }
  if (PyUnicode_Check(value)) {  // read as a number, as NumPy does
    char k = kind(target.dtype());
    PyObject* type = reinterpret_cast<PyObject*>(k == 'c'   ? &PyComplex_Type
                                                 : k == 'f' ? &PyFloat_Type
                                                 : k == 'b' ? &PyBool_Type
                                                            : &PyLong_Type);
    Ref number = checked(PyObject_CallOneArg(type, value));
    return assigned_value(number.get(), target);
  }
  if (is_array(value)) {
    const ndarray& v = array_of(value);
    if (v.device() == target.device()) return v;
    throw ValueError(format(
        "cannot assign an array on %s to one on %s; move "
        "it with to_device()",
        to_string(v.device()).c_str(), to_string(target.device()).c_str()));
  }
  ArgumentHolder holder;
  if (!is_numpy_array(value) && !PyList_Check(value) && !PyTuple_Check(value) &&
      to_argument(value, target.device(), holder) == Converted::kYes) {
    const ops::Argument& arg = holder.argument;
    char k = kind(target.dtype());
    if (arg.is_weak && arg.weak.weak == Weak::kComplex && k != 'c' &&
        k != 'b') {
      // Python's own words for a complex number that should be a real one.
      checked(k == 'f' ? PyNumber_Float(value) : PyNumber_Long(value));
    }
    if (arg.is_weak && arg.weak.weak == Weak::kFloat &&
        (kind(target.dtype()) == 'i' || kind(target.dtype()) == 'u')) {
      if (arg.weak.re != arg.weak.re)
        throw ValueError("cannot convert float NaN to integer");
      if (arg.weak.re - arg.weak.re != 0)
        throw OverflowError("cannot convert float infinity to integer");
    }
    Scalar s = arg.is_weak ? to_scalar(arg.weak, target.dtype())
                           : cast_scalar(arg.scalar, target.dtype());
    ndarray result = ndarray::empty({}, target.dtype(), target.device());
    ops::fill(result, s);
    return result;
  }
  return to_array(value, target.device());
}

// The same for a selection of known rank, which lists must not exceed.
ndarray assigned_value(PyObject* value, const ndarray& target, int ndim) {
  ndarray a = assigned_value(value, target);
  if (a.ndim() <= ndim || !(PyList_Check(value) || PyTuple_Check(value)))
    return a;
  if (ndim == 0) throw ValueError("setting an array element with a sequence.");
  throw ValueError(format(
      "setting an array element with a sequence. The requested array would "
      "exceed the maximum number of dimension of %d.",
      ndim));
}

// The scalar of an assignment that needs no array, if it is one.
bool scalar_value(PyObject* value, const ndarray& target, Scalar* scalar) {
  bool plain = PyBool_Check(value) || PyLong_CheckExact(value) ||
               (PyFloat_CheckExact(value) && kind(target.dtype()) != 'i' &&
                kind(target.dtype()) != 'u');
  if (!plain) return false;
  ArgumentHolder holder;
  to_argument(value, target.device(), holder);
  const ops::Argument& arg = holder.argument;
  *scalar = arg.is_weak ? to_scalar(arg.weak, target.dtype())
                        : cast_scalar(arg.scalar, target.dtype());
  return true;
}

}  // namespace

ndarray selected_offsets(const ndarray& a, PyObject* key_object) {
  Key key = Parser(a, key_object).run();
  if (key.whole_mask) {
    key.arrays.resize(static_cast<size_t>(key.mask.ndim()));
    ops::nonzero(key.mask, key.arrays.data());
    for (int i = 0; i < key.mask.ndim(); ++i) key.axis.push_back(i);
  }
  std::vector<const ndarray*> index = slots(key);
  Dims index_shape;
  for (const ndarray& array : key.arrays)
    broadcast_into(index_shape, array.shape());
  int index_ndim = index_shape.size();
  int inner_ndim = key.view.ndim() - static_cast<int>(key.axis.size());
  int ndim = inner_ndim + index_ndim;

  auto steps = [&](int64_t n, int64_t first, int64_t step) {
    return ops::arange(n, make_scalar(first), make_scalar(step), DType::kInt64,
                       a.device());
  };
  ndarray total = ops::reshape(steps(1, key.view.data() - a.data(), 0),
                               Dims(ndim, 1), ops::Order::kC);
  int inner = 0;
  for (int i = 0; i < key.view.ndim(); ++i) {
    ndarray axis = steps(key.view.shape(i), 0, key.view.stride(i));
    Dims shape(ndim, 1);
    if (const ndarray* positions = index[static_cast<size_t>(i)]) {
      // Looked up in the offsets of the axis, which checks the bounds.
      axis = ops::index_get(axis, &positions);
      for (int k = 0; k < axis.ndim(); ++k)
        shape[key.position + index_ndim - axis.ndim() + k] = axis.shape(k);
    } else {
      int at = inner < key.position ? inner : inner + index_ndim;
      shape[at] = key.view.shape(i);
      ++inner;
    }
    total =
        ops::binary(Op::add, total, ops::reshape(axis, shape, ops::Order::kC));
  }
  return total;
}

PyObject* array_subscript(PyObject* self, PyObject* key_object) {
  return guarded([&]() -> PyObject* {
    const ndarray& a = array_of(self);
    Key key = Parser(a, key_object).run();
    if (key.whole_mask) {
      ndarray result;
      {
        Unlocked unlocked(a.size());
        result = ops::mask_get(a, key.mask);
      }
      return wrap(result);
    }
    if (key.arrays.empty())
      return key.copied ? wrap(ops::copy(key.view, ops::Order::kK))
                        : wrap(key.view, self);
    std::vector<const ndarray*> index = slots(key);
    return wrap(ops::index_get(key.view, index.data(), IndexMode::kRaise,
                               nullptr, key.position));
  });
}

int array_ass_subscript(PyObject* self, PyObject* key_object, PyObject* value) {
  return guarded_int([&] {
    TENORITE_CHECK(value != nullptr, ValueError,
                   "cannot delete array elements");
    const ndarray& a = array_of(self);
    TENORITE_CHECK(a.writeable(), ValueError,
                   "assignment destination is read-only");
    Key key = Parser(a, key_object).run();
    Scalar scalar;
    if (key.whole_mask) {
      if (scalar_value(value, a, &scalar)) {
        Dims shape = key.mask.shape();
        while (shape.size() < a.ndim()) shape.push_back(1);
        ndarray where = ops::reshape(key.mask, shape, ops::Order::kC);
        Dims full = a.shape();
        if (!(where.shape() == full)) where = ops::broadcast_to(where, full);
        ops::fill(a, scalar, &where);
      } else {
        put_masked(a, key.mask, assigned_value(value, a));
      }
    } else if (key.arrays.empty()) {
      if (scalar_value(value, a, &scalar))
        ops::fill(key.view, scalar);
      else
        ops::copy_into(key.view, assigned_value(value, a, key.view.ndim()),
                       Casting::kUnsafe);
    } else {
      std::vector<const ndarray*> index = slots(key);
      ops::index_put(key.view, index.data(), assigned_value(value, a),
                     IndexMode::kRaise, key.position);
    }
    return 0;
  });
}

PyObject* array_item(PyObject* self, PyObject* args) {
  return guarded([&]() -> PyObject* {
    const ndarray& a = array_of(self);
    Py_ssize_t n = PyTuple_GET_SIZE(args);
    if (n == 0) {
      TENORITE_CHECK(a.size() == 1, ValueError,
                     "can only convert an array of size 1 to a Python scalar");
      return scalar_to_python(read_item(a));
    }
    Dims where = n == 1 ? to_dims(PyTuple_GET_ITEM(args, 0), "index")
                        : to_dims(args, "index");
    int64_t offset = 0;
    if (where.size() == 1 && a.ndim() != 1) {
      int64_t flat = where[0], size = a.size();
      TENORITE_CHECK(flat >= -size && flat < size, IndexError,
                     "index %lld is out of bounds for size %lld",
                     static_cast<long long>(flat),
                     static_cast<long long>(size));
      if (flat < 0) flat += size;
      for (int i = a.ndim() - 1; i >= 0; --i) {
        offset += flat % a.shape(i) * a.stride(i);
        flat /= a.shape(i);
      }
    } else {
      TENORITE_CHECK(where.size() == a.ndim(), ValueError,
                     "incorrect number of indices for array");
      for (int i = 0; i < a.ndim(); ++i) {
        int64_t j = where[i], size = a.shape(i);
        TENORITE_CHECK(j >= -size && j < size, IndexError,
                       "index %lld is out of bounds for axis %d with size %lld",
                       static_cast<long long>(j), i,
                       static_cast<long long>(size));
        offset += (j < 0 ? j + size : j) * a.stride(i);
      }
    }
    return scalar_to_python(read_item(a.view(offset, {}, {})));
  });
}

}  // namespace tenorite::python
