# SPDX-License-Identifier: Apache-2.0
import numpy as np
from numpy import uint8, uint32, uint64, int8, int32

with np.errstate(over="ignore"):
    state = uint32(12345)
    out = []
    for _ in range(4):
        state ^= state << uint32(13)
        state ^= state >> uint32(17)
        state ^= state << uint32(5)
        out.append(state)
    print([int(v) for v in out], out[0].dtype)
    h = uint64(14695981039346656037)
    for c in b"hello":
        h = (h ^ uint64(c)) * uint64(1099511628211)
    print(hex(h), h.dtype)
    print(uint8(250) + uint8(10), int8(127) + int8(1), uint8(3) - uint8(5), int32(2**31 - 1) + int32(1))
    x = np.array([250, 255], dtype=uint8)
    x += uint8(7)
    print(x, x.dtype, x << 1, ~x, x >> 1, x & 0xF)
try:
    np.array([1], dtype=uint8) + 300
except OverflowError as e:
    print("OverflowError:", e)
try:
    uint8(-1)
except OverflowError as e:
    print("OverflowError:", e)
n = np.arange(8, dtype=uint8)
gray = n ^ (n >> 1)
print([format(g, "03b") for g in gray], gray.dtype)
print(np.bitwise_count(np.array([0, 1, 255, 1023])), [bin(int(v)).count("1") for v in (7, 8)])
print(np.left_shift(1, np.arange(8)), np.right_shift(np.int64(-8), 1), np.invert(np.array([True, False])))
swapped = np.array([1, 256], dtype=np.int16).byteswap()
print(swapped, swapped.view(">i2"), np.array([1], "<u4").view(uint8), np.array([1.0]).view(np.int64))
numerals = np.array(["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"])
values = np.array([1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1])
def roman(n):
    s = ""
    for v, r in zip(values, numerals):
        s += str(r) * (n // v)
        n %= v
    return s
print([roman(n) for n in (1990, 2008, 1666)])
digits = np.array([int(d) for d in str(2**100)])
print(digits.sum(), digits.size, np.array([*map(int, "9876543210")]) @ 10 ** np.arange(10)[::-1])
print(int(np.float32(16777216) + np.float32(1)), np.float16(0.1), np.float32(0.1) == 0.1, np.float64(np.float32(0.1)))
print(np.int64(7) / 2, np.int64(7) // 2, np.int64(-7) // 2, np.int64(-7) % 3, np.fmod(-7, 3), type(np.int64(7) / 2).__name__ in ("float64", "scalar"))
print(np.uint64(5) - np.int64(3), (np.uint64(5) - np.int64(3)).dtype, (np.float32(1) + 1.0).dtype, (np.int8(1) + 1).dtype, np.result_type(np.int8, 3.0))
