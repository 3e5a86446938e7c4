# SPDX-License-Identifier: Apache-2.0
import numpy as np
from math import isqrt

def primesfrom2to(n):
    sieve = np.ones(n // 3 + (n % 6 == 2), dtype=bool)
    for i in range(1, int(n**0.5) // 3 + 1):
        if sieve[i]:
            k = 3 * i + 1 | 1
            sieve[k * k // 3::2 * k] = False
            sieve[k * (k - 2 * (i & 1) + 4) // 3::2 * k] = False
    return np.r_[2, 3, ((3 * np.nonzero(sieve)[0][1:] + 1) | 1)]

primes = primesfrom2to(200)
print(primes, primes.size)
n = 100
is_prime = np.ones(n, dtype=bool)
is_prime[:2] = 0
for j in range(2, isqrt(n - 1) + 1):
    is_prime[j * j::j] = False
assert np.array_equal(np.flatnonzero(is_prime), primes[primes < n])
print("twins:", [(int(p), int(q)) for p, q in zip(primes, primes[1:]) if q - p == 2][:5])
def factor(m):
    found = []
    for p in primes:
        while m % p == 0:
            found.append(p)
            m //= p
        if p * p > m:
            break
    return found + [m] if m > 1 else found
print(factor(360), factor(997), factor(2 * 3 * 5 * 7))
print([int(f) for f in factor(8051)])
pi_x = np.cumsum(is_prime)
print(pi_x[[10, 50, 99]], (pi_x[99] / (99 / np.log(99))).round(4))
divisor_sum = np.zeros(60, int)
for d in range(1, 60):
    divisor_sum[2 * d::d] += d
print("perfect:", np.where(divisor_sum == np.arange(60))[0][1:], "abundant:", np.nonzero(divisor_sum > np.arange(60))[0][:5])
print(pow(3, int(primes[10]), 1000), primes[-1] ** 2 % 97, int(primes[5]).bit_length(), range(10)[primes[1]], [0] * primes[0])
print(np.gcd.reduce(np.array([12, 18, 30])), np.lcm.reduce(np.arange(1, 11)))
