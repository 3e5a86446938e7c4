// SPDX-License-Identifier: Apache-2.0
// Spline filters and interpolation: everything in double, in SciPy's order.

enum Mode { NEAREST, WRAP, REFLECT, MIRROR, CONSTANT, GRID_WRAP, GRID_CONSTANT };

template <int R>
struct Sizes {
  long long n[R];
};

constexpr long long LEAST = -9223372036854775807LL - 1;

// A double as an integer; what does not fit is the least one, as on x86.
__device__ inline long long whole(double x) {
  return x >= -9223372036854775808.0 && x < 9223372036854775808.0 ? (long long)x
                                                                  : LEAST;
}

// Where a coordinate outside of an axis of n items lies inside; -1 is nowhere.
__device__ inline double folded(double x, long long n, int mode) {
  const bool before = x < 0;
  if (!before && !(x > n - 1)) return x;
  if (mode == GRID_CONSTANT) return x;
  if (mode == CONSTANT) return -1;
  if (mode == NEAREST) return before ? 0 : (double)(n - 1);
  if (n <= 1) return 0;
  if (mode == MIRROR || mode == REFLECT) {
    const double period = mode == MIRROR ? 2 * n - 2 : 2 * n;
    if (!before) {
      x -= period * whole(x / period);
      if (x >= n) x = mode == MIRROR ? period - x : period - x - 1;
    } else if (mode == MIRROR) {
      x = period * whole(-x / period) + x;
      x = x <= 1 - n ? x + period : -x;
    } else {
      if (x < -period) x = period * whole(-x / period) + x;
      // What is hardly outside may not come back as -1.
      x = x < -n ? x + period : (x > -1e-15 ? 1e-15 : -x) - 1;
    }
    return x;
  }
  const double period = mode == WRAP ? n - 1 : n;
  if (!before) return x - period * whole(x / period);
  const double distance = mode == WRAP ? -x : -1 - x;
  return x + period * (whole(distance / period) + 1);
}

// Weights of a B-spline's pieces around x; the last one is what is missing to 1.
template <int Order>
__device__ inline void spline_weights(double x, double* w) {
  x -= floor(Order & 1 ? x : x + 0.5);
  const double rest = 1.0 - x;
  if constexpr (Order == 1) {
    w[0] = rest;
  } else if constexpr (Order == 2) {
    const double y = 0.5 - x;
    w[1] = 0.75 - x * x;
    w[0] = 0.5 * y * y;
  } else if constexpr (Order == 3) {
    w[1] = (x * x * (x - 2.0) * 3.0 + 4.0) / 6.0;
    w[2] = (rest * rest * (rest - 2.0) * 3.0 + 4.0) / 6.0;
    w[0] = rest * rest * rest / 6.0;
  } else if constexpr (Order == 4) {
    const double xx = x * x;
    const double y = 1.0 + x;
    const double yy = (0.5 - x) * (0.5 - x);
    w[2] = xx * (xx * 0.25 - 0.625) + 115.0 / 192.0;
    w[1] = y * (y * (y * (5.0 - y) / 6.0 - 1.25) + 5.0 / 24.0) + 55.0 / 96.0;
    w[3] = rest * (rest * (rest * (5.0 - rest) / 6.0 - 1.25) + 5.0 / 24.0) + 55.0 / 96.0;
    w[0] = yy * yy / 24.0;
  } else if constexpr (Order == 5) {
    const double xx = x * x;
    const double rr = rest * rest;
    const double y = x + 1.0;
    const double z = rest + 1.0;
    w[2] = xx * (xx * (0.25 - x / 12.0) - 0.5) + 0.55;
    w[3] = rr * (rr * (0.25 - rest / 12.0) - 0.5) + 0.55;
    w[1] = y * (y * (y * (y * (y / 24.0 - 0.375) + 1.25) - 1.75) + 0.625) + 0.425;
    w[4] = z * (z * (z * (z * (z / 24.0 - 0.375) + 1.25) - 1.75) + 0.625) + 0.425;
    w[0] = rest * rr * rr / 120.0;
  }
  double last = 1.0;
#pragma unroll
  for (int k = 0; k < Order; ++k) last -= w[k];
  w[Order] = last;
}

constexpr int FILLED = -1;   // a tap outside of the input, which is the fill value
constexpr int NOWHERE = -2;  // the whole item is the fill value

// Offsets of the taps along an axis, and their weights; false where there are none.
template <int Order, typename Index>
__device__ inline bool taps_at(double x, long long n, long long stride, int mode,
                               Index* at, double* weights) {
  const bool free = mode == GRID_CONSTANT || mode == NEAREST;
  if (!free) {
    x = folded(x, n, mode);
    if (!(x > -1.0)) return false;
  }
  long long start = whole(floor(Order & 1 ? x : x + 0.5));
  if (start < LEAST / 2) start = LEAST / 2;
  start -= Order / 2;
  const bool inside = start >= 0 && start + Order < n;
  // Splines of the modes without a filter of their own continue as mirrors.
  const int beyond = mode == CONSTANT || mode == WRAP ? MIRROR : mode;
#pragma unroll
  for (int k = 0; k <= Order; ++k) {
    long long item = start + k;
    if (!inside) {
      if (mode == GRID_CONSTANT && (item < 0 || item >= n)) {
        at[k] = FILLED;
        continue;
      }
      item = whole(folded((double)item, n, beyond));
      item = item < 0 ? 0 : item >= n ? n - 1 : item;  // where double was too narrow
    }
    at[k] = (Index)(item * stride);
  }
  if constexpr (Order > 0) spline_weights<Order>(x, weights);
  return true;
}

// The sum over the taps of all axes, the last axis fastest.
template <int Order, int Rank, bool Fills, int Axis = 0>
struct TapSum {
  template <typename In, typename Index>
  static __device__ inline void add(const In* in, const Index (*at)[Order + 1],
                                    const double (*weights)[Order + 1], double fill,
                                    Index offset, bool outside, double* chosen,
                                    double& total) {
    constexpr int STEPS = Rank <= 3 || Axis + 2 >= Rank ? Order + 1 : 1;
#pragma unroll STEPS
    for (int k = 0; k <= Order; ++k) {
      const Index step = at[Axis][k];
      if constexpr (Order > 0) chosen[Axis] = weights[Axis][k];
      TapSum<Order, Rank, Fills, Axis + 1>::add(
          in, at, weights, fill, (Index)(offset + step),
          Fills && (outside || step == (Index)FILLED), chosen, total);
    }
  }
};

template <int Order, int Rank, bool Fills>
struct TapSum<Order, Rank, Fills, Rank> {
  template <typename In, typename Index>
  static __device__ inline void add(const In* in, const Index (*)[Order + 1],
                                    const double (*)[Order + 1], double fill,
                                    Index offset, bool outside, double* chosen,
                                    double& total) {
    double value = Fills && outside ? fill : (double)in[offset];
    if constexpr (Order > 0) {
#pragma unroll
      for (int axis = 0; axis < Rank; ++axis) value *= chosen[axis];
    }
    total += value;
  }
};

// A result as an item: integers are rounded and stop at the ends of their type.
template <typename T>
struct Stored {
  static __device__ inline T from(double x) { return (T)x; }
};

template <>
struct Stored<bool> {
  static __device__ inline bool from(double x) { return (whole(x) & 255) != 0; }
};

template <typename T, long long LOW, unsigned long long HIGH>
struct StoredInteger {
  static __device__ inline T from(double x) {
    if constexpr (LOW == 0) {
      x = x > 0 ? x + 0.5 : 0;
    } else {
      if (x != x) return (T)(sizeof(T) < 4 ? 0 : LOW);
      x = x > 0 ? x + 0.5 : x - 0.5;
    }
    if (x >= (double)HIGH) return (T)HIGH;
    if (x <= (double)LOW) return (T)LOW;
    return (T)x;
  }
};

#define TENORITE_STORED(T, LOW, HIGH) \
  template <>                         \
  struct Stored<T> : StoredInteger<T, LOW, HIGH> {}
TENORITE_STORED(signed char, -128, 127);
TENORITE_STORED(unsigned char, 0, 255);
TENORITE_STORED(short, -32768, 32767);
TENORITE_STORED(unsigned short, 0, 65535);
TENORITE_STORED(int, -2147483647 - 1, 2147483647);
TENORITE_STORED(unsigned int, 0, 4294967295u);
TENORITE_STORED(long, LEAST, 9223372036854775807ull);
TENORITE_STORED(unsigned long, 0, 18446744073709551615ull);
TENORITE_STORED(long long, LEAST, 9223372036854775807ull);
TENORITE_STORED(unsigned long long, 0, 18446744073709551615ull);
#undef TENORITE_STORED

// The taps around a point.
template <int Order, int Rank, typename Index>
struct Taps {
  Index at[Rank][Order + 1];
  double weights[Rank][Order + 1];
  bool somewhere;

  __device__ inline Taps(Sizes<Rank> shape, const double* x, int mode) {
    long long stride = 1;
    somewhere = true;
#pragma unroll
    for (int axis = Rank - 1; axis >= 0; --axis) {
      const long long n = shape.n[axis];
      somewhere &= taps_at<Order>(x[axis], n, stride, mode, at[axis], weights[axis]);
      stride *= n;
    }
  }

  template <bool Fills, typename In>
  __device__ inline double sum(const In* in, double fill) const {
    if (!somewhere) return fill;
    double chosen[Rank];
    double total = 0;
    TapSum<Order, Rank, Fills>::add(in, at, weights, fill, (Index)0, false, chosen,
                                    total);
    return total;
  }
};

// Items at points, one of which is a column of `points`. `pad` is added to them.
template <typename In, typename Out, typename Point, int Order, int Rank, bool Fills,
          typename Index>
__global__ void items_at_points(const In* in, Sizes<Rank> shape, const Point* points,
                                Out* out, long long count, int mode, double fill,
                                double pad) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  double x[Rank];
#pragma unroll
  for (int axis = 0; axis < Rank; ++axis) x[axis] = (double)points[axis * count + i] + pad;
  const Taps<Order, Rank, Index> taps(shape, x, mode);
  out[i] = Stored<Out>::from(taps.template sum<Fills>(in, fill));
}

template <int Rank, int OutRank>
struct Affine {
  double matrix[Rank * OutRank];
  double shift[Rank];
};

// Items at matrix @ index + shift for each index of the output, of `planes` inputs
// that lie one after the other, as the outputs do.
template <typename In, typename Out, int Order, int Rank, int OutRank, bool Fills,
          typename Index>
__global__ void items_of_affine(const In* in, Sizes<Rank> shape,
                                Affine<Rank, OutRank> affine, Out* out,
                                Sizes<OutRank> out_shape, long long count,
                                long long planes, int mode, double fill, double pad) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  double index[OutRank];
  Index rest = (Index)i;
#pragma unroll
  for (int axis = OutRank - 1; axis > 0; --axis) {
    const Index n = (Index)out_shape.n[axis];
    const Index next = rest / n;
    index[axis] = (double)(rest - next * n);
    rest = next;
  }
  index[0] = (double)rest;
  double x[Rank];
#pragma unroll
  for (int axis = 0; axis < Rank; ++axis) {
    double sum = affine.shift[axis];
#pragma unroll
    for (int k = 0; k < OutRank; ++k) sum += index[k] * affine.matrix[axis * OutRank + k];
    x[axis] = sum + pad;
  }
  const Taps<Order, Rank, Index> taps(shape, x, mode);
  long long items = 1;
#pragma unroll
  for (int axis = 0; axis < Rank; ++axis) items *= shape.n[axis];
  for (long long plane = blockIdx.y; plane < planes; plane += gridDim.y) {
    out[plane * count + i] =
        Stored<Out>::from(taps.template sum<Fills>(in + plane * items, fill));
  }
}

template <int Rank>
struct Scale {
  double zoom[Rank];
  double shift[Rank];
  int zooms;   // whether there is a zoom
  int shifts;  // whether there is a shift
  int grid;    // whether the zoom is of pixels with a width
};

// For each axis and each place of the output along it, offsets and weights of the
// taps: tap k of place p of an axis of n places is k * n + p of the axis's part.
template <int Order, int Rank, typename Index>
__global__ void tables_of_axes(Index* at, double* weights, Sizes<Rank> shape,
                               Sizes<Rank> out_shape, Scale<Rank> scale, long long count,
                               int mode, double pad) {
  long long place = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (place >= count) return;
  int axis = 0;
  long long part = 0;
  while (place >= out_shape.n[axis]) {
    place -= out_shape.n[axis];
    part += out_shape.n[axis] * (Order + 1);
    ++axis;
  }
  long long stride = 1;
  for (int k = axis + 1; k < Rank; ++k) stride *= shape.n[k];
  double x = (double)place;
  if (scale.shifts) x += scale.shift[axis];
  if (scale.zooms) {
    if (scale.grid) {
      x += 0.5;
      x *= scale.zoom[axis];
      x -= 0.5;
    } else {
      x *= scale.zoom[axis];
    }
  }
  x += pad;
  Index steps[Order + 1];
  double parts[Order + 1];
  if (!taps_at<Order>(x, shape.n[axis], stride, mode, steps, parts)) {
    steps[0] = (Index)NOWHERE;
  }
  for (int k = 0; k <= Order; ++k) {
    const long long item = part + k * out_shape.n[axis] + place;
    at[item] = steps[k];
    if constexpr (Order > 0) weights[item] = parts[k];
  }
}

// Items at the places of those tables.
template <typename In, typename Out, int Order, int Rank, bool Fills, typename Index>
__global__ void items_of_grid(const In* in, const Index* tables, const double* weights,
                              Out* out, Sizes<Rank> out_shape, long long count,
                              double fill) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  Index at[Rank][Order + 1];
  double parts[Rank][Order + 1];
  double chosen[Rank];
  Index rest = (Index)i;
  long long part = 0;
#pragma unroll
  for (int axis = 0; axis < Rank; ++axis) part += out_shape.n[axis] * (Order + 1);
  bool somewhere = true;
#pragma unroll
  for (int axis = Rank - 1; axis >= 0; --axis) {
    const Index n = (Index)out_shape.n[axis];
    const Index next = axis ? rest / n : 0;
    const Index place = rest - next * n;
    rest = next;
    part -= (long long)n * (Order + 1);
#pragma unroll
    for (int k = 0; k <= Order; ++k) {
      at[axis][k] = tables[part + (long long)k * n + place];
      if constexpr (Order > 0) parts[axis][k] = weights[part + (long long)k * n + place];
    }
    somewhere &= at[axis][0] != (Index)NOWHERE;
  }
  double total = 0;
  if (somewhere) {
    TapSum<Order, Rank, Fills>::add(in, at, parts, fill, (Index)0, false, chosen, total);
  }
  out[i] = Stored<Out>::from(somewhere ? total : fill);
}

// ---- the filter that makes items coefficients of a spline ----

enum Ends { MIRRORED, WRAPPED, REFLECTED };

// One pole of the filter, and how a line of n items begins and ends.
struct Pole {
  double z;
  double gain;      // of all poles, beside the first one; else 1
  double far_end;   // z to the distance of the other end
  long long reach;  // the first power of z that is 0
};

// A recursion along a line of n items starts from a sum over the whole line, whose
// terms end where powers of z are 0. What is not finite in a longer line makes SciPy's
// sum NaN, and so the whole line: `poison` tells.

constexpr int MOST_LINES = 256;  // of a block

// The first item after the pass to the end, where at(i) is an item times the gain.
template <int Kind, typename At>
__device__ inline double first_of_line(At at, long long n, Pole p) {
  const double own = at(0);
  double first = own, power = p.z;
  if (Kind != WRAPPED) first = first + p.far_end * at(n - 1);
  const long long terms = Kind == MIRRORED ? n - 1 : n;
  const long long end = terms < p.reach ? terms : p.reach;
#pragma unroll 8
  for (long long i = 1; i < end; ++i) {
    first += power * (Kind == WRAPPED ? at(n - i) : at(i) + p.far_end * at(n - 1 - i));
    power *= p.z;
  }
  if (n > p.reach) power = 0;
  if (Kind == WRAPPED) return first / (1 - power);
  const double both = 1 - p.far_end * p.far_end;
  return Kind == MIRRORED ? first / both : first * p.z / both + own;
}

// The last item, from which the pass back starts; at(i) is an item of the first pass.
template <int Kind, typename At>
__device__ inline double last_of_line(At at, long long n, Pole p) {
  const double z = p.z;
  double last = at(n - 1);
  if (Kind == MIRRORED) return (z * at(n - 2) + last) * z / (z * z - 1);
  if (Kind == REFLECTED) return last * (z / (z - 1));
  double power = z;
  const long long end = n - 1 < p.reach ? n - 1 : p.reach - 1;
#pragma unroll 8
  for (long long i = 0; i < end; ++i) {
    last += power * at(i);
    power *= z;
  }
  if (n > p.reach) power = 0;
  return last * (z / (power - 1));
}

#ifdef __CUDACC_RTC__

constexpr int AHEAD = 8;  // items that a thread loads before it uses the first

template <int Kind>
__device__ inline void filter_line(double* c, long long n, long long step, Pole p) {
  const double z = p.z, g = p.gain;
  const double own = g * c[0];
  double last = first_of_line<Kind>([&](long long i) { return g * c[i * step]; }, n, p);
  double poison = Kind == MIRRORED ? 0 : 0 * own;
  c[0] = last;
  double x[AHEAD];
  for (long long i = 1; i < n; i += AHEAD) {
#pragma unroll
    for (int k = 0; k < AHEAD; ++k) {
      if (i + k < n) x[k] = g * c[(i + k) * step];
    }
#pragma unroll
    for (int k = 0; k < AHEAD; ++k) {
      if (i + k < n) {
        poison += 0 * x[k];
        last = x[k] + z * last;
        c[(i + k) * step] = last;
      }
    }
  }
  last = last_of_line<Kind>([&](long long i) { return c[i * step]; }, n, p);
  if (n > p.reach) last += poison;
  c[(n - 1) * step] = last;
  for (long long i = n - 2; i >= 0; i -= AHEAD) {
#pragma unroll
    for (int k = 0; k < AHEAD; ++k) {
      if (i - k >= 0) x[k] = c[(i - k) * step];
    }
#pragma unroll
    for (int k = 0; k < AHEAD; ++k) {
      if (i - k >= 0) {
        last = z * (last - x[k]);
        c[(i - k) * step] = last;
      }
    }
  }
}

#else

constexpr int PANEL = 16;          // lines that are copied side by side
constexpr int PANEL_ITEMS = 8192;  // no longer lines are
static thread_local double panel[PANEL * PANEL_ITEMS];

// Copies rows of `width` items; whole rows at once where they are full.
__device__ inline void copy_rows(double* __restrict__ to, long long to_step,
                                 const double* __restrict__ from, long long from_step,
                                 long long n, int width) {
  if (width == PANEL) {
    for (long long i = 0; i < n; ++i) {
      double row[PANEL];
      for (int t = 0; t < PANEL; ++t) row[t] = from[i * from_step + t];
      for (int t = 0; t < PANEL; ++t) to[i * to_step + t] = row[t];
    }
  } else {
    for (long long i = 0; i < n; ++i) {
      for (int t = 0; t < width; ++t) to[i * to_step + t] = from[i * from_step + t];
    }
  }
}

// A line's filter for `width` neighbouring lines at once, so that loops over them are vectors.
template <int Kind, int Most>
__device__ inline void filter_lines(double* c, long long n, long long step, int width,
                                    Pole p) {
  const double z = p.z, g = p.gain, far_end = p.far_end;
  double first[Most], own[Most], poison[Most];
  double power = z;
  const long long terms = Kind == MIRRORED ? n - 1 : n;
  const long long end = terms < p.reach ? terms : p.reach;
  const double* opposite = c + (n - 1) * step;
  for (int t = 0; t < width; ++t) {
    first[t] = own[t] = g * c[t];
    poison[t] = Kind == MIRRORED ? 0 : 0 * own[t];
    if (Kind != WRAPPED) first[t] = first[t] + far_end * (g * opposite[t]);
  }
  for (long long i = 1; i < end; ++i) {
    const double* x = c + (Kind == WRAPPED ? n - i : i) * step;
    const double* y = c + (n - 1 - i) * step;
    for (int t = 0; t < width; ++t) {
      if (Kind == WRAPPED) {
        first[t] += power * (g * x[t]);
      } else {
        first[t] += power * (g * x[t] + far_end * (g * y[t]));
      }
    }
    power *= z;
  }
  if (n > p.reach) power = 0;
  const double both = 1 - far_end * far_end;
  for (int t = 0; t < width; ++t) {
    if (Kind == MIRRORED) c[t] = first[t] / both;
    if (Kind == WRAPPED) c[t] = first[t] / (1 - power);
    if (Kind == REFLECTED) c[t] = first[t] * z / both + own[t];
  }
  for (long long i = 1; i < n; ++i) {
    double* x = c + i * step;
    const double* before = x - step;
    for (int t = 0; t < width; ++t) {
      const double item = g * x[t];
      poison[t] += 0 * item;
      x[t] = item + z * before[t];
    }
  }
  double* last = c + (n - 1) * step;
  const double* before = last - step;
  if (Kind == MIRRORED) {
    for (int t = 0; t < width; ++t) {
      last[t] = (z * before[t] + last[t]) * z / (z * z - 1);
    }
  }
  if (Kind == WRAPPED) {
    power = z;
    const long long stop = n - 1 < p.reach ? n - 1 : p.reach - 1;
    for (long long i = 0; i < stop; ++i) {
      for (int t = 0; t < width; ++t) last[t] += power * c[i * step + t];
      power *= z;
    }
    if (n > p.reach) power = 0;
    for (int t = 0; t < width; ++t) last[t] *= z / (power - 1);
  }
  if (Kind == REFLECTED) {
    for (int t = 0; t < width; ++t) last[t] *= z / (z - 1);
  }
  if (n > p.reach) {
    for (int t = 0; t < width; ++t) last[t] += poison[t];
  }
  for (long long i = n - 2; i >= 0; --i) {
    double* x = c + i * step;
    const double* after = x + step;
    for (int t = 0; t < width; ++t) x[t] = z * (after[t] - x[t]);
  }
}

#endif

// Filters the lines of the middle axis of an array of shape (lines / inner, n, inner).
template <int Kind>
__global__ void spline_lines(double* c, long long n, long long inner, long long lines,
                             Pole pole) {
#ifdef __CUDACC_RTC__
  const long long line = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (line >= lines) return;
  const long long outer = line / inner;
  filter_line<Kind>(c + outer * n * inner + (line - outer * inner), n, inner, pole);
#else
  if (threadIdx.x) return;
  long long line = blockIdx.x * (long long)blockDim.x;
  const long long end = line + blockDim.x < lines ? line + blockDim.x : lines;
  const bool copied = n <= PANEL_ITEMS;
  while (line < end) {
    const long long outer = line / inner;
    const long long at = line - outer * inner;
    long long width = inner - at < end - line ? inner - at : end - line;
    double* lines_at = c + outer * n * inner + at;
    if (copied) {
      if (width > PANEL) width = PANEL;
      copy_rows(panel, PANEL, lines_at, inner, n, (int)width);
      filter_lines<Kind, PANEL>(panel, n, PANEL, (int)width, pole);
      copy_rows(lines_at, inner, panel, PANEL, n, (int)width);
    } else {
      filter_lines<Kind, MOST_LINES>(lines_at, n, inner, (int)width, pole);
    }
    line += width;
  }
#endif
}

// ---- few long lines ----
//
// A line is cut into chunks, which stand side by side as the columns of an array, and
// which are filtered at once. A chunk begins with what a run over the end of the one
// before gives, which started from 0: the powers of z make that the true value, or
// nearly. Where it has other bits than the one before ends with, the chunk is filtered
// again, until the values are the same; so the result has the bits of one long run.

constexpr int CHUNK = 1024;  // items of a chunk: rows of the array
constexpr int WARM_UP = 256;

struct Line {
  long long n;
  long long chunks;
  long long lines;
};

enum Round { GUESS, MEND, COMPARE };

__device__ inline bool same_bits(double a, double b) {
  return __double_as_longlong(a) == __double_as_longlong(b);
}

// One chunk, forth or back. What it does in the round COMPARE: tell whether it began
// with what the chunk before it ends with.
template <int Kind, bool Back>
__device__ inline bool filter_chunk(const double* x, double* y, double* start,
                                    int* not_finite, Line line, long long k, int round,
                                    Pole p) {
  const long long chunks = line.chunks, n = line.n;
  const bool is_first = Back ? k == chunks - 1 : k == 0;
  const int rows = k == chunks - 1 ? (int)((n - 1) % CHUNK) + 1 : CHUNK;
  const long long before = Back ? k + 1 : k - 1;
  const int rows_before = before == chunks - 1 ? (int)((n - 1) % CHUNK) + 1 : CHUNK;
  const double z = p.z, g = p.gain;
  double value = 0;
  if (round != GUESS) {
    if (is_first) return true;
    value = y[(Back ? 0 : CHUNK - 1) * chunks + before];
    if (same_bits(value, *start)) return true;
    if (round == COMPARE) return false;
  } else if (Back && *not_finite) {
    value = __longlong_as_double(0x7ff8000000000000LL);
  } else if (is_first) {
    const auto at = [&](long long i) {
      const double item = x[i % CHUNK * chunks + i / CHUNK];
      return Back ? item : g * item;
    };
    value = Back ? last_of_line<Kind>(at, n, p) : first_of_line<Kind>(at, n, p);
  } else {
    const int warm = rows_before < WARM_UP ? rows_before : WARM_UP;
    for (int i = 0; i < warm; ++i) {
      const int row = Back ? warm - 1 - i : CHUNK - warm + i;
      const double item = x[row * chunks + before];
      value = Back ? z * (value - item) : g * item + z * value;
    }
  }
  *start = value;
  double poison = 0;
  for (int i = 0; i < rows; ++i) {
    const long long at = (Back ? rows - 1 - i : i) * chunks + k;
    const double item = Back ? x[at] : g * x[at];
    if (i > 0 || !is_first || Kind != MIRRORED) poison += 0 * item;
    if (i > 0 || !is_first) value = Back ? z * (value - item) : item + z * value;
    if (round == MEND && same_bits(y[at], value)) return true;
    y[at] = value;
  }
  if (!Back && poison != 0) *not_finite = 1;  // NaN, that is
  return true;
}

#ifndef __CUDACC_RTC__

// The round GUESS of neighbouring chunks at once, in loops that are vectors: of those
// that are whole and come after whole ones.
template <int Kind, bool Back>
__device__ inline void guess_chunks(const double* x, double* y, double* starts,
                                    int* not_finite, Line line, long long k, int width,
                                    Pole p) {
  const double z = p.z, g = p.gain;
  double value[MOST_LINES], poison[MOST_LINES];
  for (int t = 0; t < width; ++t) value[t] = poison[t] = 0;
  for (int i = 0; i < WARM_UP; ++i) {
    const int row = Back ? WARM_UP - 1 - i : CHUNK - WARM_UP + i;
    const double* in = x + row * line.chunks + (Back ? k + 1 : k - 1);
    for (int t = 0; t < width; ++t) {
      value[t] = Back ? z * (value[t] - in[t]) : g * in[t] + z * value[t];
    }
  }
  for (int t = 0; t < width; ++t) starts[t] = value[t];
  for (int i = 0; i < CHUNK; ++i) {
    const long long row = (Back ? CHUNK - 1 - i : i) * line.chunks + k;
    const double* in = x + row;
    double* out = y + row;
    for (int t = 0; t < width; ++t) {
      const double item = Back ? in[t] : g * in[t];
      value[t] = Back ? z * (value[t] - item) : item + z * value[t];
      if (!Back) poison[t] += 0 * item;
      out[t] = value[t];
    }
  }
  for (int t = 0; t < width && !Back; ++t) {
    if (poison[t] != 0) *not_finite = 1;
  }
}

#endif

// A round of all chunks: x and y have shape (lines, CHUNK, chunks), `starts` (lines,
// chunks), and there are two ints of a line: whether something is not finite, and
// whether chunks do not fit together.
template <int Kind, bool Back>
__global__ void filter_chunks(const double* x, double* y, double* starts, int* states,
                              Line line, int round, Pole pole) {
#ifdef __CUDACC_RTC__
  const long long begin = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  const long long stop = begin + 1;
#else
  if (threadIdx.x) return;
  const long long begin = blockIdx.x * (long long)blockDim.x;
  const long long stop = begin + blockDim.x;
#endif
  const long long count = line.lines * line.chunks;
  for (long long i = begin; i < stop && i < count;) {
    const long long which = i / line.chunks;
    const long long k = i - which * line.chunks;
    const long long base = which * CHUNK * line.chunks;
    int* state = states + 2 * which;
#ifndef __CUDACC_RTC__
    const long long end = line.chunks - 2 - k < stop - i ? line.chunks - 2 - k : stop - i;
    if (round == GUESS && k > 0 && end > 0 && !*state) {
      guess_chunks<Kind, Back>(x + base, y + base, starts + i, state, line, k, (int)end,
                               pole);
      i += end;
      continue;
    }
#endif
    if (!filter_chunk<Kind, Back>(x + base, y + base, starts + i, state, line, k, round,
                                  pole)) {
      state[1] = 1;
    }
    ++i;
  }
}

// Chunk after chunk of those lines whose chunks do not fit together.
template <int Kind, bool Back>
__global__ void settle_chunks(const double* x, double* y, double* starts, int* states,
                              Line line, Pole pole) {
  const long long which = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (which >= line.lines || !states[2 * which + 1]) return;
  const long long base = which * CHUNK * line.chunks;
  for (long long i = 0; i < line.chunks; ++i) {
    const long long k = Back ? line.chunks - 1 - i : i;
    filter_chunk<Kind, Back>(x + base, y + base, starts + which * line.chunks + k,
                             states + 2 * which, line, k, MEND, pole);
  }
  states[2 * which + 1] = 0;
}
