// SPDX-License-Identifier: Apache-2.0
// tenorite.ndarray.flags: what an array's memory was like when asked.
#include <cstring>
#include <iterator>

#include "python/src/array/object.h"

namespace tenorite::python {
namespace {

// As NumPy numbers them.
enum Bit : unsigned {
  kC = 0x1,
  kF = 0x2,
  kOwned = 0x4,
  kAligned = 0x100,
  kWriteable = 0x400
};
constexpr unsigned kBehaved = kAligned | kWriteable;

struct FlagsObject {
  PyObject_HEAD PyObject* array;
  unsigned bits;
};
PyTypeObject* g_flags_type;

struct Flag {
  const char* name;
  const char* letters;  // further names for flags["..."]
  bool (*holds)(unsigned bits);
  const char* doc;
};

template <unsigned kBits>
bool all_of(unsigned bits) {
  return (bits & kBits) == kBits;
}
template <unsigned kBits>
bool only_f(unsigned bits) {
  return (bits & (kBits | kF | kC)) == (kBits | kF);
}

constexpr Flag kFlags[] = {
    {"c_contiguous", " C CONTIGUOUS ", all_of<kC>,
     "Whether the items follow each other in C order."},
    {"f_contiguous", " F FORTRAN ", all_of<kF>,
     "Whether the items follow each other in Fortran order."},
    {"owndata", " O ", all_of<kOwned>,
     "Whether the array is no view of another."},
    {"writeable", " W ", all_of<kWriteable>,
     "Whether the items may be changed; may be set."},
    {"aligned", " A ", all_of<kAligned>,
     "Whether the items lie at multiples of their size."},
    {"writebackifcopy", " X ", [](unsigned) { return false; },
     "False: no array is a copy to be written back."},
    // Of the others there is nothing to print.
    {"contiguous", "", all_of<kC>, "The same as c_contiguous."},
    {"fortran", "", all_of<kF>, "The same as f_contiguous."},
    {"forc", "", [](unsigned bits) { return (bits & (kC | kF)) != 0; },
     "Whether the array is in C or Fortran order."},
    {"fnc", "", only_f<0>,
     "Whether the array is in Fortran order and not in C order."},
    {"behaved", " B ", all_of<kBehaved>,
     "Whether the array is aligned and writeable."},
    {"carray", " CA ", all_of<kBehaved | kC>,
     "Whether the array is behaved and in C order."},
    {"farray", " FA ", only_f<kBehaved>,
     "Whether the array is behaved and in Fortran order, not in C order."},
};
constexpr int kPrinted = 6;

unsigned bits_of(PyObject* array) {
  const ndarray& a = array_of(array);
  return (a.is_c_contiguous() ? kC : 0u) | (a.is_f_contiguous() ? kF : 0u) |
         (owns_memory(array) ? kOwned : 0u) |
         (a.writeable() ? kWriteable : 0u) | (a.is_aligned() ? kAligned : 0u);
}

FlagsObject* flags_of(PyObject* o) { return reinterpret_cast<FlagsObject*>(o); }

PyObject* get(PyObject* self, void* flag) {
  return PyBool_FromLong(
      static_cast<const Flag*>(flag)->holds(flags_of(self)->bits));
}

PyObject* get_number(PyObject* self, void*) {
  return PyLong_FromUnsignedLong(flags_of(self)->bits);
}

int set_writeable(PyObject* self, PyObject* value, void*) {
  if (!value) {
    PyErr_SetString(PyExc_AttributeError,
                    "Cannot delete flags writeable attribute");
    return -1;
  }
  return guarded_int([&] {
    int on = PyObject_IsTrue(value);
    check_python(on >= 0);
    set_array_writeable(flags_of(self)->array, on != 0);
    flags_of(self)->bits = bits_of(flags_of(self)->array);
    return 0;
  });
}

std::string upper(const char* name) {
  std::string text = name;
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return text;
}

// flags["C"], flags["C_CONTIGUOUS"]; null with a KeyError set.
const Flag* named(PyObject* key) {
  if (PyUnicode_Check(key)) {
    const char* text = PyUnicode_AsUTF8(key);
    if (!text) return nullptr;
    std::string padded = std::string(" ") + text + " ";
    for (const Flag& flag : kFlags)
      if (upper(flag.name) == text ||
          (!std::strchr(text, ' ') &&
           std::strstr(flag.letters, padded.c_str())))
        return &flag;
  }
  PyErr_SetString(PyExc_KeyError, "Unknown flag");
  return nullptr;
}

PyObject* subscript(PyObject* self, PyObject* key) {
  const Flag* flag = named(key);
  return flag ? PyBool_FromLong(flag->holds(flags_of(self)->bits)) : nullptr;
}

int ass_subscript(PyObject* self, PyObject* key, PyObject* value) {
  const Flag* flag = named(key);
  if (!flag) return -1;
  if (std::strcmp(flag->name, "writeable") == 0)
    return set_writeable(self, value, nullptr);
  PyErr_SetString(PyExc_KeyError, "Unknown flag");
  return -1;
}

PyObject* richcompare(PyObject* a, PyObject* b, int op) {
  if (Py_TYPE(b) != g_flags_type || (op != Py_EQ && op != Py_NE))
    Py_RETURN_NOTIMPLEMENTED;
  return PyBool_FromLong((flags_of(a)->bits == flags_of(b)->bits) ==
                         (op == Py_EQ));
}

PyObject* repr(PyObject* self) {
  std::string text;
  for (int i = 0; i < kPrinted; ++i)
    text +=
        "  " + upper(kFlags[i].name) +
        (kFlags[i].holds(flags_of(self)->bits) ? " : True\n" : " : False\n");
  return PyUnicode_FromString(text.c_str());
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_DECREF(flags_of(self)->array);
  type->tp_free(self);
  Py_DECREF(type);
}

}  // namespace

PyObject* get_flags(PyObject* array, void*) {
  auto* flags = PyObject_New(FlagsObject, g_flags_type);
  if (!flags) return nullptr;
  flags->array = Ref::borrow(array).release();
  flags->bits = bits_of(array);
  return reinterpret_cast<PyObject*>(flags);
}

bool init_flags_type() {
  static PyGetSetDef members[std::size(kFlags) + 2];
  for (size_t i = 0; i < std::size(kFlags); ++i) {
    const Flag& flag = kFlags[i];
    bool may_set = std::strcmp(flag.name, "writeable") == 0;
    members[i] = {flag.name, get, may_set ? set_writeable : nullptr, flag.doc,
                  const_cast<Flag*>(&flag)};
  }
  members[std::size(kFlags)] = {"num", get_number, nullptr,
                                "The flags as bits of a number.", nullptr};
  static PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>("Memory layout of an array, by attribute "
                                    "or by name. See numpy.ndarray.flags.")},
      {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
      {Py_tp_getset, members},
      {Py_tp_repr, reinterpret_cast<void*>(repr)},
      {Py_tp_richcompare, reinterpret_cast<void*>(richcompare)},
      {Py_tp_hash, reinterpret_cast<void*>(PyObject_HashNotImplemented)},
      {Py_mp_subscript, reinterpret_cast<void*>(subscript)},
      {Py_mp_ass_subscript, reinterpret_cast<void*>(ass_subscript)},
      {0, nullptr},
  };
  static PyType_Spec spec = {
      .name = "tenorite.flagsobj",
      .basicsize = sizeof(FlagsObject),
      .itemsize = 0,
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
      .slots = slots,
  };
  g_flags_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  return g_flags_type != nullptr;
}

}  // namespace tenorite::python
