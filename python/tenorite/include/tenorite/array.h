// SPDX-License-Identifier: Apache-2.0
// Arrays of tenorite in C++17, for extensions: arguments that are checked, new
// arrays, scratch memory. Header-only; needs Python.h and, when it runs, an
// installed tenorite. With pybind11 or nanobind include <tenorite/pybind11.h>
// or <tenorite/nanobind.h> instead.
#pragma once

#include <tenorite/object.h>
#include <tenorite/rules.h>

#include <initializer_list>
#include <vector>

// cudaStream_t, without CUDA's headers.
struct CUstream_st;

#ifdef __CUDACC__
#define TENORITE_HOST_DEVICE __host__ __device__
#else
#define TENORITE_HOST_DEVICE
#endif

namespace TENORITE_NAMESPACE {

// Any array, and what is known of it without executing or waiting: copies refer
// to the same one.
class any_array {
 public:
  any_array() { std::memset(&layout_, 0, offsetof(tenorite_layout, shape)); }
  any_array(const any_array& o) : object_(o.object_) { take(o.layout_); }
  any_array(any_array&& o) noexcept : object_(std::move(o.object_)) {
    take(o.layout_);
  }
  any_array& operator=(const any_array& o) {
    object_ = o.object_;
    take(o.layout_);
    return *this;
  }

  explicit operator bool() const { return static_cast<bool>(object_); }
  PyObject* ptr() const { return object_.ptr(); }
  operator object() const { return object_; }

  const tenorite_layout& layout() const { return layout_; }
  int ndim() const { return layout_.ndim; }
  int64_t size() const { return layout_.size; }  // items
  int64_t shape(int axis) const { return layout_.shape[axis]; }
  int64_t stride(int axis) const { return layout_.strides[axis]; }  // bytes
  const int64_t* shape() const { return layout_.shape; }
  const int64_t* strides() const { return layout_.strides; }
  char dtype() const { return static_cast<char>(layout_.dtype); }
  int itemsize() const { return layout_.itemsize; }
  int64_t nbytes() const { return layout_.size * layout_.itemsize; }
  tenorite_device device() const { return layout_.device; }
  bool is_cpu() const { return layout_.device.type == TENORITE_CPU; }
  bool is_cuda() const { return layout_.device.type == TENORITE_CUDA; }
  bool is_c_order() const { return layout_.flags & TENORITE_C_ORDER; }
  bool is_f_order() const { return layout_.flags & TENORITE_F_ORDER; }
  bool is_writeable() const { return layout_.flags & TENORITE_WRITEABLE; }

  // The calling thread's current stream of the array's device, for work with
  // the array: a cudaStream_t, null on the CPU device.
  CUstream_st* stream() const {
    void* found;
    if (api().stream(device(), &found) < 0) raise();
    return static_cast<CUstream_st*>(found);
  }
  // For pointers that are kept: nothing is recorded any more that reads or
  // writes the array.
  void expose() const {
    if (api().expose(ptr()) < 0) raise();
  }

 protected:
  void* pointer(int access) const {
    void* found;
    if (api().data(ptr(), &layout_, access, &found) < 0) raise();
    return found;
  }
  bool load(PyObject* o) {
    if (!api().layout(o, &layout_)) return false;
    object_ = object::borrow(o);
    return true;
  }

 private:
  void take(const tenorite_layout& o) {
    const auto n = static_cast<std::size_t>(o.ndim);
    std::memcpy(&layout_, &o, offsetof(tenorite_layout, shape));
    std::memcpy(layout_.shape, o.shape, n * sizeof(int64_t));
    std::memcpy(layout_.strides, o.strides, n * sizeof(int64_t));
  }

  object object_;
  tenorite_layout layout_;
};

// The items of an array of N axes by their positions: a plain struct, which
// kernels take as well. Positions are not checked.
template <class T, int N>
struct view {
  T* data;
  int64_t shape[N > 0 ? N : 1];
  int64_t strides[N > 0 ? N : 1];  // bytes

  template <class... I>
  TENORITE_HOST_DEVICE T& operator()(I... at) const {
    static_assert(sizeof...(I) == N, "one position for each axis");
    const int64_t positions[] = {static_cast<int64_t>(at)..., 0};
    int64_t offset = 0;
    for (int axis = 0; axis < N; ++axis)
      offset += positions[axis] * strides[axis];
    using byte = std::conditional_t<std::is_const_v<T>, const char, char>;
    return *reinterpret_cast<T*>(reinterpret_cast<byte*>(data) + offset);
  }
};

// An array of items T under rules, such as array<float, ndim<2>, c_order>.
// `const T` is for those that are only read; others must not be read-only.
// `void` and `const void` are any dtype. Rules: ndim<N>, shape<N, ...> with -1
// for any length, c_order, f_order, contiguous, cpu, cuda.
template <class T = const void, class... Rules>
class array : public any_array {
 public:
  array() = default;
  // TypeError or ValueError that names the argument where the object is no such
  // array. `where` is its name.
  array(PyObject* o, const place& where) {
    if (!load(o)) detail::refuse_kind(where, o);
    if (!rules::fit(layout())) rules::refuse(where, layout());
  }
  array(const any_array& a, const place& where) : array(a.ptr(), where) {}
  array(const object& o, const place& where) : array(o.ptr(), where) {}
  // One that may be written to as one that is only read, without rules.
  template <class U, class... R,
            class = std::enable_if_t<
                sizeof...(Rules) == 0 && std::is_convertible_v<U*, T*> &&
                (std::is_void_v<T> || std::is_same_v<std::remove_const_t<U>,
                                                     std::remove_const_t<T>>)>>
  array(const array<U, R...>& a) : any_array(a) {}

  // False where the object is no such array.
  bool try_load(PyObject* o) { return load(o) && rules::fit(layout()); }

  // The first item, for work on stream(), or on the host for the CPU device.
  // What was recorded before is executed, that is on a GPU queued; ask again
  // after each operation of tenorite on the array.
  T* data() const {
    return static_cast<T*>(pointer(
        std::is_const_v<T> ? TENORITE_READ : TENORITE_READ | TENORITE_WRITE));
  }

  // ValueError unless the array has N axes.
  template <int N>
  tenorite::view<T, N> view() const {
    if (ndim() != N)
      raise(PyExc_ValueError, "a view of " + std::to_string(N) +
                                  " axes of an array that has " +
                                  std::to_string(ndim()));
    tenorite::view<T, N> made{};
    for (int axis = 0; axis < N; ++axis) {
      made.shape[axis] = shape(axis);
      made.strides[axis] = stride(axis);
    }
    made.data = data();
    return made;
  }

  static constexpr auto signature = detail::signature<T, Rules...>();

 private:
  using rules = detail::rules_of<T, Rules...>;
};

// ---- new arrays ----

// One whose items are not set, in order 'C' or 'F'.
template <class T>
array<T> empty(const int64_t* shape, int ndim, tenorite_device device,
               char order = 'C') {
  return {checked(api().empty(dtype_of<T>::letter, ndim, shape, order, device)),
          "out"};
}
template <class T>
array<T> empty(std::initializer_list<int64_t> shape, tenorite_device device,
               char order = 'C') {
  return empty<T>(shape.begin(), static_cast<int>(shape.size()), device, order);
}
template <class T>
array<T> empty(const std::vector<int64_t>& shape, tenorite_device device,
               char order = 'C') {
  return empty<T>(shape.data(), static_cast<int>(shape.size()), device, order);
}
// One of the shape and on the device of `a`; with order 'K' in its order too.
template <class T>
array<T> empty_like(const any_array& a, char order = 'K') {
  return {checked(api().empty_like(a.ptr(), dtype_of<T>::letter, order)),
          "out"};
}
template <class T, class... Rules>
array<std::remove_const_t<T>> empty_like(const array<T, Rules...>& a,
                                         char order = 'K') {
  return {checked(api().empty_like(a.ptr(), 0, order)), "out"};
}

// Memory of the pool of a device for `n` items, for work on the stream that is
// current when it is made. It may go while that work is still queued.
template <class T = char>
class scratch {
 public:
  scratch(std::size_t n, tenorite_device device) : size_(n) {
    if (n > SIZE_MAX / 2 / sizeof(T))
      raise(PyExc_MemoryError,
            "scratch memory of " + std::to_string(n) + " items");
    void* found;
    if (api().allocate(device, n * sizeof(T), &found, &block_) < 0) raise();
    data_ = static_cast<T*>(found);
  }
  scratch(scratch&& o) noexcept
      : data_(o.data_), size_(o.size_), block_(std::exchange(o.block_, {})) {}
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  ~scratch() {
    if (block_) api().release(block_);
  }
  T* data() const { return data_; }
  std::size_t size() const { return size_; }  // items
  std::size_t nbytes() const { return size_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  void* block_ = nullptr;
};

}  // namespace TENORITE_NAMESPACE
