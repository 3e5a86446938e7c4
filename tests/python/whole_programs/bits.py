# SPDX-License-Identifier: Apache-2.0
"""Bits, wrapping integers, codes, and generators of random numbers."""

from .program import integers, program


@program()
def congruential_generator(np):
    """A generator on arrays of uint32 that wrap, and its tests."""
    state = np.arange(1, 9, dtype=np.uint32)
    draws = []
    for _ in range(200):
        state = state * np.uint32(1664525) + np.uint32(1013904223)
        draws.append(state >> np.uint32(16))
    draws = np.array(draws).astype(np.uint32)
    unit = draws / 65536
    hist = np.histogram(unit, bins=8, range=(0, 1))[0]
    chi2 = ((hist - hist.mean()) ** 2 / hist.mean()).sum()
    pairs = np.unique(draws[:, 0] & 3, return_counts=True)
    return draws[:5], draws.dtype.name, hist, chi2.round(9), pairs, (unit < 0.5).sum()


@program()
def xorshift(np):
    """Several streams of 64 bits at once; jumps by shifts in place."""
    s = np.array([88172645463325252, 1, 2**63 + 5], dtype=np.uint64)
    first = s.copy()
    out = np.zeros((6, 3), dtype=np.uint64)
    for k in range(6):
        s ^= s << np.uint64(13)
        s ^= s >> np.uint64(7)
        s ^= s << np.uint64(17)
        out[k] = s
    ones = np.bitwise_count(out)
    high = (out >> np.uint64(60)).astype(np.uint8)
    mixed = np.bitwise_xor.reduce(out, axis=0)
    text = [f"{int(v):016x}" for v in out[:, 0]]
    return first, out, ones, high, mixed, text, out.max() > 2**63


@program()
def crc_table(np):
    """CRC-32 by table; scalars index, shift and mix."""
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        odd = table & 1 == 1
        table >>= 1
        table[odd] ^= np.uint32(0xEDB88320)
    data = np.frombuffer(b"123456789", dtype=np.uint8)
    crc = 0xFFFFFFFF
    for byte in data:
        crc = int(table[(crc ^ int(byte)) & 0xFF]) ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    c = np.uint32(0xFFFFFFFF)
    for byte in data:
        c = table[(c ^ byte) & 0xFF] ^ (c >> 8)
    c = ~c
    a, b = 1, 0
    for byte in data:
        a = (a + int(byte)) % 65521
        b = (b + a) % 65521
    adler = (b << 16) | a
    return table[:6], f"{crc:08x}", crc == 0xCBF43926, c, c == crc, adler, hex(adler)


@program()
def hamming_code(np):
    """Coding in GF(2): every single error is found and corrected."""
    G = np.array([[1, 1, 0, 1], [1, 0, 1, 1], [1, 0, 0, 0], [0, 1, 1, 1],
                  [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])  # fmt: skip
    H = np.array([[(k >> r) & 1 for k in range(1, 8)] for r in range(3)])
    messages = (np.arange(16)[:, None] >> np.arange(4)) & 1
    words = messages @ G.T % 2
    corrected = 0
    for word in words:
        for k in range(7):
            received = word.copy()
            received[k] ^= 1
            syndrome = H @ received % 2
            position = int(syndrome @ (1 << np.arange(3)))
            if position:
                received[position - 1] ^= 1
            corrected += (received == word).all()
    d = (words[:, None] != words[None]).sum(-1)
    np.fill_diagonal(d, 99)
    return (
        words,
        corrected,
        d.min(),
        (H @ words.T % 2).any(),
        np.unique(d, return_counts=True),
    )


@program()
def bit_boards(np):
    """Sets as integers: shifts, masks, lowest bits, subsets."""
    n = np.array([0b101100, 0b1, 0b11111111, 1 << 40])
    lowest = n & -n
    cleared = n & (n - 1)
    lengths = [int(v).bit_length() for v in n]
    board = np.zeros((4, 4), dtype=bool)
    board[[0, 1, 3], [2, 2, 0]] = True
    code = int((board.ravel() * (1 << np.arange(16))).sum())
    back = ((code >> np.arange(16)) & 1).astype(bool).reshape(4, 4)
    mask = n[0]
    sub, subsets = mask, []
    while sub:
        subsets.append(sub)
        sub = (sub - 1) & mask
    parity = 0
    v = n[2]
    while v:
        parity ^= 1
        v &= v - 1
    m = n[0]
    m <<= 2
    m |= 1
    m ^= n[1]
    rotated = ((np.uint8(0b10010110) << 3) | (np.uint8(0b10010110) >> 5)) & 0xFF
    inverted = np.invert(np.array([0, 5], dtype=np.uint8)), ~np.int8(5), ~(n[0] > 3)
    return (
        lowest,
        cleared,
        lengths,
        code,
        back,
        subsets,
        parity,
        m,
        rotated,
        inverted,
        n,
    )


@program()
def huffman(np):
    """Code lengths from counts; parents in an array, weights in a list of pairs."""
    symbols = np.array(integers(1, 0, 6, 200)) * np.array(integers(2, 0, 2, 200))
    values, counts = np.unique(symbols, return_counts=True)
    parent = np.full(2 * len(values) - 1, -1)
    alive = [(c, k) for k, c in enumerate(counts)]
    nxt = len(values)
    while len(alive) > 1:
        alive.sort()
        (w1, a), (w2, b) = alive[:2]
        parent[[a, b]] = nxt
        alive = alive[2:] + [(w1 + w2, nxt)]
        nxt += 1
    lengths = np.zeros(len(values), dtype=int)
    for k in range(len(values)):
        node = k
        while parent[node] >= 0:
            node = parent[node]
            lengths[k] += 1
    total = (lengths * counts).sum()
    p = counts / counts.sum()
    kraft = (2.0**-lengths).sum()
    codes, code, last = {}, 0, 0
    for k in np.argsort(lengths, kind="stable"):
        code <<= int(lengths[k]) - last
        last = int(lengths[k])
        codes[values[k].item()] = format(code, f"0{last}b")
        code += 1
    bits = "".join(codes[s] for s in symbols.tolist())
    return (
        lengths,
        total,
        kraft,
        codes,
        len(bits) == total,
        total / 200 >= -(p * np.log2(p)).sum(),
    )


@program()
def lz_and_runs(np):
    """Run lengths, differences and small dtypes; nothing may widen or wrap by itself."""
    x = np.repeat(np.array([5, 0, 7, 7, 1], dtype=np.uint8), [3, 10, 2, 1, 4])
    edges = np.flatnonzero(np.diff(x.astype(np.int16))) + 1
    starts = np.concatenate(([0], edges))
    runs = np.diff(np.append(starts, x.size)).astype(np.uint8)
    back = np.repeat(x[starts], runs)
    delta = np.diff(x, prepend=x[:1])
    undone = np.cumsum(delta, dtype=np.uint8)
    packed = (x[: x.size // 2 * 2 : 2] << 4 | x[1::2] & 15).astype(np.uint8)
    high, low = packed >> 4, packed & 15
    ramp = np.arange(250, 262).astype(np.uint8)
    saturated = np.minimum(ramp.astype(int) + 10, 255).astype(np.uint8)
    half = (ramp // 2).sum(), ramp.sum(), ramp.sum(dtype=np.uint8), ramp.mean()
    signed = np.array([-128, 127], dtype=np.int8)
    return [
        runs, back, delta, undone, packed, high, low, saturated, half,
        signed + np.int8(1), np.abs(signed.astype(int)), signed.view(np.uint8), -signed,
        (ramp > 254).sum() + ramp[0], ramp[0] // np.uint8(7), int(ramp[0]) + 10,
    ]  # fmt: skip
