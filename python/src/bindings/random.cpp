// SPDX-License-Identifier: Apache-2.0
#include "ops/api/random.h"

#include <pybind11/stl.h>

#include <cstring>
#include <string>
#include <vector>

#include "core/error.h"
#include "python/src/array/caster.h"
#include "python/src/array/init.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

BitGenerator generator_named(const std::string& name) {
  if (name == "Philox") return BitGenerator::kPhilox;
  if (name == "PCG64") return BitGenerator::kPcg64;
  if (name == "PCG64DXSM") return BitGenerator::kPcg64Dxsm;
  throw ValueError("there is no bit generator " + name);
}

// A state as words of 64 bits, in the order of BitState's members.
constexpr size_t kStateWords = 17;

std::vector<uint64_t> get_state(const BitStream& stream) {
  BitState s = stream.state();
  std::vector<uint64_t> words(s.counter.v, s.counter.v + 4);
  words.insert(words.end(), s.key, s.key + 2);
  words.insert(words.end(), s.buffer.v, s.buffer.v + 4);
  for (uint64_t word :
       {uint64_t(s.buffer_pos), s.state.lo, s.state.hi, s.increment.lo,
        s.increment.hi, uint64_t(s.has_uint32), uint64_t{s.uinteger}})
    words.push_back(word);
  return words;
}

void set_state(BitStream& stream, const std::vector<uint64_t>& words) {
  TENORITE_CHECK(words.size() == kStateWords && words[10] <= 4, ValueError,
                 "not the state of a bit generator");
  BitState s = stream.state();
  std::memcpy(s.counter.v, &words[0], sizeof(s.counter.v));
  std::memcpy(s.key, &words[4], sizeof(s.key));
  std::memcpy(s.buffer.v, &words[6], sizeof(s.buffer.v));
  s.buffer_pos = static_cast<int>(words[10]);
  s.state = {words[11], words[12]};
  s.increment = {words[13], words[14]};
  s.has_uint32 = words[15] != 0;
  s.uinteger = static_cast<uint32_t>(words[16]);
  stream.set_state(s);
}

// Arrays and numbers as parameters of the types that a distribution asks for.
std::vector<ops::RandomArgument> arguments_of(Distribution distribution,
                                              const py::args& given) {
  const char* letters = ops::parameters_of(distribution);
  TENORITE_CHECK(given.size() == std::strlen(letters), TypeError,
                 "wrong number of parameters");
  std::vector<ops::RandomArgument> arguments(given.size());
  for (size_t k = 0; k < given.size(); ++k) {
    py::handle item = given[k];
    if (is_array(item.ptr()))
      arguments[k].array = &array_of(item.ptr());
    else if (letters[k] == 'd')
      arguments[k].value = bit_cast<uint64_t>(item.cast<double>());
    else if (letters[k] == 'L')
      arguments[k].value = item.cast<uint64_t>();
    else
      arguments[k].value = static_cast<uint64_t>(item.cast<int64_t>());
  }
  return arguments;
}

void draw(BitStream& stream, const std::string& name, const ndarray& out,
          const py::args& given) {
  Distribution distribution = ops::distribution_named(name);
  auto arguments = arguments_of(distribution, given);
  Unlocked unlocked(out.size());
  ops::random_distribution(stream, distribution, arguments.data(),
                           static_cast<int>(arguments.size()), out);
}

// One number, on the host whatever the default device.
ndarray one(DType dtype) { return ndarray::empty({}, dtype, Device{}); }

py::object value_of(const ndarray& a) {
  return py::reinterpret_steal<py::object>(scalar_to_python(ops::item(a)));
}

py::object draw_one(BitStream& stream, const std::string& name,
                    const py::args& given) {
  Distribution distribution = ops::distribution_named(name);
  auto arguments = arguments_of(distribution, given);
  ndarray out = one(ops::result_of(distribution));
  ops::random_distribution(stream, distribution, arguments.data(),
                           static_cast<int>(arguments.size()), out);
  return value_of(out);
}

void categories(BitStream& stream, const std::string& name,
                const ndarray& draws, const ndarray& weights,
                const ndarray& out) {
  Unlocked unlocked(out.size());
  ops::random_categories(stream,
                         name == "multinomial"
                             ? CategoryDraw::kMultinomial
                             : CategoryDraw::kMultivariateHypergeometric,
                         draws, weights, out);
}

// What NumPy's C code draws by (numpy/random/bitgen.h). Who calls the functions
// holds the Python object's `lock`.
struct Bitgen {
  void* state;
  uint64_t (*next_uint64)(void*);
  uint32_t (*next_uint32)(void*);
  double (*next_double)(void*);
  uint64_t (*next_raw)(void*);
};

BitStream& stream_of(void* state) { return *static_cast<BitStream*>(state); }
uint64_t next_word(void* state) { return stream_of(state).next(); }
uint32_t next_half(void* state) { return stream_of(state).next_half(); }
double next_double(void* state) {
  return static_cast<double>(stream_of(state).next() >> 11) * 0x1p-53;
}

// Makes the bit generator of NumPy's whose capsule it is draw from the stream,
// which has to live as long.
void serve(BitStream& stream, const py::object& capsule) {
  auto* bitgen =
      static_cast<Bitgen*>(PyCapsule_GetPointer(capsule.ptr(), "BitGenerator"));
  check_python(bitgen != nullptr);
  *bitgen = {&stream, next_word, next_half, next_double, next_word};
}

}  // namespace

TENORITE_BINDINGS(random, m) {
  py::class_<BitStream>(m, "BitStream")
      .def(py::init([](const std::string& name) {
        return std::make_unique<BitStream>(generator_named(name));
      }))
      .def("get_state", get_state)
      .def("set_state", set_state)
      .def("next64", &BitStream::next64)
      .def("next32", &BitStream::next32)
      .def("serve", serve)
      .def(
          "uniform",
          [](BitStream& stream, const ndarray& out, double low, double scale) {
            Unlocked unlocked(out.size());
            ops::random_uniform(stream, out, low, scale);
          },
          py::arg("out"), py::arg("low") = 0.0, py::arg("scale") = 1.0)
      .def(
          "uniform_one",
          [](BitStream& stream, bool single, double low, double scale) {
            ndarray out = one(single ? DType::kFloat32 : DType::kFloat64);
            ops::random_uniform(stream, out, low, scale);
            return value_of(out);
          },
          py::arg("single"), py::arg("low") = 0.0, py::arg("scale") = 1.0)
      .def("integers",
           [](BitStream& stream, const ndarray& out, uint64_t low,
              uint64_t range) {
             Unlocked unlocked(out.size());
             ops::random_integers(stream, out, low, range);
           })
      .def("draw", draw)
      .def("draw_one", draw_one)
      .def("categories", categories);
}

}  // namespace tenorite::python
