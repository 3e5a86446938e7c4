# SPDX-License-Identifier: Apache-2.0
"""Chains of neural networks: attention, normalisation, an optimiser."""

from ..program import Programs, repeated

_networks = Programs("networks")
PROGRAMS = _networks.all


def heads(rng, batch, length, width):
    shape = batch, length, width
    return tuple(rng.standard_normal(shape, "f4") for _ in range(3))


@_networks.program(
    heads, sizes=((2, 16, 16), (16, 128, 64), (32, 384, 64)), on_gpu=(128, 1024, 64), rtol=1e-4
)  # fmt: skip
def causal_attention(np, query, key, value):
    length = query.shape[1]
    scores = query @ key.transpose(0, 2, 1) / np.float32(query.shape[2] ** 0.5)
    later = np.triu(np.ones((length, length), bool), k=1)
    scores = np.where(later, np.float32(-1e9), scores)
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ value


def block(rng, rows, width):
    x = rng.standard_normal((rows, width), "f4")
    wide = (rng.standard_normal((width, 4 * width), "f4") / width**0.5).astype("f4")
    narrow = (rng.standard_normal((4 * width, width), "f4") / width**0.5).astype("f4")
    gain = 1 + 0.1 * rng.standard_normal(width, "f4")
    return x, gain, 0.1 * gain, wide, narrow


@_networks.program(
    block, sizes=((8, 32), (256, 128), (4096, 256)), on_gpu=(32_768, 512), rtol=1e-4
)  # fmt: skip
def feed_forward_block(np, x, gain, shift, wide, narrow):
    """Layer normalisation, a layer with GELU by tanh, and the way around both."""
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    normal = (x - mean) / np.sqrt(variance + 1e-5) * gain + shift
    hidden = normal @ wide
    cubic = hidden + 0.044715 * hidden**3
    hidden = 0.5 * hidden * (1 + np.tanh(0.7978845608 * cubic))
    out = x + hidden @ narrow
    return out / np.sqrt((out**2).mean(axis=-1, keepdims=True) + 1e-6) * gain


def weights(rng, count):
    return rng.standard_normal(count, "f4"), rng.standard_normal(count, "f4")


@_networks.program(
    weights, sizes=((1000,), (100_000,), (2_000_000,)), on_gpu=(32_000_000,), rtol=1e-4
)  # fmt: skip
def adam(np, w, target):
    """Steps of the optimiser on a quadratic loss, with clipped gradients."""

    def step(state):
        w, m, v, rate1, rate2 = state
        gradient = w - target
        norm = np.sqrt((gradient**2).sum())
        gradient = gradient * np.minimum(1, 100 / (norm + 1e-6))
        m = 0.9 * m + 0.1 * gradient
        v = 0.999 * v + 0.001 * gradient**2
        rate1, rate2 = rate1 * 0.9, rate2 * 0.999
        change = (m / (1 - rate1)) / (np.sqrt(v / (1 - rate2)) + 1e-8)
        return w - 0.01 * (change + 0.01 * w), m, v, rate1, rate2

    one = np.ones((), np.float32)
    zeros = np.zeros_like(w)
    w, *_ = repeated(np, 20, step, (w, zeros, zeros, one, one))
    return w


def images_and_classes(rng, rows, classes):
    return 3 * rng.standard_normal((rows, classes), "f4"), rng.integers(
        0, classes, rows
    )


@_networks.program(
    images_and_classes, sizes=((50, 10), (5000, 100), (20_000, 500)), on_gpu=(200_000, 1000),
    rtol=1e-4,
)  # fmt: skip
def cross_entropy(np, logits, classes):
    """The loss, its gradient by one-hot rows, and the share of right answers."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    picked = np.take_along_axis(log_p, classes[:, None], axis=1)[:, 0]
    one_hot = classes[:, None] == np.arange(logits.shape[1])
    gradient = (np.exp(log_p) - one_hot) / np.float32(logits.shape[0])
    right = (log_p.argmax(axis=1) == classes).mean()
    return -picked.mean(), gradient, right
