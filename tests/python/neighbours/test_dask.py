# SPDX-License-Identifier: Apache-2.0
"""dask.array over chunks that are arrays of ours."""

import dask
import dask.array as da
import numpy as np
import pytest
import tenorite as tn
from support.helpers import in_python, on_device
from support.neighbours import ANY, DEVICE, HOST, check_part, parts

rng = np.random.default_rng(1)
A = rng.normal(size=(12, 8))
V = rng.normal(size=50)


def with_items_set(x):
    x = x.copy()
    x[2:4] = 7.0
    x[x < 0] = 0
    return x


def with_rows_set(x):
    """By indices in a dask array, of which each chunk has its own."""
    x = x.copy()
    x[da.from_array(rows_like(x), chunks=2)] = -5.0
    return x


def rows_like(x):
    """Indices in an array of the library of the chunks."""
    rows = np.array([1, 9, 4])
    return rows if isinstance(x._meta, np.ndarray) else tn.asarray(rows)


def with_one_set(x):
    one = x.sum()
    one[()] = 2.0
    return one


def factors(x):
    u, s, v = da.linalg.svd(x.rechunk((4, 8)))
    return (u * s) @ v


def square(x):
    return (x.T @ x).rechunk(4)


EDGES = [np.linspace(-3, 3, 4)] * 2

# Calls on a matrix in chunks of (4, 4).
MATRIX = {
    "x + 1": lambda x: x + 1,
    "x + x": lambda x: x + x.T.T,
    "2 * x - x / 3": lambda x: 2 * x - x / 3,
    "comparison": lambda x: (x > 0) & (x < 1),
    "sin": lambda x: da.sin(x),
    "log of exp": lambda x: da.log(da.exp(x)),
    "round": lambda x: x.round(2),
    "clip": lambda x: x.clip(-1, 1),
    "astype": lambda x: x.astype("f4"),
    "complex": lambda x: (x + 1j * x).imag,
    "angle": lambda x: da.angle(x + 1j * x),
    "where": lambda x: da.where(x > 0, x, 0),
    "isin": lambda x: da.isin(x.round(), [0, 1]),
    "digitize": lambda x: da.digitize(x, np.array([-1, 0, 1.0])),
    "choose": lambda x: da.choose(x > 0, [x, -x]),
    "sum": lambda x: x.sum(),
    "sum of an axis": lambda x: x.sum(axis=0),
    "mean": lambda x: x.mean(),
    "mean of an axis": lambda x: x.mean(axis=1),
    "std": lambda x: x.std(axis=0),
    "var": lambda x: x.var(ddof=1),
    "moment": lambda x: x.moment(3),
    "max": lambda x: x.max(axis=1),
    "min": lambda x: x.min(),
    "ptp": lambda x: da.ptp(x, axis=0),
    "prod": lambda x: x.prod(axis=0),
    "all, any": lambda x: (x > -9).all() & (x > 9).any(),
    "count_nonzero": lambda x: da.count_nonzero(x > 0),
    "argmax": lambda x: x.argmax(axis=1),
    "argmin": lambda x: x.argmin(axis=0),
    "argmin of all": lambda x: x.argmin(),
    "nanargmax": lambda x: da.nanargmax(x, axis=0),
    "argtopk": lambda x: da.argtopk(x, 2, axis=0),
    "unique": lambda x: da.unique(x.round()),
    "cumsum by trees": lambda x: da.cumsum(x, axis=0, method="blelloch"),
    "cumsum": lambda x: x.cumsum(axis=0),
    "cumprod": lambda x: x.cumprod(axis=1),
    "median": lambda x: da.median(x, axis=0),
    "percentile": lambda x: da.percentile(x.rechunk((12, 4)), [10, 50], axis=0),
    "quantile": lambda x: da.quantile(x.rechunk((12, 4)), 0.3, axis=0),
    "average": lambda x: da.average(x, axis=0, weights=x[:, 0] ** 2),
    "nanmean": lambda x: da.nanmean(da.where(x > 0, x, np.nan), axis=0),
    "nanstd": lambda x: da.nanstd(da.where(x > 0, x, np.nan), axis=1),
    "nansum": lambda x: da.nansum(da.where(x > 0, x, np.nan)),
    "nanmedian": lambda x: da.nanmedian(x, axis=0),
    "nanmax": lambda x: da.nanmax(x, axis=0),
    "cov": lambda x: da.cov(x),
    "corrcoef": lambda x: da.corrcoef(x),
    "histogram": lambda x: da.histogram(x, bins=5, range=(-3, 3))[0],
    "histogram of edges": lambda x: da.histogram(x, bins=np.linspace(-3, 3, 5))[0],
    "topk": lambda x: da.topk(x, 3, axis=0),
    "matmul": lambda x: x @ x.T,
    "matrix and vector": lambda x: x @ x[0],
    "dot": lambda x: da.dot(x, x.T),
    "vdot": lambda x: da.vdot(x[0], x[1]),
    "outer": lambda x: da.outer(x[0], x[1]),
    "tensordot": lambda x: da.tensordot(x, x, axes=(1, 1)),
    "einsum": lambda x: da.einsum("ij,kj->ik", x, x),
    "norm": lambda x: da.linalg.norm(x),
    "svd": lambda x: da.linalg.svd(x.rechunk((4, 8)))[1],
    "product of svd": factors,
    "svd_compressed": lambda x: da.linalg.svd_compressed(x, 3, seed=1)[1],
    "qr": lambda x: abs(da.linalg.qr(x.rechunk((4, 8)))[1]),
    "tsqr": lambda x: abs(da.linalg.tsqr(x.rechunk((4, 8)))[1]),
    "lstsq": lambda x: da.linalg.lstsq(x.rechunk((4, 8)), x[:, 0])[0],
    "solve_triangular": lambda x: da.linalg.solve_triangular(
        da.tril(square(x)), x[:4].T.rechunk(4), lower=True
    ),
    "cholesky": lambda x: da.linalg.cholesky(square(x), lower=True),
    "fft": lambda x: da.fft.fft(x.rechunk((4, 8))),
    "rfft2": lambda x: da.fft.rfft2(x.rechunk((12, 8))),
    "T": lambda x: x.T,
    "ravel": lambda x: x.ravel(),
    "reshape": lambda x: x.reshape(3, 4, 8),
    "swapaxes": lambda x: x.swapaxes(0, 1),
    "squeeze": lambda x: x[:, None].squeeze(),
    "slice": lambda x: x[2:9, ::2],
    "reverse": lambda x: x[::-1],
    "list of indices": lambda x: x[[1, 5, 3]],
    "indices of dask": lambda x: x[da.from_array(np.array([1, 3]), chunks=1)],
    "mask": lambda x: x[x > 0],
    "item": lambda x: x[3, 4],
    "vindex": lambda x: x.vindex[[0, 1], [2, 3]],
    "blocks": lambda x: x.blocks[1],
    "items set": with_items_set,
    "rows set": with_rows_set,
    "one item set": with_one_set,
    "ravel_multi_index": lambda x: da.ravel_multi_index(
        da.stack([(x > 0), (x > 1)]).astype(int).reshape(2, -1), (2, 2)
    ),
    "take": lambda x: da.take(x, [0, 2], axis=1),
    "compress": lambda x: da.compress([True, False] * 6, x, axis=0),
    "shuffle": lambda x: da.shuffle(x, [[0, 2], [1, 3]], axis=0),
    "concatenate": lambda x: da.concatenate([x, x]),
    "stack": lambda x: da.stack([x, x]),
    "block": lambda x: da.block([[x, x], [x, x]]),
    "append": lambda x: da.append(x, x, axis=0),
    "insert": lambda x: da.insert(x, 1, 5.0, axis=0),
    "delete": lambda x: da.delete(x, [1], axis=0),
    "pad": lambda x: da.pad(x, 1),
    "pad with edges": lambda x: da.pad(x, 1, mode="edge"),
    "roll": lambda x: da.roll(x, 2, axis=0),
    "flip": lambda x: da.flip(x, 0),
    "rot90": lambda x: da.rot90(x),
    "tile": lambda x: da.tile(x, (2, 1)),
    "repeat": lambda x: da.repeat(x, 2, axis=0),
    "tril": lambda x: da.tril(x),
    "diagonal": lambda x: da.diagonal(x),
    "trace": lambda x: da.trace(x),
    "diff": lambda x: da.diff(x, axis=0),
    "gradient": lambda x: da.gradient(x, axis=0),
    "broadcast_to": lambda x: da.broadcast_to(x, (2, 12, 8)),
    "meshgrid": lambda x: da.meshgrid(x[0], x[1])[0],
    "rechunk": lambda x: x.rechunk((5, 3)),
    "map_blocks": lambda x: x.map_blocks(lambda block: block * 2),
    "map_overlap": lambda x: x.map_overlap(
        lambda block: block * 2, depth=1, boundary="reflect"
    ),
    "reduction": lambda x: da.reduction(x, np.sum, np.sum, axis=0, dtype=x.dtype),
    "apply_along_axis": lambda x: da.apply_along_axis(lambda r: r.sum(), 1, x),
    "coarsen": lambda x: da.coarsen(np.sum, x, {0: 2, 1: 2}),
    "windows": lambda x: da.lib.stride_tricks.sliding_window_view(x, 3, axis=0).sum(-1),
    "ones_like": lambda x: da.ones_like(x),
    "full_like": lambda x: da.full_like(x, 3.5),
    "from_delayed": lambda x: da.from_delayed(
        dask.delayed(lambda v: v)(x), x.shape, x.dtype
    ),
    "allclose": lambda x: da.allclose(x, x),
}

# On vectors of 50 items in chunks of 20.
VECTOR = {
    "percentile of a vector": lambda v: da.percentile(v, [25, 50, 75]),
    "one percentile": lambda v: da.percentile(v, 50),
    "bincount": lambda v: da.bincount(abs(v.round()).astype(int), minlength=9),
    "ediff1d": lambda v: da.ediff1d(v),
    "interp": lambda v: v.map_blocks(np.interp, xp=np.arange(3.0), fp=np.arange(3.0)),
    "searchsorted": lambda v: da.searchsorted(v[:20].map_blocks(np.sort), v),
}

# dask makes arrays of NumPy's for these: structured ones, tuples, SciPy's results.
IN_HOST_MEMORY = {
    "unique with counts": lambda x: da.unique(x.round(), return_counts=True),
    "histogram2d": lambda x: da.histogram2d(x[0], x[1], bins=EDGES)[0],
    "nonzero": lambda x: da.nonzero(x > 0)[0],
    "to_backend": lambda x: x.to_backend("numpy"),
}

# Operands in NumPy's memory beside those of the CPU device.
MIXED = {
    "chunks of both kinds": lambda x: x + da.ones((12, 8), chunks=4),
    "x + NumPy": lambda x: x + A,
    "NumPy + x": lambda x: A + x,
    "x + eye": lambda x: square(x) + da.eye(8, chunks=4),
    "concatenate both": lambda x: da.concatenate([x, da.ones((12, 8), chunks=4)]),
}


@pytest.fixture(autouse=True)
def mixed():
    """dask makes operands of NumPy's, also beside arrays on a GPU."""
    with tn.config.using(mixed="copy"):
        yield


def run(call, a, where, device):
    def chunked(x):
        return da.from_array(x, chunks=4 if x.ndim == 2 else 20, asarray=False)

    def computed(result):
        with dask.config.set(scheduler="synchronous"):
            return result.compute() if hasattr(result, "compute") else result

    def parts_of(x):
        result = call(chunked(x))
        if isinstance(result, tuple):
            return [computed(part) for part in result]
        return parts(computed(result))

    expected = parts_of(a)
    got = parts_of(on_device(a, device))
    assert len(got) == len(expected)
    for one, other in zip(got, expected, strict=True):
        check_part(one, other, where, device, 1e-9)


@pytest.mark.parametrize("name", MATRIX)
def test_calls(name, device):
    run(MATRIX[name], A, DEVICE, device)


@pytest.mark.parametrize("name", VECTOR)
def test_calls_on_vectors(name, device):
    run(VECTOR[name], V, ANY, device)


@pytest.mark.parametrize("name", IN_HOST_MEMORY)
def test_calls_that_dask_makes_in_host_memory(name):
    run(IN_HOST_MEMORY[name], A, HOST, "cpu")


@pytest.mark.parametrize(
    "call",
    [
        "da.linalg.inv(square)",
        "da.linalg.solve(square, x.T[:, :2].rechunk(4))",
        "da.linalg.lu(square)[2]",
    ],
)
def test_calls_of_scipy_linalg(call):
    """SciPy refuses arrays of two libraries where it looks for the array API."""
    code = (
        "import dask.array as da, numpy as np, tenorite as tn\n"
        "def run(a):\n"
        "    x = da.from_array(a, chunks=4, asarray=False)\n"
        "    square = (x.T @ x).rechunk(4)\n"
        f"    return {call}.compute()\n"
        "a = np.random.default_rng(1).normal(size=(12, 8))\n"
        "got = run(tn.asarray(a, device='cpu'))\n"
        "np.testing.assert_allclose(got, run(a), rtol=1e-9, atol=1e-9)\n"
    )
    in_python(code, SCIPY_ARRAY_API="")


@pytest.mark.parametrize("name", MIXED)
def test_operands_of_both_kinds(name):
    run(MIXED[name], A, ANY, "cpu")


def test_operators_with_dask_arrays(device):
    x = tn.asarray(A)
    chunks = da.from_array(x, chunks=4, asarray=False)
    for result in (x + chunks, chunks + x, np.add(x, chunks), tn.add(x, chunks)):
        assert isinstance(result, da.Array)
        check_part(result.compute(), A + A, DEVICE, device, 0)


def test_threads_and_processes(device):
    chunks = da.from_array(tn.asarray(A), chunks=4, asarray=False)
    for scheduler in ("threads", "processes"):
        found = (chunks @ chunks.T).compute(scheduler=scheduler, num_workers=2)
        check_part(found, A @ A.T, DEVICE, device, 1e-12)


# dask asks NumPy arrays of these, whatever the chunks are; and what a meta cannot tell.
NEEDS_COPIES = {"histogram of edges", "insert", "isin", "interp"}
UNKNOWN_METAS = {"apply_along_axis", "from_delayed"}


@pytest.mark.parametrize("name", sorted({*MATRIX, *VECTOR} - NEEDS_COPIES))
def test_calls_that_need_no_memory_of_the_host(name, device):
    """With the backend set, nothing is copied to a GPU, and metas tell of ours."""
    tables = ((MATRIX, A), (VECTOR, V))
    [(call, a)] = [(table[name], a) for table, a in tables if name in table]
    with (
        tn.config.using(mixed="strict"),
        dask.config.set({"array.backend": "tenorite", "scheduler": "synchronous"}),
    ):
        chunks = 4 if a.ndim == 2 else 20
        result = call(da.from_array(on_device(a, device), chunks=chunks))
        if not isinstance(result, da.Array):
            return
        if name not in UNKNOWN_METAS:
            assert type(result._meta) is tn.ndarray
        found = result.compute()
    assert isinstance(found, tn.ndarray)
    assert found.device == device


def test_parameters_may_be_numpys(device):
    """numpy.quantile(x, q): q is read on the host."""
    x = tn.arange(5.0)
    q = np.array([0.25, 0.5])
    with tn.config.using(mixed="error"):
        found = np.quantile(x, q)
        assert isinstance(found, tn.ndarray)
        np.testing.assert_array_equal(found.get(), np.quantile(np.arange(5.0), q))
        assert isinstance(np.take(x, np.array([1, 2])), tn.ndarray)


def test_backend(device):
    with dask.config.set({"array.backend": "tenorite"}):
        for made, wanted in (
            (da.ones((4, 6), chunks=2), np.ones((4, 6))),
            (da.zeros(4, dtype="f4"), np.zeros(4, "f4")),
            (da.full((3,), 2.5), np.full(3, 2.5)),
            (da.empty(4) * 0, np.zeros(4)),
            (da.arange(10, chunks=3), np.arange(10)),
        ):
            check_part(made.compute(), wanted, DEVICE, device, 0)
        numbers = da.random.default_rng(1).random(1000, chunks=100).compute()
        assert isinstance(numbers, tn.ndarray)
        assert 0.4 < float(numbers.mean()) < 0.6
        state = da.random.RandomState(1).normal(size=10, chunks=5).compute()
        assert isinstance(state, tn.ndarray)
        x = da.ones((4, 4), chunks=2, name="given")
        assert x.name == "given"
        check_part(da.ones_like(x).compute(), np.ones((4, 4)), DEVICE, device, 0)
    moved = da.from_array(A, chunks=4).to_backend("tenorite")
    check_part(moved.compute(), A, DEVICE, device, 0)
    check_part(moved.to_backend("tenorite").compute(), A, DEVICE, device, 0)
    assert isinstance(moved.to_backend("numpy").compute(), np.ndarray)


def test_sizes_and_names():
    from dask.sizeof import sizeof
    from dask.tokenize import tokenize

    x = tn.asarray(A, device="cpu")
    for a, y in ((A, x), (A[::2], x[::2]), (A[0, 0], x[0, 0])):
        assert sizeof(y) == a.nbytes
    repeated = np.broadcast_to(A, (9, *A.shape))
    assert sizeof(tn.broadcast_to(x, repeated.shape)) == sizeof(repeated) == A.nbytes
    assert tokenize(x) == tokenize(x.copy())
    assert tokenize(x) != tokenize(x + 1)
