# SPDX-License-Identifier: Apache-2.0
"""Count words, letters and bigrams the way a first NLP notebook does."""
import re
import numpy as np

text = """It was the best of times, it was the worst of times, it was the age of wisdom,
it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity"""
words = np.array(re.findall(r"[a-z]+", text.lower()))
vocabulary, ids, counts = np.unique(words, return_inverse=True, return_counts=True)
print(words.size, vocabulary.size)
order = np.lexsort((vocabulary, -counts))
for w, c in zip(vocabulary[order][:6], counts[order][:6]):
    print(f"{w:<12}{c:>3} {'*' * c}")
length = np.char.str_len(words)
print("mean length", length.mean(), "longest", words[length.argmax()])
print(np.char.capitalize(vocabulary[:4]), np.char.upper(words[0]))
print(np.char.count(words, "o").sum(), np.char.startswith(words, "w").sum())
V = vocabulary.size
bigrams = np.zeros((V, V), dtype=int)
np.add.at(bigrams, (ids[:-1], ids[1:]), 1)
i, j = np.unravel_index(bigrams.argmax(), bigrams.shape)
print("most frequent bigram:", vocabulary[i], vocabulary[j], bigrams[i, j])
p = (bigrams + 1) / (bigrams.sum(axis=1, keepdims=True) + V)
was = np.flatnonzero(vocabulary == "was")[0]
print("after 'was':", vocabulary[p[was].argmax()])
sentences = [s.split() for s in text.lower().replace(",", "").split("\n")]
bag = np.array([[s.count(w) for w in vocabulary] for s in sentences])
df = (bag > 0).sum(axis=0)
idf = np.log(len(sentences) / df) + 1
tfidf = bag * idf
tfidf /= np.linalg.norm(tfidf, axis=1, keepdims=True)
print("similarity %.4f" % (tfidf[0] @ tfidf[1]))
top = vocabulary[np.argsort(-tfidf[1], kind="stable")[:3]]
print(sorted(top))
zipf = np.sort(counts)[::-1]
print(zipf[:8], np.cumsum(zipf)[:4] / words.size)
