// SPDX-License-Identifier: Apache-2.0
// Peaks of a line, a thread for each, and what goes item by item.

// ends[i] is the last item of the plateau that begins at i if that is a local maximum
// within the line, else -1.
__global__ void local_maxima(const double* x, long long* ends, long long n) {
  const long long i = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long end = -1;
  if (i > 0 && i < n - 1 && x[i - 1] < x[i]) {
    long long j = i;
    while (j + 1 < n && x[j + 1] == x[i]) ++j;
    if (j + 1 < n && x[j + 1] < x[i]) end = j;
  }
  ends[i] = end;
}

// How far peaks stand out from the higher of the lowest places on both sides, up to
// higher items or the end of a window of `wide` items (all if it is less than 2).
__global__ void prominences(const double* x, long long n, const long long* peaks,
                            long long count, long long wide, double* heights,
                            long long* lefts, long long* rights) {
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= count) return;
  const long long peak = peaks[k];
  long long first = 0, last = n - 1;
  if (wide >= 2) {
    first = peak - wide / 2 > 0 ? peak - wide / 2 : 0;
    last = peak + wide / 2 < n - 1 ? peak + wide / 2 : n - 1;
  }
  const double top = x[peak];
  double left = top, right = top;
  long long left_at = peak, right_at = peak;
  for (long long i = peak; i >= first && x[i] <= top; --i)
    if (x[i] < left) left = x[i], left_at = i;
  for (long long i = peak; i <= last && x[i] <= top; ++i)
    if (x[i] < right) right = x[i], right_at = i;
  heights[k] = top - (left > right ? left : right);
  lefts[k] = left_at;
  rights[k] = right_at;
}

// Widths of peaks at a part of their prominence below the top, between their bases.
__global__ void widths(const double* x, const long long* peaks, long long count,
                       double part, const double* prominence,
                       const long long* lefts, const long long* rights,
                       double* width, double* level, double* left,
                       double* right) {
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= count) return;
  const long long peak = peaks[k];
  const double height = x[peak] - prominence[k] * part;
  long long i = peak;
  while (i > lefts[k] && height < x[i]) --i;
  double begin = double(i);
  if (x[i] < height) begin += (height - x[i]) / (x[i + 1] - x[i]);
  i = peak;
  while (i < rights[k] && height < x[i]) ++i;
  double end = double(i);
  if (x[i] < height) end -= (height - x[i]) / (x[i - 1] - x[i]);
  width[k] = end - begin;
  level[k] = height;
  left[k] = begin;
  right[k] = end;
}

// Of peaks nearer than `distance` the one of higher priority stays; `order` are their
// numbers, the highest last. One after the other: one thread.
__global__ void keep_distant(const long long* peaks, const long long* order,
                             long long count, long long distance, bool* keep) {
  if (blockIdx.x || threadIdx.x) return;
  for (long long i = 0; i < count; ++i) keep[i] = true;
  for (long long i = count - 1; i >= 0; --i) {
    const long long j = order[i];
    if (!keep[j]) continue;
    for (long long k = j - 1; k >= 0 && peaks[j] - peaks[k] < distance; --k)
      keep[k] = false;
    for (long long k = j + 1; k < count && peaks[k] - peaks[j] < distance; ++k)
      keep[k] = false;
  }
}

// s[i + bits] is the sum modulo two of s[i] and s[i + taps]; one thread.
__global__ void shift_register(signed char* s, long long length, int bits,
                               const long long* taps, int count) {
  if (blockIdx.x || threadIdx.x) return;
  for (long long i = 0; i < length; ++i) {
    signed char next = s[i];
    for (int k = 0; k < count; ++k) next ^= s[i + taps[k] % bits];
    s[i + bits] = next;
  }
}
