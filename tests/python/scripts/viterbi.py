# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 64 roundings: products of 8 probabilities.
import numpy as np

obs = ('normal', 'cold', 'dizzy', 'dizzy', 'normal')
states = ('Healthy', 'Fever')
start_p = np.array([0.6, 0.4])
trans_p = np.array([[0.7, 0.3], [0.4, 0.6]])
emit = {'normal': [0.5, 0.1], 'cold': [0.4, 0.3], 'dizzy': [0.1, 0.6]}
B = np.array([emit[o] for o in obs])
T, K = B.shape
delta = np.zeros((T, K))
psi = np.zeros((T, K), dtype=np.intp)
delta[0] = start_p * B[0]
for t in range(1, T):
    scores = delta[t - 1][:, None] * trans_p
    psi[t] = scores.argmax(0)
    delta[t] = scores.max(0) * B[t]
path = [delta[-1].argmax()]
for t in range(T - 1, 0, -1):
    path.insert(0, psi[t, path[0]])
print([states[k] for k in path], "%.6f" % delta[-1].max())
alpha = np.empty((T, K))
alpha[0] = start_p * B[0]
for t in range(1, T):
    alpha[t] = (alpha[t - 1] @ trans_p) * B[t]
beta = np.ones_like(alpha)
for t in reversed(range(T - 1)):
    beta[t] = trans_p @ (B[t + 1] * beta[t + 1])
posterior = alpha * beta
posterior /= posterior.sum(1, keepdims=True)
print(posterior.round(4), "%.3e" % alpha[-1].sum())
assert np.allclose((alpha * beta).sum(1), alpha[-1].sum())
log_delta = np.log(start_p) + np.log(B[0])
for b in np.log(B[1:]):
    log_delta = np.logaddexp.reduce(log_delta[:, None] + np.log(trans_p), axis=0) + b
print(np.exp(log_delta).sum().round(8))
names = np.array(states)
print(names[posterior.argmax(axis=1)], names[path])
