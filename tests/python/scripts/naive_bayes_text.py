# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 64 roundings: sums of logarithms.
import numpy as np

docs = ["free money now", "meeting at noon", "free lottery money", "project meeting notes", "win money free free"]
labels = np.array(["spam", "ham", "spam", "ham", "spam"])
vocab = sorted(set(" ".join(docs).split()))
X = np.array([[d.split().count(w) for w in vocab] for d in docs])
classes, y = np.unique(labels, return_inverse=True)
print(classes, y, X.shape, X.sum(axis=0))
priors = np.array([np.mean(labels == c) for c in classes])
word_counts = np.array([X[labels == c].sum(axis=0) for c in classes])
likelihood = (word_counts + 1) / (word_counts.sum(axis=1, keepdims=True) + len(vocab))
for message in ("free meeting", "win lottery", "noon notes project"):
    x = np.array([message.split().count(w) for w in vocab])
    scores = np.log(priors) + (np.log(likelihood) * x).sum(axis=1)
    p = np.exp(scores - np.logaddexp.reduce(scores))
    print("%-20s %s %s" % (message, classes[np.argmax(scores)], dict(zip(classes.tolist(), p.round(4).tolist()))))
ratio = np.log(likelihood[1] / likelihood[0])
ordered = np.array(vocab)[np.argsort(ratio.round(9), kind="stable")]
print(ordered[0], ordered[-1], ratio.min().round(3))
by_class = {c: np.array(vocab)[X[labels == c].any(axis=0)] for c in classes}
for c, w in by_class.items():
    print(c, w, len(w))
print(np.intersect1d(by_class["ham"], by_class["spam"]), np.char.join("-", ["ab", "cd"]))
