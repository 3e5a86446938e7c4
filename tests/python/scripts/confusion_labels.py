# SPDX-License-Identifier: Apache-2.0
import numpy as np
truth = np.array(["cat", "dog", "cat", "bird", "dog", "cat"])
guess = np.array(["cat", "cat", "cat", "bird", "dog", "dog"])
confidence = np.array([0.9, 0.6, 0.8, 0.7, 0.95, 0.55])
hit = truth == guess
print("accuracy", hit.mean(), confidence[hit].mean().round(4), confidence[~hit])
names = np.unique(np.concatenate([truth, guess]))
cm = np.array([[np.sum((truth == t) & (guess == g)) for g in names] for t in names])
print("%8s" % "", *("%6s" % n for n in names))
for n, row in zip(names, cm):
    print("%8s" % n, *("%6d" % c for c in row))
print({str(n): round(float(cm[k, k] / cm[:, k].sum()), 3) for k, n in enumerate(names)})
weighted = np.where(hit, confidence, -confidence)
print(weighted, np.where(truth == "cat", confidence, 0).sum(), truth[confidence > 0.75], truth[np.argmax(confidence)])
order = np.lexsort((confidence, truth))
print(truth[order], confidence[order], list(zip(truth[order], confidence[order]))[0][0])
mapping = {"bird": 0, "cat": 1, "dog": 2}
y = np.array([mapping[t] for t in truth])
onehot = (names[:, None] == truth).astype(int)
print(y, onehot, names[onehot.argmax(axis=0)], names[y], np.choose(y, [10, 20, 30]))
table = np.array([truth, confidence], dtype=object).T
print(table[table[:, 1] > 0.6][:, 0], table[:, 1].astype(float).max())
groups = {n: confidence[truth == n] for n in names}
for n in groups: print(f"{n:>5}: {groups[n].mean():.3f} +- {groups[n].std():.3f} (n={len(groups[n])})")
print(np.isin(truth, ["cat", "bird"]) & (confidence > .7), np.count_nonzero(truth == "cat"), "cat" in truth, (truth != guess).nonzero()[0], np.flatnonzero(np.char.startswith(truth, "b")))
truth[0] = "elephant"; print(truth[0], truth.dtype, np.full(2, "ab"), np.zeros(2, "U3"), np.empty(1, object), np.repeat(names, 2), np.tile(names, 1), np.roll(names, 1), names[::-1])
