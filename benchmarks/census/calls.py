# SPDX-License-Identifier: Apache-2.0
"""How each function and method is called; what follows from signatures is not here.

A call is Python text over the operands of operands.py. Statements stand before it
where it works in place, separated by "; ". `N` is the case's number of elements, `R`
its square root (rows and columns of matrices) and `D` its dtype.
"""

ALL = 10**8
# Calls by the most elements that they are made with. What costs more than a few
# operations per element has fewer, and what makes no new items has few.
_CALLS = {
    ALL: """
    np.append(x, y)
    np.append(m, w, axis=0)
    np.apply_over_axes(np.sum, m, (0, 1))
    np.arange(N, dtype=D)
    np.array(x)
    np.array_split(x, 7)[3] + x[0]
    np.asarray(m, order="F")
    np.ascontiguousarray(m.T)
    np.asfortranarray(m)
    np.astype(x, "f4")
    np.astype(x, "i8")
    np.average(x, weights=y)
    np.average(m, axis=0, weights=u)
    np.bincount(i)
    np.bincount(i, weights=x)
    np.bincount(j)
    np.block([[m, w], [w, m]])
    np.broadcast_to(u, (R, R)) + 1
    np.choose(a, [x, y, x])
    np.clip(x, 2, 5)
    np.clip(m, u, None)
    np.column_stack((x, y))
    np.compress(c, x)
    np.compress(g, m, axis=0)
    np.compress(g, m, axis=1)
    np.concatenate((x, y))
    np.concatenate((m, w), axis=1)
    np.concat((m, w), axis=0)
    np.copy(x)
    np.copyto(x, y); x
    np.copyto(x, y, where=c); x
    np.count_nonzero(c)
    np.cross(p, l)
    np.cumulative_sum(x)
    np.cumulative_sum(m, axis=0)
    np.cumulative_prod(m, axis=1)
    np.delete(x, 5)
    np.delete(m, j[:3], axis=1)
    np.delete(x, i)
    np.diagflat(u)
    np.diag(u)
    np.diag(m)
    np.diff(x)
    np.diff(m, axis=0)
    np.diff(m, n=2, axis=1)
    np.digitize(x, e)
    np.dot(x, y)
    np.dot(m, u)
    np.dstack((m, w))
    np.ediff1d(x)
    np.einsum("ij->i", m)
    np.einsum("ij->ji", m) + 0
    np.einsum("i,i->", x, y)
    np.einsum("ij,ij->j", m, w)
    np.einsum("i,j->ij", u, v)
    np.einsum("ii->", m)
    np.empty(N, D)
    np.extract(c, x)
    np.eye(R, dtype=D)
    np.fill_diagonal(m, 1); m
    np.flip(x) + 0
    np.fliplr(m) + 0
    np.flipud(m) + 0
    np.fromfunction(lambda k, l: k + l, (R, R))
    np.full(N, 3, D)
    np.full_like(x, 3)
    np.geomspace(1, 10, N)
    np.gradient(x)
    np.gradient(m)
    np.gradient(m, axis=0)
    np.hstack((m, w))
    np.identity(R, D)
    np.indices((R, R))
    np.inner(x, y)
    np.inner(m, u)
    np.insert(x, 3, 1)
    np.insert(m, 3, u, axis=1)
    np.insert(x, j, 1)
    np.interp(x, e, e)
    np.isin(x, e)
    np.kron(u, v)
    np.kron(m, e[:2])
    np.linspace(0, 1, N)
    np.linspace(u, v, R)
    np.logspace(0, 1, N)
    np.meshgrid(u, v)
    np.moveaxis(m, 0, 1) + 0
    np.nan_to_num(z)
    np.ones(N, D)
    np.outer(u, v)
    np.packbits(c)
    np.packbits(h, axis=0)
    np.packbits(h, axis=1)
    np.pad(x, 3)
    np.pad(m, 3)
    np.pad(m, ((1, 2), (3, 4)), mode="edge")
    np.pad(m, 3, mode="reflect")
    np.pad(m, 3, mode="symmetric")
    np.pad(m, 3, mode="wrap")
    np.pad(m, 3, mode="linear_ramp")
    np.pad(m, 3, mode="mean")
    np.pad(m, 3, mode="maximum")
    np.permute_dims(m, (1, 0)) + 0
    np.piecewise(x, [x < 3, x >= 3], [lambda k: k + 1, lambda k: k * 2])
    np.place(x, c, e); x
    np.polyval(e[:5], x)
    np.put(x, i, y); x
    np.put_along_axis(m, o, w, axis=1); m
    np.put_along_axis(m, o, w, axis=0); m
    np.putmask(x, c, y); x
    np.ravel(m.T)
    np.ravel_multi_index((k, k), (R, R))
    np.repeat(x, 2)
    np.repeat(x, a)
    np.repeat(m, 2, axis=0)
    np.repeat(m, 2, axis=1)
    np.require(m, requirements="F")
    np.reshape(m.T, -1)
    np.resize(x, 2 * N)
    np.roll(x, 5)
    np.roll(m, 5, axis=0)
    np.roll(m, 5, axis=1)
    np.roll(m, (2, 3), axis=(0, 1))
    np.rollaxis(m, 1) + 0
    np.rot90(m) + 0
    np.searchsorted(e, x)
    np.select([c, x > 3], [x, y])
    np.split(m, [R // 2])[1] + 1
    np.hsplit(m, [R // 2])[1] + 1
    np.vsplit(m, [R // 2])[1] + 1
    np.dsplit(s, [4])[1] + 1
    np.stack((x, y))
    np.stack((m, w), axis=-1)
    np.swapaxes(m, 0, 1) + 0
    np.take(x, i)
    np.take(m, j, axis=0)
    np.take(m, j, axis=1)
    np.take(x, i, mode="clip")
    np.take_along_axis(m, o, axis=1)
    np.take_along_axis(m, o, axis=0)
    np.tile(x, 2)
    np.tile(m, (2, 2))
    np.tile(u, (R, 1))
    np.transpose(m) + 0
    np.trace(m)
    np.real(x)
    np.imag(x) + 0
    np.empty_like(x)
    np.trapezoid(x)
    np.trapezoid(m, axis=0)
    np.trapezoid(x, y)
    np.tri(R)
    np.tril(m)
    np.triu(m)
    np.tril_indices(R)
    np.triu_indices(R)
    np.tril_indices_from(m)
    np.triu_indices_from(m)
    np.trim_zeros(x)
    np.unpackbits(b)
    np.unpackbits(b.reshape(-1, 2), axis=0)
    np.unravel_index(i, (N, 2))
    np.unstack(f)[0]
    np.unwrap(x)
    np.unwrap(m, axis=0)
    np.vander(e, 5)
    np.vdot(x, y)
    np.vecdot(m, w)
    np.matvec(m, u)
    np.vecmat(u, m)
    np.vstack((m, w))
    np.where(c)
    np.where(c, x, y)
    np.where(x > 3, x, 0)
    np.zeros(N, D)
    np.histogram(x)
    np.histogram(x, bins=100, range=(0, 10))
    np.histogram(x, bins=e)
    np.histogram(x, weights=y)
    np.histogram_bin_edges(x)
    np.histogram2d(x, y)
    np.histogramdd(p)
    np.quantile(x, 0.3)
    np.quantile(m, [0.1, 0.9], axis=0)
    np.percentile(x, 30)
    np.percentile(m, 30, axis=1)
    np.nanquantile(z, 0.3)
    np.nanpercentile(z, [10, 90])
    np.linalg.norm(x)
    np.linalg.norm(m)
    np.linalg.norm(m, axis=0)
    np.linalg.norm(m, axis=1)
    np.linalg.norm(m, ord=1)
    np.linalg.norm(m, ord=np.inf, axis=(0, 1))
    np.linalg.norm(m, ord=1, axis=1)
    np.linalg.norm(x, ord=3)
    np.linalg.matrix_norm(m)
    np.linalg.vector_norm(x)
    np.linalg.vector_norm(m, axis=0)
    np.linalg.cross(p, l)
    np.linalg.diagonal(s) + 0
    np.linalg.matrix_transpose(s) + 0
    np.linalg.outer(u, v)
    np.linalg.trace(s)
    np.linalg.vecdot(m, w)
    np.lib.stride_tricks.sliding_window_view(x, 5).sum(-1)
    np.lib.stride_tricks.as_strided(x, (N // 2,), (x.strides[0] * 2,)) + 0
    x[i]
    x[c]
    x[i] = y; x
    x[c] = 1; x
    x[i] += y; x
    m[j]
    m[:, j]
    m[j, j]
    m[j[:, None], j]
    m[:, j] = w; m
    m[j] = w; m
    x[::2] + 1
    x[::-1] + 1
    m[1:-1, 1:-1] + m[:-2, 2:]
    m[:, 2] + 1
    x[1:] = x[:-1]; x
    m[..., None] + 1
    x + 1
    x + y
    x += y; x
    m + u
    m + u[:, None]
    x ** 2
    x ** 0.5
    x * 2.0
    x % 3
    x // 3
    x == y
    -x
    abs(x)
    x @ y
    m @ u
    (x > 3) & c
    ~c
    x.astype("f4")
    x.astype("i4")
    x.astype("c16")
    x.byteswap()
    x.fill(3); x
    x.flat[::2]
    x.flatten()
    m.T.flatten()
    m.T.copy()
    x.tobytes()
    x.repeat(2)
    x.compress(c)
    x.conj()
    x.put(i, y); x
    x.real + 0
    x.imag + 0
    x.nonzero()
    x.getfield("u1") + 0
    x.setfield(1, "u1"); x
    """,
    10**6: """
    np.argsort(x)
    np.argsort(x, stable=True)
    np.argsort(m, axis=0, stable=True)
    np.argpartition(x, N // 2)
    np.argpartition(m, R // 2, axis=0)
    np.partition(x, N // 2)
    np.partition(m, R // 2, axis=0)
    z = x.copy(); z.sort(); z
    z = m.copy(); z.sort(axis=0); z
    z = x.copy(); z.partition(N // 2); z
    np.lexsort((x, a))
    np.lexsort(f)
    np.intersect1d(x, y)
    np.intersect1d(i, y)
    np.setdiff1d(i, y)
    np.setxor1d(i, y)
    np.union1d(i, y)
    np.isin(x, y)
    np.isin(i, x)
    np.interp(x, t, y)
    np.digitize(x, t)
    np.searchsorted(t, x)
    np.unique(x)
    np.unique(i)
    np.unique(i, return_counts=True)
    np.unique(i, return_index=True, return_inverse=True)
    np.unique(f, axis=1)
    np.convolve(x, e)
    np.correlate(x, e)
    np.convolve(x, e, mode="same")
    np.corrcoef(m)
    np.cov(m)
    np.cov(f)
    np.dot(m, w)
    np.inner(m, w)
    np.matmul(m, w)
    m @ w
    s @ s
    np.matmul(s, s)
    np.tensordot(m, w, axes=1)
    np.tensordot(m, w)
    np.einsum("ij,jk->ik", m, w)
    np.einsum("ij,kj->ik", m, w)
    np.einsum("nij,njk->nik", s, s)
    np.linalg.matmul(m, w)
    np.linalg.tensordot(m, w, axes=1)
    np.linalg.multi_dot((m, w, u))
    np.linalg.cholesky(d)
    np.linalg.cholesky(s)
    np.linalg.det(d)
    np.linalg.det(s)
    np.linalg.inv(d)
    np.linalg.inv(s)
    np.linalg.solve(d, u)
    np.linalg.solve(d, w)
    np.linalg.solve(s, s)
    np.linalg.slogdet(d)
    np.linalg.slogdet(s)
    np.linalg.matrix_power(d, 3)
    np.linalg.lstsq(f.T, f[0])[0]
    np.linalg.tensorinv(d, ind=1)
    np.linalg.tensorsolve(d, u)
    np.linalg.qr(s)
    np.linalg.qr(s, mode="r")
    np.linalg.svd(s)
    np.linalg.svd(s, compute_uv=False)
    np.linalg.svdvals(s)
    np.linalg.eigh(s)
    np.linalg.eigvalsh(s)
    np.linalg.eigvals(s)
    np.linalg.eig(s)
    np.linalg.pinv(s)
    np.linalg.cond(s)
    np.linalg.matrix_rank(s)
    np.linalg.norm(s, ord=2, axis=(1, 2))
    np.fft.fft(x)
    np.fft.fft(m)
    np.fft.fft(m, axis=0)
    np.fft.ifft(m)
    np.fft.rfft(x)
    np.fft.rfft(m)
    np.fft.irfft(x)
    np.fft.irfft(m, axis=0)
    np.fft.hfft(x)
    np.fft.ihfft(x)
    np.fft.fft2(m)
    np.fft.ifft2(m)
    np.fft.rfft2(m)
    np.fft.irfft2(m)
    np.fft.fftn(m)
    np.fft.ifftn(m)
    np.fft.rfftn(m)
    np.fft.irfftn(m)
    np.fft.fftshift(m)
    np.fft.fftshift(x)
    np.fft.ifftshift(m)
    np.fft.fftfreq(N)
    np.fft.rfftfreq(N)
    np.apply_along_axis(np.sum, 0, m)
    np.polyfit(x, y, 3)
    np.piecewise(x, [x < 3], [1, 2])
    np.bartlett(N)
    np.blackman(N)
    np.hamming(N)
    np.hanning(N)
    np.kaiser(N, 8.6)
    np.median(m, axis=(0, 1))
    x.tolist()
    np.fromiter(x.tolist(), D)
    np.array(x.tolist())
    np.histogram(x, bins="auto")
    """,
    10**4: """
    np.convolve(x, y)
    np.correlate(x, y, mode="full")
    np.linalg.qr(d)
    np.linalg.svd(d)
    np.linalg.svd(d, compute_uv=False)
    np.linalg.svdvals(d)
    np.linalg.eig(d)
    np.linalg.eigvals(d)
    np.linalg.eigh(d)
    np.linalg.eigvalsh(d)
    np.linalg.pinv(d)
    np.linalg.cond(d)
    np.linalg.matrix_rank(d)
    np.linalg.norm(d, ord=2)
    np.linalg.norm(d, ord="nuc")
    np.linalg.matrix_norm(d, ord=2)
    np.mask_indices(R, np.triu)
    np.poly(u)
    np.roots(e)
    np.polymul(x, e)
    np.polydiv(x, e[:5])
    """,
    100: """
    np.array_equiv(x, y)
    np.asanyarray(x)
    np.asarray(x)
    np.asarray_chkfinite(x)
    np.atleast_1d(x)
    np.atleast_2d(x)
    np.atleast_3d(x)
    np.broadcast_arrays(u, m)
    np.broadcast_shapes((1, R), (R, 1))
    np.can_cast("f4", D)
    np.common_type(x, y).__name__
    np.diag_indices(R)
    np.diag_indices_from(m)
    np.diagonal(m)
    np.einsum_path("ij,jk->ik", m, w)
    np.expand_dims(x, 0)
    np.from_dlpack(x)
    np.frombuffer(x.tobytes(), D)
    np.iscomplexobj(x)
    np.isdtype(D, "real floating")
    np.isfortran(m)
    np.isrealobj(x)
    np.isscalar(x)
    np.issubdtype(D, np.floating)
    np.iterable(x)
    np.ix_(j, j)
    np.matrix_transpose(m)
    np.may_share_memory(x, y)
    np.min_scalar_type(3)
    np.mintypecode("fd")
    np.ndim(x)
    np.polyadd(x, y)
    np.polyder(x)
    np.polyint(x)
    np.polysub(x, y)
    np.promote_types("f4", D)
    np.real_if_close(x)
    np.result_type(x, "f4")
    np.shape(x)
    np.shares_memory(x, x)
    np.size(x)
    np.squeeze(x)
    np.typename("d")
    np.array2string(x)
    np.array_repr(x)
    np.array_str(x)
    np.base_repr(77)
    np.binary_repr(77)
    np.format_float_positional(0.3)
    np.format_float_scientific(0.3)
    np.array([1.0, 2.0, 3.0])
    np.array([[1, 2], [3, 4]])
    x[3]
    x[1:5]
    x[...]
    m[0]
    m[0, 1]
    m[:, None]
    x[3] = 1; x
    x[1:5] = 0; x
    float(x[3])
    len(x)
    x.T
    x.base is x
    x.dtype
    m.ravel()
    m.diagonal()
    x.flags
    x.item(3)
    x.itemsize
    m.mT
    x.nbytes
    x.ndim
    x.reshape(-1, 1)
    x.shape
    x.size
    x.strides
    x.squeeze()
    m.swapaxes(0, 1)
    m.transpose()
    x.view()
    x.view(D)
    x.setflags(write=True)
    x.to_device(x.device)
    z = x.copy(); z.resize(2 * N); z
    x.dumps()
    """,
}
CALLS = {
    line.strip(): most
    for most, lines in _CALLS.items()
    for line in lines.splitlines()
    if line.strip()
}

# Arguments of distributions, which Generator and the functions of numpy.random have.
DISTRIBUTIONS = {
    "beta": "2, 3",
    "binomial": "20, 0.4",
    "chisquare": "3",
    "exponential": "2",
    "f": "3, 5",
    "gamma": "2",
    "geometric": "0.3",
    "gumbel": "0",
    "hypergeometric": "9, 7, 5",
    "laplace": "0",
    "logistic": "0",
    "lognormal": "0",
    "logseries": "0.6",
    "negative_binomial": "5, 0.4",
    "noncentral_chisquare": "3, 1",
    "noncentral_f": "3, 5, 1",
    "normal": "0",
    "pareto": "3",
    "poisson": "4",
    "power": "2",
    "rayleigh": "1",
    "standard_gamma": "2",
    "standard_t": "4",
    "triangular": "0, 1, 3",
    "uniform": "0, 2",
    "vonmises": "0, 1",
    "wald": "1, 2",
    "weibull": "2",
    "zipf": "3",
    "dirichlet": "(1, 2, 3)",
    "multinomial": "9, (0.2, 0.3, 0.5)",
    "multivariate_normal": "(0, 1), ((2, 1), (1, 2))",
}
# More of them; `rng` is a Generator, `legacy` stands for the module.
DRAWS = {
    "rng": """
    rng.bytes(N)
    rng.choice(N, N)
    rng.choice(x, N)
    rng.choice(N, N // 2, replace=False)
    rng.choice(4, N, p=(0.1, 0.2, 0.3, 0.4))
    rng.integers(100, size=N)
    rng.integers(100, size=N, dtype="i4")
    rng.multivariate_hypergeometric((5, 6, 7), 8, N // 4)
    rng.permutation(N)
    rng.permutation(x)
    rng.permutation(m)
    rng.permuted(m, axis=1)
    rng.random(N)
    rng.random(N, "f4")
    rng.shuffle(x); x
    rng.shuffle(m); m
    rng.standard_cauchy(N)
    rng.standard_exponential(N)
    rng.standard_normal(N)
    rng.standard_normal(N, "f4")
    """,
    "legacy": """
    np.random.bytes(N)
    np.random.choice(N, N)
    np.random.choice(x, N)
    np.random.permutation(N)
    np.random.permutation(x)
    np.random.rand(N)
    np.random.randint(100, size=N)
    np.random.randn(N)
    np.random.random(N)
    np.random.random_sample(N)
    np.random.ranf(N)
    np.random.sample(N)
    np.random.shuffle(x); x
    np.random.standard_cauchy(N)
    np.random.standard_exponential(N)
    np.random.standard_normal(N)
    """,
}

# What parameters without a default stand for, where a signature tells the call.
PARAMETERS = {
    **dict.fromkeys(
        "a a1 ar ar1 arr array arrays ary element f m x x1 z val p".split(), "x"
    ),
    **dict.fromkeys("a2 ar2 b x2 y".split(), "y"),
}

# Public callables that have no calls here, and why.
REASONS = {
    "input and output": """fromfile fromregex fromstring genfromtxt load loadtxt save
        savetxt savez savez_compressed ndarray.dump ndarray.tofile""",
    "settings": """get_printoptions getbufsize geterr geterrcall printoptions
        set_printoptions setbufsize seterr seterrcall get_default_device
        set_default_device fallbacks""",
    "documentation": "info show_config show_runtime get_include explain",
    "NumPy's own, on host data": """asmatrix bmat busday_count busday_offset
        datetime_as_string datetime_data frompyfunc is_busday isnat test""",
    "the state of a generator": """random.default_rng random.get_bit_generator
        random.get_state random.seed random.set_bit_generator random.set_state
        random.get_random_state random.set_random_state random.reset_states
        Generator.spawn Generator.bit_generator""",
    "between host and device, or measures": """ndarray.ctypes asnumpy benchmark ndarray.data
        ndarray.data_ptr ndarray.get ndarray.set ndarray.to_numpy get_array_module
        fromDlpack ndarray.toDlpack
        get_default_memory_pool get_default_pinned_memory_pool""",
    "compilers, which have cases of their own": "compile fuse",
    "iterators over items": "nditer nested_iters",
    "deprecated": "row_stack random.random_integers",
    "NumPy has none": """top_k ndarray.ptp rsqrt memoize clear_memo ndarray.mdspan
        ndarray.reduced_view""",
    "functions of the package under another name": """ndarray.scatter_add
        ndarray.scatter_max ndarray.scatter_min lib.stride_tricks.broadcast_to
        lib.stride_tricks.broadcast_arrays lib.stride_tricks.broadcast_shapes""",
}
