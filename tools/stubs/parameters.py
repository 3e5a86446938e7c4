# SPDX-License-Identifier: Apache-2.0
"""What the parameters of functions take, as types in stubs.

A name means the same wherever it stands; `EXCEPTIONS` has the few places where it
does not, as "function.parameter". A default of None is added to the type.
"""

from . import communicators, cupys
from .reductions import METHODS

_BY_TYPE = {
    # What becomes an array.
    "ArrayLike": """new A X a a1 a2 alpha append ar ar1 ar2 arr array arrays ary
        aweights b beta c c1 c2 choicelist choices coef colors condition
        condlist df dfden dfnum element f fill_value filt fp fweights high kappa
        keys lam lbnd left lmbda loc low m mask mu multi_index nbad ngood nonc nsample
        off old p pol prepend prototype pvals q r right roots sample scale scl
        seq seq_of_zeros sigma sorter src test_elements to_begin to_end tup u v
        val vals value values w weights x x0 x1 x2 xp xs y z""",
    "_Indices": "ind indices kth repeats shift indices_or_sections",
    # Axes, shapes, dtypes, places.
    "_Axis": "axis",
    "_Axes": "axes destination source",
    "SupportsIndex": """pow npts M N axis1 axis2 axisa axisb axisc count decimals deg delta
        edge_order jumps k length maxpower minlength n n_children ndim ndmax ndmin num
        offset start""",
    "_Shape": "dimensions dims new_shape reps s shape size strides window_shape",
    "DTypeLike": "dtype",
    "_DeviceLike": "device",
    "_AnyStream": "stream",
    "_Out": "out",
    "_Order": "order",
    "_Casting": "casting",
    "_Norm": "norm",
    "_Triangle": "UPLO",
    # Yes or no.
    "bool": """align allow_pickle assume_unique autostrip bias block blocking cache
        case_sensitive check_bounds compute_uv copy debug density descending
        disable_timing einsum_call enable_cooperative_groups endpoint equal_nan
        fix_imports full full_matrices hermitian include_initial increasing inplace
        interprocess invalid_raise invert keep keepdims largest legacy loose
        no_extern_c no_return non_blocking null overwrite_input ptds reduce_dims refcheck
        replace retstep return_counts return_index return_indices return_inverse
        return_sign return_tuple returned rowvar shuffle sorted sparse stable subok
        suppress_small sync tensor translate_cucomplex uic unpack upper usemask wrap
        write writeable processes""",
    # Numbers of Python.
    "int": """argb_color attrib buffersize color color_id column device_id dstDevice
        edgeitems flags id_color line max_header_size max_line_width max_rows max_work
        maxwidth memsize n_repeat n_warmup peerDevice precision priority ptr skip_footer
        skip_header skiprows srcDevice threshold n_workers threads_per_worker""",
    "float": """atol base correction d ddof discont dx fraction max_duration nan neginf
        period posinf rcond rtol step tol""",
    # Texts.
    "str": """arch backend bitorder cache_dir check_valid command comments compiler
        defaultfmt delimiter doc encoding floatmode fmt footer format header in_params
        indexing kind log loop_prep after_loop map_expr message method mode name newline
        nvcc operation out_params pciBusId pci_bus_id post_map_expr preamble prefix
        numbers quotechar reduce_expr replace_space separator sep side sign suffix symbol target
        toplevel trim""",
    "str | float | None": "memory_limit device_memory_limit",
    "Iterable[str]": "options name_expressions",
    "_File": "file fname fid path",
    # Functions, and what no type of Python tells.
    "Callable[..., Any]": "callback func func1d function mask_func pyfunc",
    "object": "other exc_info error exception na_value",
    "Any": """alist data rs series devicePointer hostPointer allocator c_or_r devices dst event fp end log_stream mem own pool
        end_event start_event t type arg args arrays_and_dtypes arys bins bitgen bit_generator buffer code
        converters counter cov default deletechars domain excluded excludelist
        filling_values formatter from_ funclist identity include_dirs initial iter
        itershape jitify key keywords kw kwargs kwds like max max_line mean min missing_values
        mmap_mode names new_value obj object op op_axes op_dtypes op_flags operands
        optimize ord otypes output owner pad_width range reduce_type regexp requirements
        seed sig signature source state symbols to usecols varargs variable where window
        xi a_max a_min""",
}
PARAMETERS = {name: kind for kind, names in _BY_TYPE.items() for name in names.split()}
PARAMETERS = {**cupys.PARAMETERS, **PARAMETERS}

EXCEPTIONS = {
    **cupys.EXCEPTIONS,
    **communicators.EXCEPTIONS,
    "format_float_positional.min_digits": "SupportsIndex",
    "format_float_positional.pad_left": "SupportsIndex",
    "format_float_positional.pad_right": "SupportsIndex",
    "format_float_positional.sign": "bool",
    "format_float_positional.trim": 'Literal["k", ".", "0", "-"]',
    "format_float_positional.fractional": "bool",
    "format_float_positional.unique": "bool",
    "format_float_scientific.exp_digits": "SupportsIndex",
    "format_float_scientific.min_digits": "SupportsIndex",
    "format_float_scientific.pad_left": "SupportsIndex",
    "format_float_scientific.sign": "bool",
    "format_float_scientific.trim": 'Literal["k", ".", "0", "-"]',
    "format_float_scientific.unique": "bool",
    "special.*.delta": "ArrayLike",
    "special.*.derivative": "bool",
    "special.*.diff_n": "SupportsIndex",
    "special.*.k": "ArrayLike",
    "special.*.n": "ArrayLike",
    "special.*.phi": "ArrayLike",
    "special.*.theta": "ArrayLike",
    "special.radian.d": "ArrayLike",
    "special.radian.s": "ArrayLike",
    "special.multigammaln.d": "SupportsIndex",
    "matmul.precision": 'Literal["highest", "tf32"]',
    "random.*.mode": "ArrayLike",
    "random.*.shape": "ArrayLike",
    "polyadd.a1": "ArrayLike | poly1d",
    "polyadd.a2": "ArrayLike | poly1d",
    "polyder.p": "ArrayLike | poly1d",
    "polydiv.u": "ArrayLike | poly1d",
    "polydiv.v": "ArrayLike | poly1d",
    "polyint.p": "ArrayLike | poly1d",
    "polymul.a1": "ArrayLike | poly1d",
    "polymul.a2": "ArrayLike | poly1d",
    "polysub.a1": "ArrayLike | poly1d",
    "polysub.a2": "ArrayLike | poly1d",
    "polyval.p": "ArrayLike | poly1d",
    "polyval.x": "ArrayLike | poly1d",
    "roots.p": "ArrayLike | poly1d",
    "polynomial.polyutils.*.trim": "bool",
    "copyto.dst": "ndarray | np.ndarray",
    "cuda.runtime.*.end": "int",
    "cuda.runtime.*.device": "int",
    "cuda.runtime.*.event": "int",
    "cuda.runtime.*.kind": "int",
    "cuda.runtime.*.dst": "int",
    "cuda.runtime.*.src": "int",
    "cuda.runtime.*.start": "int",
    "cuda.runtime.*.stream": "int",
    "cuda.runtime.*.value": "int",
    "cuda.runtime.*.type": "int",
    "cuda.memory.*.src": "MemoryPointer",
    "cuda.*.size": "int",
    "cuda.*.offset": "int",
    "cuda.*.keep": "int",
    "cuda.*.value": "int",
    "cuda.stream.*.event": "Event",
    "cuda.stream.*.start_event": "Event",
    "cuda.stream.*.end_event": "Event",
    "cuda.stream.*.stream": "BaseStream",
    "cuda.stream.Stream.from_external.stream": "Any",
    "cuda.stream.ExternalStream.__init__.ptr": "Any",
    "cuda.stream.*.mode": "int",
    "memory.Snapshot.__init__.lines": "list[Line]",
    "memory.Snapshot.__init__.events": "list[Any]",
    "memory.Snapshot.compare_to.earlier": "Snapshot",
    "ufunc.resolve_dtypes.dtypes": "tuple[Any, ...]",
    "ufunc.resolve_dtypes.reduction": "bool",
    "memory.record_history.enabled": "bool",
    "memory.snapshot.events": "bool",
    "cuda.device.Device.__init__.device": "Device | str | SupportsIndex",
    "fft.config.*.size": "int",
    "ndarray.get.stream": "Any",
    "ndarray.set.stream": "Any",
    "poly1d.*.m": "SupportsIndex",
    "Device.device": "Device | str | SupportsIndex",
    "arange.start": "_Number",
    "arange.step": "_Number",
    "arange.stop": "_Number",
    "array.object": "object",
    "array.order": "_Order",
    "arrays.device": "_DeviceLike",
    "broadcast_arrays.args": "ArrayLike",
    "broadcast_shapes.args": "_Shape",
    "choose.mode": "_IndexMode",
    "diag_indices.n": "int",
    "explain.function": "Callable[..., Any]",
    "frombuffer.buffer": "Any",
    "fromstring.string": "str | bytes",
    "from_dlpack.x": "object",
    "fromDlpack.dltensor": "object",
    "geomspace.start": "ArrayLike",
    "geomspace.stop": "ArrayLike",
    "info.object": "object",
    "ix_.args": "ArrayLike",
    "linspace.start": "ArrayLike",
    "linspace.stop": "ArrayLike",
    "logspace.base": "ArrayLike",
    "logspace.start": "ArrayLike",
    "logspace.stop": "ArrayLike",
    "meshgrid.xi": "ArrayLike",
    "moveaxis.source": "_Axes",
    "put.mode": "_IndexMode",
    "ravel_multi_index.mode": "_IndexMode | tuple[_IndexMode, ...]",
    "take.mode": "_IndexMode",
}

# What `**kwargs` of a signature of NumPy's stands for, with the defaults.
_REDUCTION = {"keepdims": "False", "initial": "...", "where": "..."}
_MEAN = {"keepdims": "False", "where": "..."}
_SPREAD = {**_MEAN, "mean": "...", "correction": "..."}
_UFUNC = {"where": "True", "casting": "'same_kind'", "order": "'K'", "dtype": "None"}
_METHODS = {
    "Total": _REDUCTION,
    "Extreme": _REDUCTION,
    "Mean": _MEAN,
    "Spread": _SPREAD,
}
KEYWORDS = {
    "clip": _UFUNC,
    "ndarray.clip": _UFUNC,
    **{
        f"ndarray.{name}": _METHODS[method]
        for name, (method, _) in METHODS.items()
        if method in _METHODS
    },
    "ufunc.reduce": _REDUCTION,
}
