// SPDX-License-Identifier: Apache-2.0
// The incomplete beta function, from which Student's t, F and beta distributions come.

// lgamma(z) less Stirling's main terms, (z - 1/2) log(z) - z + log(2 pi) / 2.
__device__ inline double stirling_rest(double z) {
  if (z < 16)
    return lgamma(z) - ((z - 0.5) * log(z) - z + 0.91893853320467274178);
  const double r = 1 / (z * z);
  return (1.0 / 12 -
          r * (1.0 / 360 -
               r * (1.0 / 1260 - r * (1.0 / 1680 - r * (1.0 / 1188))))) /
         z;
}

// log(1 + u) - u, where `ratio` is 1 + u: a series where both nearly cancel.
__device__ inline double log_less_linear(double u, double ratio) {
  if (fabs(u) > 0.25) return log(ratio) - u;
  const double r = u / (2 + u), s = r * r;
  double sum = 0;  // log(1 + u) = 2 (r + r^3 / 3 + ...), and u = 2 r + r u
  for (int k = 21; k >= 3; k -= 2) sum = sum * s + 1.0 / k;
  return 2 * r * s * sum - r * u;
}

// x^a y^b / B(a, b) for x + y = 1, around the place of its maximum, so that large
// exponents do not cancel.
__device__ inline double beta_power(double a, double b, double x, double y) {
  if (x <= 0 || y <= 0) return 0;
  const double n = a + b, x0 = a / n, y0 = b / n;
  const double away = x < y ? x - x0 : y0 - y;
  const double main = a * log_less_linear(away / x0, x / x0) +
                      b * log_less_linear(-away / y0, y / y0);
  const double rest = stirling_rest(n) - stirling_rest(a) - stirling_rest(b);
  return exp(main + rest) * sqrt(a * y0) * 0.39894228040143267794;
}

// The continued fraction of I_x(a, b) for x below the mean a / (a + b): `away` is
// a - (a + b) x, without cancellation (DiDonato and Morris, ACM TOMS 18, 1992).
__device__ inline double beta_fraction(double a, double b, double x, double y,
                                       double away) {
  const double c = 1 + away, c0 = b / a, c1 = 1 + 1 / a;
  double p = 1, s = a + 1, before = 0, below_before = 1;
  double above = 1, below = c / c1, ratio = c1 / c;
  for (int n = 1; n < 100000; ++n) {
    const double part = n / a, w = n * (b - n) * x;
    double e = a / s;
    const double alpha = p * (p + c0) * e * e * (w * x);
    e = (1 + part) / (c1 + part + part);
    const double beta = n + w / s + e * (c + n * (1 + y));
    p = 1 + part;
    s += 2;
    const double next = alpha * before + beta * above;
    const double next_below = alpha * below_before + beta * below;
    const double old = ratio;
    ratio = next / next_below;
    if (fabs(ratio - old) <= 1e-16 * ratio) break;
    before = above / next_below;
    below_before = below / next_below;
    above = ratio;
    below = 1;
  }
  return ratio;
}

// I_x(a, b), with both x and y = 1 - x, so that none of them loses digits.
__device__ inline double beta_below(double a, double b, double x, double y) {
  if (!(a > 0) || !(b > 0) || !(x >= 0) || !(y >= 0) || isinf(a) || isinf(b))
    return nan("");
  if (x == 0 || y == 0) return x == 0 ? 0 : 1;
  const double away = a > b ? (a + b) * y - b : a - (a + b) * x;
  if (away >= 0)
    return beta_power(a, b, x, y) * beta_fraction(a, b, x, y, away);
  return 1 - beta_power(b, a, y, x) * beta_fraction(b, a, y, x, -away);
}

__global__ void incomplete_beta(const double* as, const double* bs,
                                const double* xs, const double* ys,
                                double* result, long long n) {
  const long long i = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  result[i] = beta_below(as[i], bs[i], xs[i], ys[i]);
}

__global__ void beta_powers(const double* as, const double* bs,
                            const double* xs, const double* ys, double* result,
                            long long n) {
  const long long i = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  result[i] = beta_power(as[i], bs[i], xs[i], ys[i]);
}

// The logit of x where I_x(a, b) = p, for p below 1/2, by Newton's method. log(I) is
// concave in the logit, so that steps come from the left; what is known of both sides
// keeps them from where I is no number but 0.
__device__ inline double beta_logit(double a, double b, double p) {
  const double goal = log(p);
  const double constant = lgamma(a) + lgamma(b) - lgamma(a + b);
  // Near 0, I is x^a / (a B(a, b)); elsewhere the logit is about normal.
  const double middle = log(a / b), t = sqrt(-2 * goal);
  const double z = (2.30753 + 0.27061 * t) / (1 + t * (0.99229 + 0.04481 * t)) - t;
  const double log_x = (goal + log(a) + constant) / a;
  double u = log_x < 0 ? log_x - log(-expm1(log_x)) : middle;
  u = fmin(fmax(u, middle + z * sqrt(1 / a + 1 / b)), middle + 2);
  double low = -1e300, high = 1e300;
  for (int k = 0; k < 200; ++k) {
    const double e = exp(-fabs(u));
    const double x = u < 0 ? e / (1 + e) : 1 / (1 + e);
    const double y = u < 0 ? 1 / (1 + e) : e / (1 + e);
    const double below = x > 0 ? beta_below(a, b, x, y) : 0;
    const double slope = below > 0 ? beta_power(a, b, x, y) / below : 0;
    const double lack = goal - log(below);
    if (lack > 0) low = u;
    else high = u;
    const double small = 4e-16 * (1 + fabs(u));
    double next = slope > 0 ? u + lack / slope : lack > 0 ? u + 1 : u - 1;
    if (fabs(next - u) <= small) return next;
    if (!(next > low && next < high)) {
      if (low > -1e300 && high < 1e300) next = (low + high) / 2;
      else next = lack > 0 ? u + 1 + fabs(u) : u - 1 - fabs(u);
    }
    if (fabs(next - u) <= small || fabs(next) > 745) return next;
    u = next;
  }
  return u;
}

// x and 1 - x where I_x(a, b) = p, with q = 1 - p.
__global__ void inverse_beta(const double* as, const double* bs,
                             const double* ps, const double* qs, double* xs,
                             double* ys, long long n) {
  const long long i = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double a = as[i], b = bs[i], p = ps[i], q = qs[i];
  double x, y;
  if (!(a > 0) || !(b > 0) || !(p >= 0) || !(q >= 0) || isinf(a) || isinf(b)) {
    x = y = nan("");
  } else if (p == 0 || q == 0) {
    x = p == 0 ? 0 : 1;
    y = 1 - x;
  } else {
    const double u = p < q ? beta_logit(a, b, p) : -beta_logit(b, a, q);
    const double e = exp(-fabs(u));
    x = u < 0 ? e / (1 + e) : 1 / (1 + e);
    y = u < 0 ? 1 / (1 + e) : e / (1 + e);
  }
  xs[i] = x;
  ys[i] = y;
}
