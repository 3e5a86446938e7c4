# SPDX-License-Identifier: Apache-2.0
"""numba on host views; joblib, multiprocessing and pickle move arrays."""

import concurrent.futures
import io
import multiprocessing
import pickle

import joblib
import numba
import numpy as np
import pytest
import tenorite as tn
from support.helpers import check, in_python

A = np.random.default_rng(1).random((4, 6))


@numba.njit
def sum_of_squares(x):
    total = 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            total += x[i, j] ** 2
    return total


@numba.njit
def doubles(x):
    for i in range(x.shape[0]):
        x[i, 0] *= 2
    return x[:, 0] + 1


@numba.vectorize(["float64(float64, float64)"])
def hypotenuse(a, b):
    return np.sqrt(a * a + b * b)


@numba.guvectorize(["(float64[:], float64[:])"], "(n)->(n)")
def running(x, out):
    total = 0.0
    for i in range(x.shape[0]):
        total += x[i]
        out[i] = total


@numba.njit(parallel=False)
def rows(x, out):
    for i in range(x.shape[0]):
        out[i] = x[i].sum()


def test_numba_on_host_views():
    x = tn.asarray(A, device="cpu")
    h = np.asarray(x)
    assert sum_of_squares(h) == sum_of_squares(A)
    np.testing.assert_array_equal(hypotenuse(h, h), hypotenuse(A, A))
    np.testing.assert_array_equal(running(np.asarray(x.T)), running(A.T))
    assert sum_of_squares(np.asarray(x[::2, ::-1])) == sum_of_squares(A[::2, ::-1])


def test_numba_writes_to_our_memory():
    x = tn.asarray(A, device="cpu")
    before = x + 0
    first = tn.asarray(doubles(np.asarray(x)))
    check((before[:, 0] * 2 + 1).get(), first)
    assert (x[:, 0] == before[:, 0] * 2).all()
    out = tn.empty(4, device="cpu")
    rows(np.asarray(x), np.asarray(out))
    np.testing.assert_allclose(out.get(), x.sum(axis=1).get(), rtol=1e-15)
    hypotenuse(np.asarray(x), np.asarray(x), np.asarray(x))
    assert float(x[0, 1]) == hypotenuse(A[0, 1], A[0, 1])


def doubled(x):
    return x * 2


def test_joblib(device, tmp_path):
    x = tn.asarray(A)
    for prefer in ("threads", "processes"):
        found = joblib.Parallel(2, prefer=prefer)(
            joblib.delayed(np.negative)(row) for row in x
        )
        for row, wanted in zip(found, -A, strict=True):
            check(wanted, row)
            assert row.device == device
    file = io.BytesIO()
    joblib.dump({"x": x, "t": x.T}, file)
    file.seek(0)
    loaded = joblib.load(file)
    check(A, loaded["x"])
    check(A.T, loaded["t"])
    assert joblib.hash(x) == joblib.hash(x.copy()) != joblib.hash(x + 1)
    memory = joblib.Memory(tmp_path, verbose=0)
    cached = memory.cache(doubled)
    check(A * 2, cached(x))
    assert cached.check_call_in_cache(x)
    check(A * 2, cached(x))


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes(method):
    """A worker has a default device of its own, and arrays come back to theirs."""
    x = tn.asarray(A, device="cpu")
    context = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        for got, wanted in (
            (pool.submit(np.negative, x), -A),
            (pool.submit(np.transpose, x), A.T),
            (pool.submit(np.sum, x, 0), A.sum(0)),
        ):
            check(wanted, got.result(timeout=60), rtol=1e-15)


def test_pool_and_queue():
    """With the method of old: a process of its own starts other processes."""
    code = (
        "import multiprocessing, tenorite as tn, numpy as np\n"
        "def send(q, x): q.put(tn.cumsum(x * 2))\n"
        "x = tn.arange(4.0, device='cpu')\n"
        "c = multiprocessing.get_context('fork')\n"
        "with c.Pool(2) as pool: print(pool.map(np.sum, [x, x + 1]))\n"
        "q = c.Queue()\n"
        "p = c.Process(target=send, args=(q, x)); p.start()\n"
        "print(q.get(timeout=60).tolist()); p.join()\n"
    )
    lines = in_python(code).splitlines()
    assert lines[0].count("6.0") == lines[0].count("10.0") == 1
    assert lines[1] == "[0.0, 2.0, 6.0, 12.0]"


def test_pickle_of_what_holds_arrays(device):
    x = tn.asarray(A)
    held = {"x": x, "mean": x.mean(), "function": tn.sin, "ufunc": tn.add}
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        got = pickle.loads(pickle.dumps(held, protocol))
        check(A, got["x"])
        assert float(got["mean"]) == float(x.mean())
        assert tn.isscalar(got["mean"])
        assert got["function"] is tn.sin
        assert got["ufunc"] is tn.add
