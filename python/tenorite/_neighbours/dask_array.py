# SPDX-License-Identifier: Apache-2.0
"""dask.array: our arrays as chunks, and a backend that makes them.

dask finds the backend by the entry point "tenorite" of "dask.array.backends".
"""

from .._core import ndarray
from .._runtime.package import namespace
from .dask_files import mend_files
from .dask_meta import mend_metas


def tell(module):
    """Registers ndarray with the tables that dask chooses functions by."""
    from dask.array import backends, dispatch

    tenorite = namespace()
    module.register_chunk_type(ndarray)
    mend_metas(module)
    mend_files(module)
    for lookup, function in (
        (dispatch.concatenate_lookup, tenorite.concatenate),
        (dispatch.divide_lookup, _divide),
        (dispatch.einsum_lookup, _einsum),
        (dispatch.empty_lookup, tenorite.empty),
        (dispatch.nannumel_lookup, backends._nannumel),
        (dispatch.numel_lookup, backends._numel_arraylike),
        (dispatch.percentile_lookup, backends.percentile),
        (dispatch.take_lookup, tenorite.take),
        (dispatch.tensordot_lookup, tenorite.tensordot),
        (dispatch.to_numpy_dispatch, ndarray.get),
    ):
        lookup.register(ndarray, function)


def _divide(a, b, dtype=None, out=None):
    """a / b in `dtype`, as dask's own for NumPy has it."""
    result = namespace().true_divide(a, b, out=out)
    return result if dtype is None else result.astype(dtype, copy=False)


def _einsum(*operands, order=None, casting=None, **keywords):
    return namespace().einsum(*operands, **keywords)


def backend():
    """What dask.config.set({"array.backend": "tenorite"}) makes arrays with."""
    import dask.array
    from dask import config
    from dask.array.backends import ArrayBackendEntrypoint

    tenorite = namespace()

    def made(function, /, *args, **keywords):  # which take `name=`
        with config.set({"array.backend": "numpy"}):
            return getattr(dask.array, function)(*args, **keywords)

    def like_ours(name):
        def make(*args, meta=None, **keywords):
            meta = tenorite.empty(0) if meta is None else meta
            return made(name, *args, meta=meta, **keywords)

        return staticmethod(make)

    class Backend(ArrayBackendEntrypoint):
        RandomState = tenorite.random.RandomState
        default_bit_generator = tenorite.random.PCG64
        ones, zeros, empty, full = map(like_ours, ("ones", "zeros", "empty", "full"))

        @staticmethod
        def arange(*args, like=None, **keywords):
            like = tenorite.empty(0) if like is None else like
            return made("arange", *args, like=like, **keywords)

        @classmethod
        def to_backend_dispatch(cls):
            return lambda chunk, **keywords: tenorite.asarray(chunk)

        @classmethod
        def to_backend(cls, data, **keywords):
            if isinstance(data._meta, ndarray):
                return data
            return data.map_blocks(cls.to_backend_dispatch(), **keywords)

    return Backend()
