# SPDX-License-Identifier: Apache-2.0
import warnings
import numpy as np

def attempt(label, f):
    try:
        print(label, f())
    except Exception as e:
        print(label, type(e).__name__, e)

a = np.arange(6).reshape(2, 3)
attempt("broadcast:", lambda: a + np.arange(4))
attempt("matmul:", lambda: a @ a)
attempt("index:", lambda: a[5])
attempt("index2:", lambda: a[0, 7])
attempt("truth:", lambda: bool(a))
attempt("reshape:", lambda: a.reshape(4, 2))
attempt("concat:", lambda: np.concatenate([a, np.zeros((2, 2))]))
attempt("cast:", lambda: a.__iadd__(0.5))
attempt("text:", lambda: np.array(["a", "b"]).astype(float))
attempt("ragged:", lambda: np.array([[1, 2], [3]]))
attempt("stack:", lambda: np.vstack([a, [1, 2]]))
attempt("axis:", lambda: a.mean(axis=3))
attempt("string + number:", lambda: np.array(["a"]) + 1)
attempt("unpack:", lambda: (lambda x, y, z: x)(*a))
attempt("choice:", lambda: np.random.default_rng(0).choice(3, 5, replace=False))
attempt("linalg:", lambda: np.linalg.inv(a))
attempt("singular:", lambda: np.linalg.solve(np.ones((2, 2)), [1, 2]))
attempt("int:", lambda: int(a))
attempt("empty max:", lambda: np.array([]).max())
attempt("attribute:", lambda: a.foo)
attempt("dtype:", lambda: np.zeros(2, dtype="nonsense"))
attempt("date:", lambda: np.datetime64("hello"))
attempt("bool index:", lambda: a[np.array([True, False, True])])
attempt("split:", lambda: np.split(a, 2, axis=1))
attempt("einsum:", lambda: np.einsum("ij,jk", a, a))
attempt("assign:", lambda: a.__setitem__(0, [1, 2]))
attempt("item:", lambda: a.item())
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    r = np.array([1.0, -1.0, 0.0]) / 0
    s = np.log(np.array([0.0, -1.0]))
    m = np.mean([])
    print(r, s, m, sorted({str(w.message) for w in caught}))
with np.errstate(divide="raise"):
    try:
        np.array([1.0]) / 0
    except FloatingPointError as e:
        print(e)
old = np.seterr(all="ignore")
print(np.sqrt(np.array([-1.0])), np.array([1e308]) * 10, np.float64(1) / 0)
np.seterr(**old)
