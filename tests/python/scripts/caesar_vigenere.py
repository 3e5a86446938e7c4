# SPDX-License-Identifier: Apache-2.0
import numpy as np

ALPHABET = np.array(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))

def encode(text):
    return np.searchsorted(ALPHABET, list(text))

def decode(numbers):
    return "".join(ALPHABET[numbers % 26])

message = "ATTACKATDAWN"
shifted = decode(encode(message) + 3)
print(shifted, decode(encode(shifted) - 3))
key = encode("LEMON")
codes = encode(message)
cipher = (codes + np.resize(key, codes.shape)) % 26
print(decode(cipher), decode(cipher - np.resize(key, len(cipher))))
K = np.array([[3, 3], [2, 5]])
det = int(round(np.linalg.det(K)))
inverse = pow(det, -1, 26)
adjugate = np.round(det * np.linalg.inv(K)).astype(int)
K_inv = inverse * adjugate % 26
print(K_inv, K @ K_inv % 26)
blocks = codes.reshape(-1, 2).T
hill = K.dot(blocks) % 26
print(decode(hill.T.ravel()), decode((K_inv @ hill % 26).T.flatten()))
raw = np.frombuffer(b"Hello, World", dtype=np.uint8)
xored = raw ^ np.resize(np.frombuffer(b"key", dtype=np.uint8), raw.size)
print(xored, (xored ^ np.resize(np.frombuffer(b"key", np.uint8), raw.size)).tobytes().decode())
freq = np.bincount(raw[raw >= 97] - 97, minlength=26)
print(ALPHABET[freq > 1], chr(97 + freq.argmax()))
bits = np.unpackbits(raw[:2])
print(bits, np.packbits(bits), "".join(map(str, bits[:8])), int("".join(bits[:8].astype(str)), 2))
crc = 0
for byte in raw:
    crc ^= int(byte) << 8
    for _ in range(8):
        crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
print(hex(crc), hex(np.bitwise_xor.reduce(raw)), int(raw.sum()) % 256)
rail = np.full((3, len(message)), "", dtype="U1")
r = np.abs((np.arange(len(message)) + 2) % 4 - 2)
rail[r, np.arange(len(message))] = list(message)
print(rail, "".join(rail.ravel()))
cols = np.array(list(message)).reshape(4, 3)[:, [2, 0, 1]]
print("".join(cols.T.ravel()), cols[0].tolist(), ord(cols[0, 0]))
