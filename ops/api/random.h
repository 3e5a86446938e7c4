// SPDX-License-Identifier: Apache-2.0
// Random numbers: the state of a bit generator and the calls that use it.
#pragma once

#include <mutex>
#include <string>

#include "core/export.h"
#include "core/ndarray.h"
#include "ops/plan/random_plan.h"

namespace tenorite {

// The states of numpy.random's Philox, PCG64 and PCG64DXSM.
struct BitState {
  BitGenerator generator = BitGenerator::kPcg64;
  rng::Philox4x64 counter{};  // of the block that `buffer` holds
  uint64_t key[2] = {};
  rng::Philox4x64 buffer{};
  int buffer_pos = 4;  // the next word of the buffer
  rng::Wide state{}, increment{};
  bool has_uint32 = false;
  uint32_t uinteger = 0;  // the upper half that is still to be used

  // From a state of PCG64 or PCG64DXSM to the next one.
  rng::Jump step() const {
    constexpr rng::Wide kUsual{0x4385df649fccf645ul, 0x2360ed051fc65da4ul};
    constexpr rng::Wide kCheap{0xda942042e4dd58b5ul, 0};
    return {generator == BitGenerator::kPcg64 ? kUsual : kCheap, increment};
  }
};

namespace rng {
// That many steps as one.
TENORITE_EXPORT Jump power(Jump step, uint64_t n);
}  // namespace rng

// A generator's stream. All members but next() and next_half() are safe to call
// from several threads; what a call takes is taken at once.
class BitStream {
 public:
  explicit BitStream(BitGenerator generator) { state_.generator = generator; }

  BitState state() const;
  void set_state(const BitState& state);
  uint64_t next64();
  uint32_t next32();
  // The next 64 and 32 bits. Callers take turns: they hold a lock of their own.
  uint64_t next();
  uint32_t next_half();
  // Two words: the key of a call.
  rng::CallKey next_key();
  // Takes what a plan needs, whose `to` and `n` are set, and fills in the rest
  // of where it comes from.
  void take(RandomBitsPlan& plan);

 private:
  WordStream words() const;
  void skip(uint64_t words);
  uint64_t word(uint64_t distance) const;
  rng::CallKey key_of_position() const;

  mutable std::mutex mutex_;
  BitState state_;
};

// Inline, since NumPy's loops call it for every number.
inline uint64_t BitStream::next() {
  BitState& s = state_;
  if (s.generator == BitGenerator::kPhilox) {
    if (s.buffer_pos >= 4)
      skip(1);
    else
      ++s.buffer_pos;
    return s.buffer.v[s.buffer_pos - 1];
  }
  const rng::Wide before = s.state;
  s.state = s.step()(before);
  return s.generator == BitGenerator::kPcg64 ? rng::xsl_rr(s.state)
                                             : rng::dxsm(before);
}

namespace ops {

// `out` is contiguous in C or Fortran order and filled as it lies in memory.
// Float32 or float64: uniform in [0, 1); low + scale * u, if float64.
void random_uniform(BitStream& stream, const ndarray& out, double low = 0,
                    double scale = 1);
// Integers or bool: low + [0, range] modulo the dtype's size, with NumPy's way
// of using the stream.
void random_integers(BitStream& stream, const ndarray& out, uint64_t low,
                     uint64_t range);

// A parameter of a distribution, of the dtype that the table asks for: an array
// that broadcasts to the result, or one item.
struct RandomArgument {
  const ndarray* array = nullptr;
  uint64_t value = 0;
};
// ValueError for an unknown name.
Distribution distribution_named(const std::string& name);
// NumPy's letters of what a distribution takes, and the dtype of its numbers.
const char* parameters_of(Distribution distribution);
DType result_of(Distribution distribution);
void random_distribution(BitStream& stream, Distribution distribution,
                         const RandomArgument* arguments, int count,
                         const ndarray& out);
// Row i of `out`, whose last axis is the categories: draws[i] things. `draws`
// has the shape of `out` without that axis, `weights` that of `out` or of the
// last axes of it, of the draw's dtype.
void random_categories(BitStream& stream, CategoryDraw draw,
                       const ndarray& draws, const ndarray& weights,
                       const ndarray& out);

}  // namespace ops

}  // namespace tenorite
