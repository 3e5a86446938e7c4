// SPDX-License-Identifier: Apache-2.0
// Random numbers as a device is asked for them.
#pragma once

#include "core/ndarray.h"
#include "core/stream.h"
#include "ops/device/random_bits.h"

namespace tenorite {

enum class BitGenerator : uint8_t { kPhilox, kPcg64, kPcg64Dxsm };

// Where the words of 64 bits begin that a call uses.
struct WordStream {
  BitGenerator generator;
  // Philox: the block of the first word, and its place in there.
  rng::Philox4x64 counter;
  uint64_t key[2];
  int lane;
  // The others: the state of which the first word is the output, and a step.
  rng::Wide state;
  rng::Jump step;
};

// What becomes of the words. Numbers of fewer than 64 bits take the lower half
// of a word first.
enum class BitsTo : uint8_t {
  kDouble,     // low + scale * u
  kFloat,      // u
  kInteger64,  // from all bits; uint64
  kWide32,     // from 32 bits; uint64
  kInteger32,  // from 32 bits; uint32
  kInteger16,
  kInteger8,
  kBool,
};

// n numbers into contiguous memory: each a uniform one or low + [0, range).
struct RandomBitsPlan {
  WordStream words;
  // The upper half of the word before the first one comes first.
  bool pending;
  uint32_t pending_half;
  BitsTo to;
  double low_real = 0, scale = 1;  // kDouble
  uint64_t low = 0;                // modulo 2^64
  uint64_t range = 0;              // 0: 2^64
  uint64_t threshold = 0;          // rng::lemire_threshold
  rng::CallKey key;  // of the draws that make up for rejected ones
  char* out;
  int64_t n;
  Device device;
  StreamId stream;
};

// Items of 8 bytes: item i is data[i / inner % period]; or one value.
struct RandomParameter {
  const uint64_t* data = nullptr;
  uint64_t value = 0;
  int64_t inner = 1, period = 1;

  // On the host.
  uint64_t at(int64_t i) const {
    return data ? data[i / inner % period] : value;
  }
};

enum class Distribution : uint8_t {
#define TENORITE_RANDOM(family, name, functor, parameters, result) name,
#include "ops/table/random_table.def"
#undef TENORITE_RANDOM
};

inline constexpr int kMaxRandomParameters = 3;

// n numbers of a distribution into contiguous memory.
struct RandomPlan {
  Distribution distribution;
  rng::CallKey key;
  RandomParameter parameter[kMaxRandomParameters];
  char* out;
  int64_t n;
  Device device;
  StreamId stream;
};

enum class CategoryDraw : uint8_t { kMultinomial, kMultivariateHypergeometric };

// Counts of draws into categories: n rows of `categories` int64.
struct RandomRowsPlan {
  CategoryDraw draw;
  rng::CallKey key;
  RandomParameter draws;    // how many, per row
  RandomParameter weights;  // per row and category, contiguous
  int64_t categories;
  int64_t* out;
  int64_t n;
  Device device;
  StreamId stream;
};

}  // namespace tenorite
