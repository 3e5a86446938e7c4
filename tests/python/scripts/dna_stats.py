# SPDX-License-Identifier: Apache-2.0
import numpy as np
from collections import Counter

genome = "ATGCGATACGCTTGAGGCTAATGCCCGTTTAACGGATTACAGATTACATGAAATAGCGCGATATATTTGGCCAAGT"
seq = np.array(list(genome))
print(seq.shape, seq.dtype)
bases, counts = np.unique(seq, return_counts=True)
for b, c in zip(bases, counts):
    print(b, c, round(c / len(seq), 3))
gc = np.isin(seq, ["G", "C"])
print("GC content: %.2f%%" % (gc.mean() * 100))
width = 10
windows = np.lib.stride_tricks.sliding_window_view(gc, width)
profile = windows.mean(axis=1)
print("richest window at", profile.argmax(), "poorest at", profile.argmin())
skew = np.cumsum(np.where(seq == "G", 1, 0) - np.where(seq == "C", 1, 0))
print("skew minimum", skew.min(), "at", np.flatnonzero(skew == skew.min()))
complement = dict(zip("ACGT", "TGCA"))
reverse = np.array([complement[b] for b in seq[::-1]])
print("".join(reverse[:20]))
kmers = ["".join(w) for w in np.lib.stride_tricks.sliding_window_view(seq, 3)]
print(Counter(kmers).most_common(3))
codes = np.searchsorted(bases, seq)
pairs = codes[:-1] * 4 + codes[1:]
transitions = np.bincount(pairs, minlength=16).reshape(4, 4)
print(transitions)
probability = transitions / transitions.sum(axis=1, keepdims=True)
print(probability.round(2))
starts = [i for i in range(len(seq) - 2) if "".join(seq[i:i + 3]) == "ATG"]
print("start codons", starts)
for s in starts:
    for e in range(s, len(seq) - 2, 3):
        codon = "".join(seq[e:e + 3])
        if codon in ("TAA", "TAG", "TGA"):
            print("frame from", s, "to", e, "length", (e - s) // 3)
            break
