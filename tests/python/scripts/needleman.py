# SPDX-License-Identifier: Apache-2.0
from __future__ import print_function

import numpy as np


def align(a, b, match=1, mismatch=-1, gap=-2):
    n, m = len(a), len(b)
    score = np.zeros((n + 1, m + 1), dtype=int)
    score[:, 0] = gap * np.arange(n + 1)
    score[0, :] = gap * np.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            s = match if a[i - 1] == b[j - 1] else mismatch
            score[i, j] = max(score[i - 1, j - 1] + s, score[i - 1, j] + gap, score[i, j - 1] + gap)
    i, j = n, m
    top, bottom = [], []
    while i > 0 or j > 0:
        s = match if i and j and a[i - 1] == b[j - 1] else mismatch
        if i > 0 and j > 0 and score[i, j] == score[i - 1, j - 1] + s:
            top.append(a[i - 1]); bottom.append(b[j - 1]); i -= 1; j -= 1
        elif i > 0 and score[i, j] == score[i - 1, j] + gap:
            top.append(a[i - 1]); bottom.append('-'); i -= 1
        else:
            top.append('-'); bottom.append(b[j - 1]); j -= 1
    return score, ''.join(reversed(top)), ''.join(reversed(bottom))


def local(a, b):
    H = np.zeros((len(a) + 1, len(b) + 1), np.int16)
    for i, j in np.ndindex(len(a), len(b)):
        diagonal = H[i, j] + (2 if a[i] == b[j] else -1)
        H[i + 1, j + 1] = max(0, diagonal, H[i, j + 1] - 1, H[i + 1, j] - 1)
    return H


if __name__ == '__main__':
    score, x, y = align("GATTACA", "GCATGCA")
    print(score)
    print(x)
    print(y)
    print("score", score[-1, -1], "identity", sum(p == q for p, q in zip(x, y)))
    H = local("TGTTACGG", "GGTTGACTA")
    best = np.unravel_index(np.argmax(H), H.shape)
    print(H.max(), tuple(int(k) for k in best), H.dtype)
