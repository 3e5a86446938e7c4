# SPDX-License-Identifier: Apache-2.0
"""Signals: filters, transforms, peaks."""

from .program import normal, program


@program(rounding=256, why="transforms of 256 points and back")
def low_pass(np):
    n, rate = 256, 128.0
    t = np.arange(n) / rate
    clean = np.sin(2 * np.pi * 3 * t) + 0.5 * np.cos(2 * np.pi * 8 * t)
    noisy = clean + 0.3 * np.array(normal(1, n))
    spectrum = np.fft.rfft(noisy)
    freqs = np.fft.rfftfreq(n, 1 / rate)
    power = np.abs(spectrum) ** 2
    top = np.argsort(power)[::-1][:2]
    spectrum[freqs > 10] = 0
    filtered = np.fft.irfft(spectrum, n)
    before = np.sqrt(np.mean((noisy - clean) ** 2))
    after = np.sqrt(np.mean((filtered - clean) ** 2))
    print(
        f"dominant: {sorted(freqs[top])[0]:.1f} Hz and {sorted(freqs[top])[1]:.1f} Hz"
    )
    print(f"rms {before:.4f} -> {after:.4f}")
    return filtered, freqs[top], after < before / 2, before


@program(rounding=128, why="six levels of products with roots of unity")
def recursive_fft(np):
    def fft(x):
        n = x.shape[0]
        if n == 1:
            return x
        if n & (n - 1):
            raise ValueError("size must be a power of 2")
        even, odd = fft(x[::2]), fft(x[1::2])
        factor = np.exp(-2j * np.pi * np.arange(n // 2) / n)
        return np.concatenate([even + factor * odd, even - factor * odd])

    x = np.array(normal(2, 64)).astype(complex)
    X = fft(x)
    energy = 0
    for c in X:
        energy += abs(c) ** 2
    energy /= len(X)
    return X, energy, bool(np.allclose(X, np.fft.fft(x)))


@program(rounding=128, why="dots of up to 200 terms, divided by the first")
def autocorrelation(np):
    n = 200
    x = np.sin(2 * np.pi * np.arange(n) / 25) + 0.2 * np.array(normal(3, n))
    x -= x.mean()
    r = np.array([(x[: n - k] * x[k:]).sum() for k in range(60)])
    r /= r[0]
    full = np.correlate(x, x, mode="full")[n - 1 :]
    full = full[:60] / full[0]
    k = 1
    while r[k] > 0:
        k += 1
    first_negative = k
    while not (r[k] > r[k - 1] and r[k] > r[k + 1]):
        k += 1
    return r, full, first_negative, k, np.allclose(r, full)


@program(rounding=64, why="running sums of 500 numbers")
def moving_averages(np):
    x = np.array(normal(4, 500)).cumsum()
    w = 7
    by_convolution = np.convolve(x, np.ones(w) / w, mode="valid")
    c = np.cumsum(np.insert(x, 0, 0))
    by_sums = (c[w:] - c[:-w]) / w
    windows = np.lib.stride_tricks.sliding_window_view(x, w)
    by_windows = windows.mean(axis=1)
    by_hand = []
    acc = x[:w].sum()
    by_hand.append(acc / w)
    for i in range(w, len(x)):
        acc += x[i]
        acc -= x[i - w]
        by_hand.append(acc / w)
    ema = [x[0]]
    for v in x[1:]:
        ema.append(0.3 * v + 0.7 * ema[-1])
    return by_convolution, by_sums, by_windows, np.array(by_hand), np.array(ema)[::20]


@program(rounding=64, why="a recurrence of 205 steps with cosines as factors")
def goertzel(np):
    """Which key of a telephone was pressed."""
    rate, n = 8000, 205
    t = np.arange(n) / rate
    rows, cols = [697, 770, 852, 941], [1209, 1336, 1477, 1633]
    keys = ["123A", "456B", "789C", "*0#D"]

    def power(x, f):
        k = 2 * np.cos(2 * np.pi * f / rate)
        s1 = s2 = 0.0
        for v in x:
            s1, s2 = v + k * s1 - s2, s1
        return s1 * s1 + s2 * s2 - k * s1 * s2

    tone = np.sin(2 * np.pi * 770 * t) + np.sin(2 * np.pi * 1477 * t)
    p_rows = [power(tone, f) for f in rows]
    p_cols = [power(tone, f) for f in cols]
    key = keys[np.argmax(p_rows)][np.argmax(p_cols)]
    return key, np.array([p_rows, p_cols]), max(p_rows) == p_rows[1]


@program()
def peaks(np):
    """Peaks with a least distance and a least height, the highest first."""
    x = np.array(normal(5, 300)).round(3)
    inner = (x[1:-1] > x[:-2]) & (x[1:-1] > x[2:])
    candidates = np.where(inner)[0] + 1
    candidates = candidates[x[candidates] > 0.5]
    order = candidates[np.argsort(-x[candidates], kind="stable")]
    kept = []
    for c in order:
        if all(abs(c - k) >= 10 for k in kept):
            kept.append(c)
    kept.sort()
    gaps = np.diff(kept)
    highest = kept[0]
    for k in kept:
        if x[k] > x[highest]:
            highest = k
    return candidates, kept, gaps, highest, x[highest], f"{len(kept)} peaks"


@program()
def crossings_and_runs(np):
    """Sign changes, the longest run, run lengths of a sequence of letters' codes."""
    x = np.array(normal(6, 120))
    signs = np.sign(x).astype(int)
    changes = np.where(signs[:-1] * signs[1:] < 0)[0]
    runs = np.diff(np.concatenate([[0], changes + 1, [len(x)]]))
    longest = runs.max()
    at = np.where(runs == longest)[0][0]
    start = runs[:at].sum()
    text = np.array([ord(c) for c in "WWWWWBBBWWBAAAAAAAAAW"])
    encoded = []
    i = 0
    while i < len(text):
        n = 1
        while i + n < len(text) and text[i + n] == text[i]:
            n += 1
        encoded.append(f"{n}{chr(text[i])}")
        i += n
    histogram = {}
    for r in runs:
        histogram[int(r)] = histogram.get(int(r), 0) + 1
    return runs, longest, start, x[start : start + longest], "".join(encoded), histogram


@program()
def haar_wavelet(np):
    """Transform, threshold, and back; scaled so that all numbers are exact."""
    x = np.array([4, 6, 10, 12, 8, 6, 5, 5, 7, 9, 1, 3, 2, 2, 6, 4], dtype=float)
    data = x.copy()
    n = len(data)
    details = []
    while n > 1:
        average = (data[:n:2] + data[1:n:2]) / 2
        detail = (data[:n:2] - data[1:n:2]) / 2
        data[: n // 2], data[n // 2 : n] = average, detail
        details.insert(0, detail.copy())
        n //= 2
    kept = data.copy()
    kept[np.abs(kept) < 1] = 0
    zeros = (kept == 0).sum()
    back = kept[:1]
    m = 1
    while m < len(kept):
        d = kept[m : 2 * m]
        back = np.stack([back + d, back - d], axis=1).ravel()
        m *= 2
    return data, details, kept, back, zeros, np.abs(back - x).max()


@program(rounding=512, why="transforms of windows of 128 numbers, then logarithms")
def spectrogram(np):
    rate, width, hop = 1000, 128, 64
    t = np.arange(2000) / rate
    chirp = np.cos(2 * np.pi * (50 * t + 60 * t**2))
    window = np.hanning(width)
    frames = []
    for start in range(0, len(chirp) - width + 1, hop):
        frames.append(np.abs(np.fft.rfft(window * chirp[start : start + width])) ** 2)
    S = np.array(frames).T
    db = 10 * np.log10(S.clip(min=1e-6))
    ridge = S.argmax(axis=0)
    freqs = ridge * rate / width
    slope = (freqs[-1] - freqs[0]) / (len(ridge) - 1)
    rising = 0
    for a, b in zip(ridge, ridge[1:], strict=False):
        if b >= a:
            rising += 1
    return db[::16, ::4], ridge, slope, rising, db.max()


@program(rounding=64, why="a long average; the filter itself is arithmetic")
def biquad(np):
    """A filter with state, block by block, in float32 samples."""

    class Filter:
        def __init__(self, b, a):
            self.b, self.a = b, a
            self.z = np.zeros(2)
            self.count = 0

        def __call__(self, x):
            y = np.empty_like(x)
            z1, z2 = self.z
            for n, v in enumerate(x):
                out = self.b[0] * v + z1
                z1 = self.b[1] * v - self.a[0] * out + z2
                z2 = self.b[2] * v - self.a[1] * out
                y[n] = out
                self.count += 1
            self.z[:] = z1, z2
            return y

    samples = np.array(normal(7, 96).astype("f4"))
    f = Filter((0.25, 0.5, 0.25), (-0.1, 0.2))
    y = np.concatenate([f(block) for block in samples.reshape(3, 32)])
    level = np.sqrt(np.mean(y.astype(np.float64) ** 2))
    return y, f.z, f.count, level, y.dtype == np.float32
