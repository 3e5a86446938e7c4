// SPDX-License-Identifier: Apache-2.0
// Distributions by inversion and from normal numbers, and those that reject
// (random_rejection.h): what ops/table/random_table.def names. The result for
// an element is a function of the call's key, of the element's number and of
// its parameters alone.
#pragma once

#include "ops/device/random_math.h"

namespace tenorite::rng {

// What an element is made with; checked by the caller, NaNs aside.
struct Parameters {
  unsigned long word[4];
  TENORITE_HD double real(int k) const { return bit_cast<double>(word[k]); }
  TENORITE_HD long integer(int k) const { return (long)word[k]; }
  TENORITE_HD void set(int k, double x) {
    word[k] = bit_cast<unsigned long>(x);
  }
};

// Adds what is the same for all elements with these parameters, where a functor
// has such: words behind them.
template <class F>
TENORITE_HD void prepare(Parameters& p) {
  if constexpr (requires { F::prepare(p); }) F::prepare(p);
}

// ---- what a functor gets: a block of a call serves kLanes elements ----

// A word of 64 bits.
struct FromWord {
  using Input = unsigned long;
  static constexpr int kLanes = 2;
  TENORITE_HD static void of_block(const Philox4x32& x, Input* in) {
    in[0] = joined(x.v[0], x.v[1]);
    in[1] = joined(x.v[2], x.v[3]);
  }
};

// A standard normal number.
struct FromNormal {
  using Input = double;
  static constexpr int kLanes = 2;
  TENORITE_HD static void of_block(const Philox4x32& x, Input* in) {
    NormalPair pair =
        normal_pair(joined(x.v[0], x.v[1]), joined(x.v[2], x.v[3]));
    in[0] = pair.first;
    in[1] = pair.second;
  }
};

// The same in single precision.
struct FromNormalFloat {
  using Input = float;
  static constexpr int kLanes = 4;
  TENORITE_HD static void of_block(const Philox4x32& x, Input* in) {
    // Not a loop, with which compilers make no vectors of that around it.
    NormalPairFloat one = normal_pair(x.v[0], x.v[1]);
    NormalPairFloat other = normal_pair(x.v[2], x.v[3]);
    in[0] = one.first;
    in[1] = one.second;
    in[2] = other.first;
    in[3] = other.second;
  }
};

template <class From, class Key>
TENORITE_HD void make_inputs(const Key& key, unsigned long block,
                             typename From::Input* in) {
  From::of_block(philox(key, block, 0), in);
}

// As many words as it takes.
struct FromStream {
  static constexpr int kLanes = 1;
};

// ---- by inversion ----

// In the open interval (0, 1), for what has no use for more digits near 1.
TENORITE_HD double open_uniform(unsigned long word) {
  return (bit_cast<double>(word >> 12 | 0x3ff0000000000000ul) - 1) + 0x1p-53;
}

struct Exponential {
  using From = FromWord;
  TENORITE_HD double operator()(unsigned long word, const Parameters& p) const {
    return p.real(0) * minus_log(word);
  }
};

struct ExponentialFloat {
  using From = FromWord;
  TENORITE_HD float operator()(unsigned long word, const Parameters&) const {
    // Of the high half's 32 bits and 23 more.
    auto high = (unsigned)(word >> 32);
    auto more = bit_cast<float>(((unsigned)word & 0x7fffffu) | 0x3f800000u);
    return 0.5f * minus_two_log(high, more - (1 - 0x1p-24f));
  }
};

struct Gumbel {
  using From = FromWord;
  TENORITE_HD double operator()(unsigned long word, const Parameters& p) const {
    return p.real(0) - p.real(1) * rng::log(minus_log(word));
  }
};

struct Laplace {
  using From = FromWord;
  TENORITE_HD double operator()(unsigned long word, const Parameters& p) const {
    double size = p.real(1) * minus_log(word << 1);
    return p.real(0) + (word >> 63 ? size : -size);
  }
};

// The logarithm of odds: log(u) - log(1 - u).
struct Logistic {
  using From = FromWord;
  TENORITE_HD double operator()(unsigned long word, const Parameters& p) const {
    return p.real(0) + p.real(1) * (minus_log(~word) - minus_log(word));
  }
};

struct Pareto {
  using From = FromWord;
  TENORITE_HD double operator()(unsigned long word, const Parameters& p) const {
    return rng::expm1(minus_log(word) / p.real(0));
  }
};

struct Power {
  using From = FromWord;
  TENORITE_HD double operator()(unsigned long word, const Parameters& p) const {
    return rng::exp(-minus_log(word) / p.real(0));
  }
};

struct Rayleigh {
  using From = FromWord;
  TENORITE_HD double operator()(unsigned long word, const Parameters& p) const {
    return p.real(0) * math::sqrt(2 * minus_log(word));
  }
};

struct Weibull {
  using From = FromWord;
  TENORITE_HD double operator()(unsigned long word, const Parameters& p) const {
    double power = rng::pow(minus_log(word), 1 / p.real(0));
    // NumPy has 0 for a shape of 0.
    return p.real(0) == 0 ? 0 : power;
  }
};

struct Cauchy {
  using From = FromWord;
  TENORITE_HD double operator()(unsigned long word, const Parameters&) const {
    // A place on half a turn; the bit keeps it off the ends, where cos is 0.
    SinCos<double> half = sincos_of_quarters(signed_fraction(word | 1));
    return half.sin / half.cos;
  }
};

struct Triangular {
  using From = FromWord;
  TENORITE_HD double operator()(unsigned long word, const Parameters& p) const {
    double left = p.real(0), mode = p.real(1), right = p.real(2);
    double base = right - left, left_base = mode - left;
    double u = open_uniform(word);
    return u <= left_base / base
               ? left + math::sqrt(u * (left_base * base))
               : right - math::sqrt((1 - u) * ((right - mode) * base));
  }
};

// A whole number, or the largest long there is.
TENORITE_HD long to_long(double x) {
  return x < 0x1p63 ? (long)x : 0x7fffffffffffffffl;
}

struct Geometric {
  using From = FromWord;
  TENORITE_HD static void prepare(Parameters& p) {
    p.set(1, -rng::log1p(-p.real(0)));
  }
  TENORITE_HD double real(unsigned long word, const Parameters& p) const {
    double trials = math::ceil(minus_log(word) / p.real(1));
    return trials < 1 ? 1 : trials;
  }
  TENORITE_HD long operator()(unsigned long word, const Parameters& p) const {
    return to_long(real(word, p));
  }
};

// ---- from normal numbers ----

struct Normal {
  using From = FromNormal;
  TENORITE_HD double operator()(double z, const Parameters& p) const {
    return p.real(0) + p.real(1) * z;
  }
};

struct NormalFloat {
  using From = FromNormalFloat;
  TENORITE_HD float operator()(float z, const Parameters&) const { return z; }
};

struct Lognormal {
  using From = FromNormal;
  TENORITE_HD double operator()(double z, const Parameters& p) const {
    return rng::exp(p.real(0) + p.real(1) * z);
  }
};

}  // namespace tenorite::rng
