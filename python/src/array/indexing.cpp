// SPDX-License-Identifier: Apache-2.0
// a[key] and a[key] = value by NumPy's rules.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "core/thread_pool.h"
#include "ops/api/host_items.h"
#include "ops/table/casting.h"
#include "python/src/array/object.h"

namespace tenorite::python {
namespace {

// A parsed key: a basic view, and integer arrays for some of its axes.
struct Key {
  struct Index {
    ndarray array;
    int axis;    // of the view
    int source;  // axis of the array, where bounds are still to be checked
  };
  ndarray view;
  std::vector<Index> indices;  // by axis
  int position = 0;            // where their axes go in the result
  bool whole_mask = false;     // a single mask over leading axes
  // Basic indices of which NumPy gives a copy: an integer for every axis, or
  // an integer that came as a 0-d array.
  bool copied = false;
  bool ellipsis = false;  // then one item is an array, too
  bool item = false;      // nothing but an integer for every axis
  ndarray mask;
};

enum class ItemKind { kInt, kSlice, kNew, kEllipsis, kArray, kMask, kBool };
// One entry of a key. Left uninitialised, for there are many places for few.
struct Item {
  ItemKind kind;
  int consumed;     // axes of the indexed array
  int array;        // where it came as one: its place among the arrays, else -1
  int64_t number;   // kInt, kBool
  PyObject* slice;  // kSlice: borrowed
};
constexpr Item make_item(ItemKind kind, int consumed, int64_t number = 0) {
  return {kind, consumed, -1, number, nullptr};
}

[[noreturn]] void throw_invalid_index() {
  throw IndexError(
      "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) "
      "and integer or boolean arrays are valid indices");
}

int64_t as_index(const Scalar& value) {
  int64_t number;
  std::memcpy(&number, cast_scalar(value, DType::kInt64).bytes, 8);
  TENORITE_CHECK(value.dtype != DType::kUint64 || number >= 0, OverflowError,
                 "Python int too large to convert to C long");
  return number;
}

// An array, or what becomes one, as an entry of a key.
Item array_item(PyObject* o, Device device, std::vector<ndarray>& arrays) {
  Item item = make_item(ItemKind::kArray, 1);
  ndarray array;
  if (is_numpy_array(o)) {
    Ref dtype = checked(PyObject_GetAttrString(o, "dtype"));
    Ref letter = checked(PyObject_GetAttrString(dtype.get(), "kind"));
    char k = static_cast<char>(PyUnicode_ReadChar(letter.get(), 0));
    TENORITE_CHECK(k == 'b' || k == 'i' || k == 'u', IndexError,
                   "arrays used as indices must be of integer (or boolean) "
                   "type");
  }
  if (is_array(o)) {
    array = array_of(o);
  } else {
    try {
      array = to_array(o, kCpu);
    } catch (const PythonError&) {
      if (!PyErr_ExceptionMatches(package_function("_UnsupportedDtype"))) throw;
      PyErr_Clear();  // objects or texts
      throw_invalid_index();
    }
    if (array.size() == 0 && kind(array.dtype()) == 'f' && !is_numpy_array(o))
      array = ops::astype(array, DType::kInt64);
  }
  char k = kind(array.dtype());
  if (k == 'b') {
    item.kind = array.ndim() == 0 ? ItemKind::kBool : ItemKind::kMask;
    item.consumed = array.ndim();
    if (item.kind == ItemKind::kBool) {
      item.number = is_true(read_item(array));
      return item;
    }
  } else if (k == 'i' || k == 'u') {
    if (array.ndim() == 0) {
      item.number = as_index(read_item(array));
      item.kind = ItemKind::kInt;
    }
  } else if (is_array(o) || is_numpy_array(o)) {
    throw IndexError(
        "arrays used as indices must be of integer (or boolean) "
        "type");
  } else {
    throw_invalid_index();
  }
  if (!(array.device() == device) && !array.device().is_cpu())
    throw ValueError(format("index array is on %s and the indexed array on %s",
                            to_string(array.device()).c_str(),
                            to_string(device).c_str()));
  item.array = static_cast<int>(arrays.size());
  arrays.push_back(std::move(array));
  return item;
}

// A single int, the commonest key of all, needs no parser. Nor does a scalar,
// which stands for its value: an array without axes would ask for a copy.
bool is_plain_index(PyObject* key, int64_t* i) {
  if (PyLong_CheckExact(key)) {
    int overflow;
    *i = PyLong_AsLongLongAndOverflow(key, &overflow);
    return !overflow;
  }
  if (!is_scalar(key)) return false;
  const ndarray& scalar = array_of(key);
  const char k = kind(scalar.dtype());
  if (k != 'i' && k != 'u') return false;
  *i = as_index(read_item(scalar));
  return true;
}

Item parse_item(PyObject* o, Device device, std::vector<ndarray>& arrays) {
  if (int64_t number; is_plain_index(o, &number))
    return make_item(ItemKind::kInt, 1, number);
  TENORITE_CHECK(!PyLong_CheckExact(o), IndexError,
                 "cannot fit 'int' into an index-sized integer");
  if (PySlice_Check(o)) {
    Item item = make_item(ItemKind::kSlice, 1);
    item.slice = o;
    return item;
  }
  if (o == Py_None) return make_item(ItemKind::kNew, 0);
  if (o == Py_Ellipsis) return make_item(ItemKind::kEllipsis, 0);
  if (PyBool_Check(o)) return make_item(ItemKind::kBool, 0, o == Py_True);
  if (is_array(o) || is_numpy_array(o) || PyList_Check(o) || PyTuple_Check(o))
    return array_item(o, device, arrays);
  if (PyFloat_Check(o) || PyUnicode_Check(o) || PyBytes_Check(o) ||
      PyComplex_Check(o))
    throw_invalid_index();
  if (is_numpy_scalar(o) && !PyIndex_Check(o))
    return array_item(o, device, arrays);
  if (!PyIndex_Check(o)) {
    // Any other sequence (range, array.array) is an index array too.
    if (PySequence_Check(o) || PyObject_HasAttrString(o, "__array__"))
      return array_item(o, device, arrays);
    throw_invalid_index();
  }
  return make_item(ItemKind::kInt, 1, to_int64(o));
}

// As in NumPy, axes of length 0 of a mask fit all lengths.
void check_mask_shape(const ndarray& a, int axis, const ndarray& mask) {
  for (int i = 0; i < mask.ndim(); ++i)
    TENORITE_CHECK(mask.shape(i) == a.shape(axis + i) || mask.shape(i) == 0,
                   IndexError,
                   "boolean index did not match indexed array along axis %d; "
                   "size of axis is %lld but size of corresponding boolean "
                   "axis is %lld",
                   axis + i, static_cast<long long>(a.shape(axis + i)),
                   static_cast<long long>(mask.shape(i)));
}

// Whether a shape begins with the lengths of a mask.
bool leads(const Dims& mask, const Dims& shape) {
  return mask.size() <= shape.size() &&
         std::equal(mask.begin(), mask.end(), shape.begin());
}

// IndexError for an index out of bounds; then whether none is negative.
bool check_host_bounds(const ndarray& index, int64_t n, int axis) {
  if (index.dtype() != DType::kInt64 || !index.is_c_contiguous() ||
      !index.is_aligned())
    return check_host_bounds(ops::astype(index, DType::kInt64, ops::Order::kC),
                             n, axis);
  const auto* p = reinterpret_cast<const int64_t*>(index.data());
  const int64_t size = index.size();
  // From -n counted on, where 0 <= from_start <= last: of a number beyond one
  // of the two differences has a sign. No comparison, which compilers leave
  // scalar for 64 bits.
  const auto count = static_cast<uint64_t>(n), last = 2 * count - 1;
  std::atomic<uint64_t> signs = 0, given_signs = 0;
  parallel_for(size, int64_t{1} << 16, [&](int64_t first, int64_t stop) {
    uint64_t found = 0, given = 0;
    for (int64_t i = first; i < stop; ++i) {
      const uint64_t from_start = static_cast<uint64_t>(p[i]) + count;
      found |= from_start | (last - from_start);
      given |= static_cast<uint64_t>(p[i]);
    }
    signs |= found;
    given_signs |= given;
  });
  if (signs >> 63 == 0) return given_signs >> 63 == 0;
  for (int64_t i = 0; i < size; ++i)
    TENORITE_CHECK(p[i] >= -n && p[i] < n, IndexError,
                   "index %lld is out of bounds for axis %d with size %lld",
                   static_cast<long long>(p[i]), axis,
                   static_cast<long long>(n));
  return true;
}

// What a slice makes of an axis, and of the offset of the first element.
void cut(PyObject* slice, int64_t& n, int64_t& stride, int64_t& offset) {
  Py_ssize_t start, stop, step;
  check_python(PySlice_Unpack(slice, &start, &stop, &step) == 0);
  n = PySlice_AdjustIndices(n, &start, &stop, step);
  if (n == 0) return;  // as in NumPy without a step
  offset += start * stride;
  stride *= step;
}

// Nor do slices, and ints for some of the axes: the view that they ask for.
// False for other keys, and for ints out of bounds.
bool basic_view(const ndarray& a, PyObject* key, ndarray* view) {
  const bool several = PyTuple_Check(key);
  const Py_ssize_t n = several ? PyTuple_GET_SIZE(key) : 1;
  if (n > a.ndim()) return false;
  auto item = [&](Py_ssize_t i) {
    return several ? PyTuple_GET_ITEM(key, i) : key;
  };
  Dims shape = a.shape(), strides = a.strides();
  int64_t offset = 0;
  int kept = 0;
  for (int axis = 0; axis < a.ndim(); ++axis) {
    int64_t length = a.shape(axis), stride = a.stride(axis);
    if (axis < n) {
      PyObject* of_axis = item(axis);
      if (int64_t i; is_plain_index(of_axis, &i)) {
        if (i < -length || i >= length) return false;
        offset += (i < 0 ? i + length : i) * stride;
        continue;
      }
      if (!PySlice_Check(of_axis)) return false;
      cut(of_axis, length, stride, offset);
    }
    shape[kept] = length;
    strides[kept++] = stride;
  }
  if (kept == 0) return false;  // an item
  shape.resize(kept);
  strides.resize(kept);
  *view = a.view(offset, std::move(shape), std::move(strides));
  return true;
}

// NumPy's own limit on the entries of a key.
constexpr int kMaxItems = 2 * kMaxDims + 1;

class Parser {
 public:
  Parser(const ndarray& a, PyObject* key) : a_(a), device_(a.device()) {
    collect(key);
  }

  // `checked_later`: what is done with the key refuses indices out of bounds of
  // axes of the view, before it writes anything.
  void run(Key& key, bool checked_later = false) {
    int consumed = 0, ellipses = 0;
    bool integers = true, scalar_array = false;
    for (int i = 0; i < count_; ++i) {
      const Item& item = items_[i];
      consumed += item.consumed;
      ellipses += item.kind == ItemKind::kEllipsis;
      integers = integers && item.kind == ItemKind::kInt;
      scalar_array =
          scalar_array || (item.kind == ItemKind::kInt && item.array >= 0);
    }
    TENORITE_CHECK(ellipses <= 1, IndexError,
                   "an index can only have a single ellipsis ('...')");
    TENORITE_CHECK(consumed <= a_.ndim(), IndexError,
                   "too many indices for array: array is %d-dimensional, but "
                   "%d were indexed",
                   a_.ndim(), consumed);
    if (count_ == 1 && items_[0].kind == ItemKind::kMask &&
        leads(arrays_[0].shape(), a_.shape())) {
      key.whole_mask = true;
      key.mask = ops::to_device(arrays_[0], device_);
      key.view = a_;
      return;
    }
    key.item = consumed == a_.ndim() && consumed == count_ &&
               (integers || count_ == 0);
    key.copied = (integers && consumed == a_.ndim()) || scalar_array;
    key.ellipsis = ellipses > 0;
    key_ = &key;
    int rest = a_.ndim() - consumed;
    for (int i = 0; i < count_; ++i) apply(items_[i], rest, i + 1 == count_);
    if (ellipses == 0) apply(make_item(ItemKind::kEllipsis, 0), rest, true);
    key.view = a_.view(offset_, std::move(shape_), std::move(strides_));
    if (!key.indices.empty()) check_indices(checked_later);
  }

 private:
  void collect(PyObject* key) {
    if (PyTuple_Check(key)) {
      Py_ssize_t n = PyTuple_GET_SIZE(key);
      TENORITE_CHECK(n <= kMaxItems, IndexError, "too many indices for array");
      for (; count_ < n; ++count_)
        items_[count_] =
            parse_item(PyTuple_GET_ITEM(key, count_), device_, arrays_);
    } else {
      items_[count_++] = parse_item(key, device_, arrays_);
    }
    for (int i = 0; i < count_; ++i)
      advanced_ = advanced_ || items_[i].kind == ItemKind::kArray ||
                  items_[i].kind == ItemKind::kMask ||
                  items_[i].kind == ItemKind::kBool;
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
      key_->position = shape_.size() - static_cast<int>(key_->indices.size());
      run_state_ = 1;
    } else if (run_state_ == 2) {
      key_->position = 0;
      run_state_ = 3;
    }
  }

  // Shapes first, then the bounds of what is on the host, before any work.
  void check_indices(bool checked_later) {
    Dims shape;
    bool fits = true;
    for (const Key::Index& index : key_->indices)
      fits = broadcast_into(shape, index.array.shape()) && fits;
    if (!fits) [[unlikely]] {
      std::string shapes;
      for (const Key::Index& index : key_->indices)
        shapes += to_compact_string(index.array.shape()) + " ";
      throw IndexError(
          "shape mismatch: indexing arrays could not be broadcast together "
          "with shapes " +
          shapes);
    }
    for (Key::Index& index : key_->indices) {
      const bool later =
          checked_later && device_.is_cpu() && index.source == index.axis;
      if (index.source >= 0 && index.array.device().is_cpu() && !later)
        check_host_bounds(index.array, key_->view.shape(index.axis),
                          index.source);
      if (!(index.array.device() == device_))
        index.array = ops::to_device(index.array, device_);
    }
  }

  void add_index(ndarray array, int64_t n, int64_t stride, int source) {
    note_advanced();
    key_->indices.push_back({std::move(array), shape_.size(), source});
    shape_.push_back(n);
    strides_.push_back(stride);
  }

  void apply(const Item& item, int rest, bool last) {
    switch (item.kind) {
      case ItemKind::kNew:
        keep(1, 0);
        return;
      case ItemKind::kEllipsis:
        for (int i = 0; i < rest; ++i, ++axis_)
          keep(a_.shape(axis_), a_.stride(axis_));
        if (rest == 0 && !last && run_state_ == 1) run_state_ = 2;
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
        int64_t n = a_.shape(axis_), stride = a_.stride(axis_);
        cut(item.slice, n, stride, offset_);
        keep(n, stride);
        ++axis_;
        return;
      }
      case ItemKind::kArray:
        add_index(std::move(arrays_[static_cast<size_t>(item.array)]),
                  a_.shape(axis_), a_.stride(axis_), axis_);
        ++axis_;
        return;
      case ItemKind::kBool: {
        // A 0-d mask adds an axis of length one and keeps or drops it.
        ndarray index =
            ops::arange(item.number ? 1 : 0, make_scalar(int64_t{0}),
                        make_scalar(int64_t{0}), DType::kInt64, device_);
        add_index(std::move(index), 1, 0, -1);
        return;
      }
      case ItemKind::kMask: {
        const ndarray& given = arrays_[item.array];
        check_mask_shape(a_, axis_, given);
        std::vector<ndarray> positions(static_cast<size_t>(given.ndim()));
        ndarray mask = ops::to_device(given, device_);
        ops::nonzero(mask, positions.data());
        for (ndarray& p : positions) {
          add_index(std::move(p), a_.shape(axis_), a_.stride(axis_), -1);
          ++axis_;
        }
        return;
      }
    }
  }

  const ndarray& a_;
  Device device_;
  int count_ = 0;
  Item items_[kMaxItems];
  std::vector<ndarray> arrays_;
  bool advanced_ = false;
  int run_state_ = 0;
  int axis_ = 0;
  int64_t offset_ = 0;
  Dims shape_, strides_;
  Key* key_ = nullptr;
};

// The index arrays of a key, one slot per axis of its view.
struct Slots {
  explicit Slots(const Key& key) {
    std::fill(index, index + key.view.ndim(), nullptr);
    for (const Key::Index& i : key.indices) index[i.axis] = &i.array;
  }
  Slots(const ndarray& a, const ndarray* first) {
    std::fill(index, index + a.ndim(), nullptr);
    index[0] = first;
  }
  const ndarray* index[kMaxDims];
};

// An object read as a number of a kind, as Python's types do it.
Ref number_from(PyObject* value, char kind) {
  if (kind == 'c' && !PyUnicode_Check(value)) {
    Py_complex number = PyComplex_AsCComplex(value);
    check_python(number.real != -1 || !PyErr_Occurred());
    return checked(PyComplex_FromCComplex(number));
  }
  PyTypeObject* type = kind == 'c'   ? &PyComplex_Type
                       : kind == 'f' ? &PyFloat_Type
                       : kind == 'b' ? &PyBool_Type
                                     : &PyLong_Type;
  return checked(PyObject_CallOneArg(reinterpret_cast<PyObject*>(type), value));
}

// What is assigned, as an array on the target's device. NumPy's scalars are
// cast where positions or a mask are assigned to, and else stored as items.
ndarray assigned_value(PyObject* value, const ndarray& target, bool cast) {
  if (char k = kind(target.dtype());
      value == Py_None && (k == 'f' || k == 'c')) {
    constexpr double kNan = __builtin_nan("");
    Ref nan = checked(k == 'f' ? PyFloat_FromDouble(kNan)
                               : PyComplex_FromDoubles(kNan, kNan));
    return assigned_value(nan.get(), target, cast);
  }
  if (PyUnicode_Check(value))
    return assigned_value(number_from(value, kind(target.dtype())).get(),
                          target, cast);
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
    ndarray result = ndarray::empty({}, target.dtype(), target.device());
    const ops::Argument& number = holder.argument;
    ops::fill(result, cast && !number.is_weak ? number.scalar
                                              : number.item(target.dtype()));
    return result;
  }
  if (is_numpy_array(value)) {
    const Ref dtype = checked(PyObject_GetAttrString(value, "dtype"));
    if (!known_dtype(dtype.get())) {  // texts, objects and the like
      const Ref items = checked(PyObject_CallMethod(
          value, "astype", "O", dtype_object(target.dtype())));
      return to_array(items.get(), target.device());
    }
  }
  // Everything else is read as items of the target, as NumPy does.
  return to_array(
      value, target.device(),
      is_numpy_array(value) ? std::nullopt : std::optional(target.dtype()));
}

// The same for a selection of known rank, which lists must not exceed.
ndarray assigned_items(PyObject* value, const ndarray& target, int ndim) {
  ndarray a = assigned_value(value, target, false);
  if (a.ndim() <= ndim || !(PyList_Check(value) || PyTuple_Check(value)))
    return a;
  throw ValueError(format(
      "setting an array element with a sequence. The requested array would "
      "exceed the maximum number of dimension of %d.",
      ndim));
}

bool has_narrow_floats(DType dtype) {
  const DType part = real_of(dtype);
  return kind(part) == 'f' && itemsize(part) < sizeof(double);
}

// The scalar of an assignment that needs no array, if it is one.
bool scalar_value(PyObject* value, const ndarray& target, Scalar* scalar) {
  if (is_scalar(value) && ops::is_host_item(array_of(value)) &&
      target.device().is_cpu()) {
    const DType from = array_of(value).dtype(), to = target.dtype();
    if (from != to && !can_cast(from, to, Casting::kSafe)) return false;
    *scalar = cast_scalar(ops::item(array_of(value)), to);
    return true;
  }
  bool plain = PyBool_Check(value) || PyLong_CheckExact(value) ||
               PyFloat_CheckExact(value);
  if (!plain) return false;
  ArgumentHolder holder;
  to_argument(value, target.device(), holder);
  // What fits a double needs no errstate, which takes time.
  if (has_narrow_floats(target.dtype())) take_float_state();
  *scalar = holder.argument.item(target.dtype());
  return true;
}

// What is stored for a value that fills items one by one: NumPy reads a scalar
// as a Python number then, and integers with a sign refuse what they cannot
// hold. One that a GPU has still to compute is not waited for.
Ref stored_value(PyObject* value, const ndarray& target) {
  if (!is_scalar(value)) return Ref::borrow(value);
  const ndarray& item = array_of(value);
  const DType from = item.dtype(), to = target.dtype();
  if (kind(to) != 'i' || can_cast(from, to, Casting::kSafe) ||
      !(item.device().is_cpu() || ops::is_host_item(item)))
    return Ref::borrow(value);
  if (kind(from) == 'c') ops::check_discarded(from, to);
  const Scalar number = read_item(item);
  return Ref(scalar_to_python(
      kind(from) == 'c' ? cast_scalar(number, DType::kFloat64) : number));
}

// Nor does one int for each of several axes. Where the item starts, in bytes.
bool is_plain_item(const ndarray& a, PyObject* key, int64_t* offset) {
  if (!PyTuple_CheckExact(key) || PyTuple_GET_SIZE(key) != a.ndim() ||
      a.ndim() == 0)
    return false;
  *offset = 0;
  for (int axis = 0; axis < a.ndim(); ++axis) {
    int64_t i;
    if (!is_plain_index(PyTuple_GET_ITEM(key, axis), &i)) return false;
    const int64_t n = a.shape(axis);
    if (i < -n || i >= n) return false;  // the parser says what is wrong
    *offset += (i < 0 ? i + n : i) * a.stride(axis);
  }
  return true;
}

// Nor does a single integer array on the same device; null for other keys.
const ndarray* plain_positions(const ndarray& a, PyObject* key) {
  if (!is_array(key) || a.ndim() == 0) return nullptr;
  const ndarray& positions = array_of(key);
  char k = kind(positions.dtype());
  bool plain = (k == 'i' || k == 'u') && positions.ndim() > 0 &&
               positions.device() == a.device();
  return plain ? &positions : nullptr;
}

// Sets the items of a view of `a`.
void assign(const ndarray& view, PyObject* given, const ndarray& a) {
  const Ref stored = stored_value(given, a);
  PyObject* value = stored.get();
  if (is_array(value) && array_of(value).device() == a.device() &&
      array_of(value).ndim() > 0)
    ops::copy_into(view, array_of(value), Casting::kUnsafe);
  else if (Scalar scalar; scalar_value(value, a, &scalar))
    ops::fill(view, scalar);
  else
    ops::copy_into(view, assigned_items(value, a, view.ndim()),
                   Casting::kUnsafe);
}

void put(const ndarray& a, const Slots& slots, PyObject* value, int position) {
  Scalar scalar;
  if (scalar_value(value, a, &scalar))
    ops::index_put(a, slots.index, scalar, IndexMode::kRaise, position);
  else
    ops::index_put(a, slots.index, assigned_value(value, a, true),
                   IndexMode::kRaise, position);
}

// Where a[i] starts, in bytes.
int64_t offset_at(const ndarray& a, int64_t i) {
  TENORITE_CHECK(a.ndim() > 0, IndexError,
                 "too many indices for array: array is 0-dimensional, but 1 "
                 "were indexed");
  int64_t n = a.shape(0);
  TENORITE_CHECK(i >= -n && i < n, IndexError,
                 "index %lld is out of bounds for axis 0 with size %lld",
                 static_cast<long long>(i), static_cast<long long>(n));
  return (i < 0 ? i + n : i) * a.stride(0);
}

}  // namespace

Ref item_value(PyObject* value, char kind) {
  if (PyFloat_Check(value) || PyLong_Check(value) || PyComplex_Check(value) ||
      PyUnicode_Check(value) || is_numpy_scalar(value))
    return Ref::borrow(value);
  constexpr char kSequence[] = "setting an array element with a sequence.";
  if (is_array(value) || is_numpy_array(value)) {
    Ref ndim = checked(PyObject_GetAttrString(value, "ndim"));
    if (PyLong_AsLong(ndim.get()) == 0) return Ref::borrow(value);
    if (kind == 'b') return number_from(value, kind);
    if (kind != 'c') throw ValueError(kSequence);
    throw TypeError(
        "only 0-dimensional arrays can be converted to Python scalars");
  }
  if (value == Py_None && (kind == 'f' || kind == 'c'))
    return Ref::borrow(value);
  if (kind == 'f' && PySequence_Check(value) && !PyBytes_Check(value))
    throw ValueError(kSequence);
  return number_from(value, kind);
}

ndarray positions_on_host(const ndarray& a, PyObject* key) {
  const ndarray* given = plain_positions(a, key);
  if (!given || a.ndim() != 1 || !a.device().is_cpu() ||
      overlap(a, *given) != Overlap::kNone)
    return {};
  ndarray found = ops::astype(*given, DType::kInt64, ops::Order::kC, false);
  found = ops::contiguous(found);
  return check_host_bounds(found, a.shape(0), 0) ? found : ndarray();
}

ndarray selected_offsets(const ndarray& a, PyObject* key_object) {
  Key key;
  Parser(a, key_object).run(key);
  if (key.whole_mask) {
    std::vector<ndarray> positions(static_cast<size_t>(key.mask.ndim()));
    ops::nonzero(key.mask, positions.data());
    for (int i = 0; i < key.mask.ndim(); ++i)
      key.indices.push_back(
          {std::move(positions[static_cast<size_t>(i)]), i, -1});
  }
  const Slots slots(key);
  Dims index_shape;
  for (const Key::Index& i : key.indices)
    broadcast_into(index_shape, i.array.shape());
  int index_ndim = index_shape.size();
  int inner_ndim = key.view.ndim() - static_cast<int>(key.indices.size());
  int ndim = inner_ndim + index_ndim;

  auto steps = [&](int64_t n, int64_t first, int64_t step) {
    return ops::arange(n, make_scalar(first), make_scalar(step), DType::kInt64,
                       a.device());
  };
  auto constant = [&](int64_t number) { return steps(1, number, 0); };
  auto product = [](const ndarray& x, const ndarray& y) {
    return ops::binary(Op::multiply, x, y);
  };
  ndarray total = ops::reshape(constant(key.view.offset() - a.offset()),
                               Dims(ndim, 1), ops::Order::kC);
  int inner = 0;
  for (int i = 0; i < key.view.ndim(); ++i) {
    const int64_t n = key.view.shape(i), stride = key.view.stride(i);
    ndarray axis;
    Dims shape(ndim, 1);
    if (const ndarray* positions = slots.index[i]) {
      if (a.device().is_cpu()) {  // whose bounds are checked
        const ndarray at = ops::astype(*positions, DType::kInt64);
        const ndarray from_end = ops::binary(Op::less, at, constant(0));
        axis = product(ops::binary(Op::add, at, product(from_end, constant(n))),
                       constant(stride));
      } else {  // looked up in the offsets of the axis, which checks them
        axis = ops::index_get(steps(n, 0, stride), &positions);
      }
      for (int k = 0; k < axis.ndim(); ++k)
        shape[key.position + index_ndim - axis.ndim() + k] = axis.shape(k);
    } else {
      axis = steps(n, 0, stride);
      int at = inner < key.position ? inner : inner + index_ndim;
      shape[at] = n;
      ++inner;
    }
    total =
        ops::binary(Op::add, total, ops::reshape(axis, shape, ops::Order::kC));
  }
  return total;
}

namespace {
// What is written to an item nobody would see in the array: it is a copy.
PyObject* read_only(PyObject* item) {
  if (item && is_scalar(item)) array_of(item).set_writeable(false);
  return item;
}

// The item at a byte offset, as a scalar.
PyObject* wrap_item_at(const ndarray& a, int64_t offset) {
  if (const char* value = ops::host_item_at(a, offset))
    return read_only(wrap_host_item(a.dtype(), value));
  return read_only(wrap_result(ops::copy_item(a, offset)));
}
}  // namespace

PyObject* array_at(PyObject* self, int64_t i) {
  const ndarray& a = array_of(self);
  int64_t offset = offset_at(a, i);
  if (a.ndim() == 1) return wrap_item_at(a, offset);
  return wrap(a.view(offset, Dims(a.shape().data() + 1, a.ndim() - 1),
                     Dims(a.strides().data() + 1, a.ndim() - 1)),
              self);
}

namespace {
PyObject* wrap_item(const Key& key, ndarray item) {
  return key.ellipsis ? wrap(std::move(item))
                      : read_only(wrap_result(std::move(item)));
}
}  // namespace

PyObject* array_subscript(PyObject* self, PyObject* key_object) {
  return guarded([&]() -> PyObject* {
    const ndarray& a = array_of(self);
    if (int64_t i; is_plain_index(key_object, &i)) return array_at(self, i);
    if (int64_t offset; is_plain_item(a, key_object, &offset))
      return wrap_item_at(a, offset);
    if (const ndarray* positions = plain_positions(a, key_object))
      return wrap_result(ops::index_get(a, Slots(a, positions).index));
    if (ndarray view; basic_view(a, key_object, &view))
      return wrap(std::move(view), self);
    Key key;
    Parser(a, key_object).run(key, true);
    if (key.whole_mask) {
      ndarray result;
      {
        Unlocked unlocked(a.size());
        result = ops::mask_get(a, key.mask);
      }
      return wrap(std::move(result));
    }
    if (key.indices.empty())
      return key.copied ? wrap_item(key, ops::copy(key.view, ops::Order::kK))
             : is_scalar(self) ? wrap(ops::copy(key.view))
                               : wrap(std::move(key.view), self);
    return wrap_item(
        key, ops::index_get(key.view, Slots(key).index, IndexMode::kRaise,
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
    Scalar scalar;
    int64_t offset = 0;
    bool one_item = is_plain_item(a, key_object, &offset);
    if (int64_t i; a.ndim() == 1 && is_plain_index(key_object, &i)) {
      offset = offset_at(a, i);
      one_item = true;
    }
    if (one_item && scalar_value(stored_value(value, a).get(), a, &scalar)) {
      ops::set_item(a, offset, scalar);
      return 0;
    }
    if (const ndarray* positions = plain_positions(a, key_object)) {
      take_float_state();
      put(a, Slots(a, positions), value, 0);
      return 0;
    }
    if (ndarray view; basic_view(a, key_object, &view)) {
      take_float_state();
      assign(view, value, a);
      return 0;
    }
    Key key;
    Parser(a, key_object).run(key);
    take_float_state();
    if (key.whole_mask) {
      if (scalar_value(value, a, &scalar)) {
        ops::mask_put(a, key.mask, scalar);
      } else {
        ops::mask_put(a, key.mask, assigned_value(value, a, true));
      }
    } else if (key.indices.empty()) {
      Ref item =
          key.item ? item_value(value, kind(a.dtype())) : Ref::borrow(value);
      assign(key.view, item.get(), a);
    } else {
      put(key.view, Slots(key), value, key.position);
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
    // A tuple is the index itself, anything else is one of its numbers.
    PyObject* first = PyTuple_GET_ITEM(args, 0);
    Dims where =
        to_dims(n == 1 && PyTuple_Check(first) ? first : args, "index");
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
