# SPDX-License-Identifier: Apache-2.0
"""The memory layouts in which every operation must work.

Each function turns an array in C order into one of equal values (broadcast ones
repeat its first row or column) whose memory is arranged in another way. They run
with NumPy and Tenorite alike.
"""


def _c(xp, x):
    return x


def _f(xp, x):
    return xp.asarray(x, order="F")


def _offset(xp, x):
    """Aligned for its type, not for wide loads."""
    buffer = xp.zeros(x.size + 1, x.dtype)
    buffer[1:] = x.ravel()
    return buffer[1:].reshape(x.shape)


def _strided(xp, x):
    buffer = xp.zeros((*x.shape[:-1], 2 * x.shape[-1] + 1), x.dtype)
    buffer[..., 1::2] = x
    return buffer[..., 1::2]


def _outer_strided(xp, x):
    buffer = xp.zeros((3 * x.shape[0], *x.shape[1:]), x.dtype)
    buffer[::3] = x
    return buffer[::3]


def _negative(xp, x):
    every = (slice(None, None, -1),) * x.ndim
    return xp.copy(x[every])[every]


def _negative_outer(xp, x):
    return xp.copy(x[::-1])[::-1]


def _transposed(xp, x):
    """Neither C nor F order when there are three axes."""
    axes = (*range(1, x.ndim), 0)
    back = (x.ndim - 1, *range(x.ndim - 1))
    return xp.asarray(x.transpose(axes), order="C").transpose(back)


def _row(xp, x):
    return xp.broadcast_to(x[:1], x.shape)


def _column(xp, x):
    return xp.broadcast_to(xp.copy(x[..., :1]), x.shape)


def _single(xp, x):
    return xp.broadcast_to(x[(0,) * x.ndim], x.shape)


def _misaligned(xp, x):
    """Starts one byte after a multiple of the item size."""
    raw = xp.zeros(x.nbytes + 1, "uint8")
    raw[1:] = xp.copy(x).ravel().view("uint8")
    return raw[1:].view(x.dtype).reshape(x.shape)


LAYOUTS = {
    "C": _c,
    "F": _f,
    "offset": _offset,
    "strided": _strided,
    "outer strided": _outer_strided,
    "negative": _negative,
    "negative outer": _negative_outer,
    "transposed": _transposed,
    "row": _row,
    "column": _column,
    "single": _single,
    "misaligned": _misaligned,
}


def real_strides(x):
    """Strides that matter: those of axes longer than one, of arrays with items."""
    shape = x.shape
    if 0 in shape:
        return ()
    if 1 not in shape:
        return x.strides
    return tuple(stride for stride, n in zip(x.strides, shape, strict=True) if n > 1)
