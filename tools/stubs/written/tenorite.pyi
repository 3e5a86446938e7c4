from tenorite.cuda.memory import MemoryPool
from tenorite.cuda.pinned_memory import PinnedMemoryPool
from typing_extensions import CapsuleType

_ShapeT_co = TypeVar(
    "_ShapeT_co", bound=tuple[Any, ...], default=tuple[Any, ...], covariant=True
)
_DTypeT_co = TypeVar(
    "_DTypeT_co", bound=np.dtype[Any], default=np.dtype[Any], covariant=True
)
__version__: str

class ndarray(Generic[_ShapeT_co, _DTypeT_co]):
    @overload
    def __new__(
        cls,
        shape: _Shape,
        dtype: None = ...,
        buffer: Any = None,
        offset: SupportsIndex = 0,
        strides: _Shape | None = None,
        order: _Order | None = None,
    ) -> ndarray[tuple[Any, ...], np.dtype[np.float64]]: ...
    @overload
    def __new__(
        cls,
        shape: _Shape,
        dtype: _DType[_DT],
        buffer: Any = None,
        offset: SupportsIndex = 0,
        strides: _Shape | None = None,
        order: _Order | None = None,
    ) -> ndarray[tuple[Any, ...], np.dtype[_DT]]: ...
    @overload
    def __new__(
        cls,
        shape: _Shape,
        dtype: DTypeLike,
        buffer: Any = None,
        offset: SupportsIndex = 0,
        strides: _Shape | None = None,
        order: _Order | None = None,
    ) -> ndarray: ...
    @property
    def T(self) -> Self: ...
    @property
    def mT(self) -> Self: ...
    @property
    def dtype(self) -> _DTypeT_co: ...
    @property
    def shape(self) -> _ShapeT_co: ...
    @shape.setter
    def shape(self, value: _Shape, /) -> None: ...
    @property
    def real(self) -> ndarray[_ShapeT_co]: ...
    @real.setter
    def real(self, value: ArrayLike, /) -> None: ...
    @property
    def imag(self) -> ndarray[_ShapeT_co]: ...
    @imag.setter
    def imag(self, value: ArrayLike, /) -> None: ...
    @property
    def flat(self) -> flatiter: ...
    @flat.setter
    def flat(self, value: ArrayLike, /) -> None: ...
    def __array__(
        self, dtype: Any = None, copy: bool | None = None
    ) -> np.ndarray[_ShapeT_co, _DTypeT_co]: ...
    def __array_ufunc__(
        self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any
    ) -> Any: ...
    def __array_function__(
        self, func: Any, types: Any, args: Any, kwargs: Any
    ) -> Any: ...
    def __array_wrap__(
        self,
        array: ndarray,
        context: Any = None,
        return_scalar: bool = False,
        /,
    ) -> ndarray: ...
    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any: ...
    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> CapsuleType: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    @overload
    def __getitem__(
        self,
        key: slice
        | EllipsisType
        | None
        | ndarray[Any, np.dtype[np.bool]]
        | np.ndarray[Any, np.dtype[np.bool]]
        | list[int],
        /,
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def __getitem__(
        self, key: tuple[slice | EllipsisType | None, ...], /
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def __getitem__(self, key: Any, /) -> Any: ...
    def __setitem__(self, key: Any, value: ArrayLike, /) -> None: ...
    def __delitem__(self, key: Any, /) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __complex__(self) -> complex: ...
    def __conform__(self, protocol: type) -> float | None: ...
    def __index__(self) -> int: ...
    def __round__(self, ndigits: SupportsIndex | None = None) -> Any: ...
    def __trunc__(self) -> int: ...
    def __bytes__(self, order: _Order = "C") -> bytes: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...
    def __neg__(self) -> Self: ...
    def __pos__(self) -> Self: ...
    def __invert__(self) -> Self: ...
    @overload
    def __abs__(
        self: ndarray[Any, np.dtype[_RealT]],
    ) -> ndarray[tuple[Any, ...], np.dtype[_RealT]]: ...
    @overload
    def __abs__(self) -> ndarray[_ShapeT_co]: ...
    @overload
    def astype(
        self,
        dtype: _DType[_DT],
        order: _Order = "K",
        casting: _Casting = "unsafe",
        subok: bool = True,
        copy: bool = True,
    ) -> ndarray[_ShapeT_co, np.dtype[_DT]]: ...
    @overload
    def astype(
        self,
        dtype: DTypeLike,
        order: _Order = "K",
        casting: _Casting = "unsafe",
        subok: bool = True,
        copy: bool = True,
    ) -> ndarray[_ShapeT_co]: ...
    @overload
    def view(self) -> Self: ...
    @overload
    def view(self, dtype: _DType[_DT]) -> ndarray[tuple[Any, ...], np.dtype[_DT]]: ...
    @overload
    def view(self, dtype: DTypeLike) -> ndarray: ...
    @overload
    def reshape(
        self,
        shape: SupportsIndex | Sequence[SupportsIndex],
        /,
        *,
        order: _Order = "C",
        copy: bool | None = None,
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def reshape(
        self, *shape: SupportsIndex, order: _Order = "C", copy: bool | None = None
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def transpose(
        self, axes: None | Sequence[SupportsIndex] = None, /
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def transpose(
        self, *axes: SupportsIndex
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    def item(self, *args: Any) -> Any: ...

class ufunc:
    @property
    def __name__(self) -> str: ...
    @property
    def __qualname__(self) -> str: ...
    @property
    def nin(self) -> int: ...
    @property
    def nout(self) -> int: ...
    @property
    def nargs(self) -> int: ...
    @property
    def ntypes(self) -> int: ...
    @property
    def types(self) -> list[str]: ...
    @property
    def identity(self) -> Any: ...
    @property
    def signature(self) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def reduce(
        self,
        array: ArrayLike,
        axis: _Axis | None = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
        keepdims: bool = False,
        initial: Any = ...,
        where: ArrayLike = True,
    ) -> ndarray: ...
    def accumulate(
        self,
        array: ArrayLike,
        axis: SupportsIndex = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
    ) -> ndarray: ...
    def reduceat(
        self,
        array: ArrayLike,
        indices: ArrayLike,
        axis: SupportsIndex = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
    ) -> ndarray: ...
    def outer(self, A: ArrayLike, B: ArrayLike, /, **kwargs: Any) -> ndarray: ...
    def at(self, a: ndarray, indices: Any, b: ArrayLike | None = None, /) -> None: ...

class ElementwiseKernel:
    def __new__(
        cls,
        in_params: str,
        out_params: str,
        operation: str,
        name: str = "kernel",
        reduce_dims: bool = True,
        preamble: str = "",
        no_return: bool = False,
        return_tuple: bool = False,
        *,
        options: Iterable[str] = (),
        loop_prep: str = "",
        after_loop: str = "",
    ) -> Self: ...
    def __call__(
        self,
        *args: Any,
        size: SupportsIndex | None = None,
        block_size: int = ...,
        stream: Any = None,
    ) -> Any: ...

class ReductionKernel:
    def __new__(
        cls,
        in_params: str,
        out_params: str,
        map_expr: str,
        reduce_expr: str,
        post_map_expr: str,
        identity: Any,
        name: str = "reduce_kernel",
        reduce_type: str | None = None,
        reduce_dims: bool = True,
        preamble: str = "",
        options: Iterable[str] = (),
    ) -> Self: ...
    def __call__(
        self,
        *args: Any,
        out: ndarray | None = None,
        axis: _Axis | None = None,
        keepdims: bool = False,
        stream: Any = None,
    ) -> ndarray: ...

class RawKernel:
    def __new__(
        cls,
        code: str,
        name: str,
        options: Iterable[str] = (),
        backend: str = "nvrtc",
        *,
        translate_cucomplex: bool = False,
        enable_cooperative_groups: bool = False,
        jitify: bool | None = None,
        debug: bool = False,
    ) -> Self: ...
    @overload
    def __call__(
        self,
        grid: Sequence[SupportsIndex] | SupportsIndex,
        block: Sequence[SupportsIndex] | SupportsIndex,
        args: Sequence[Any] = (),
        *,
        shared_mem: SupportsIndex = 0,
        stream: Any = None,
    ) -> None: ...
    @overload
    def __call__(
        self,
        *args: Any,
        block: Sequence[SupportsIndex],
        grid: Sequence[SupportsIndex] = ...,
        shared: SupportsIndex = 0,
        stream: Any = None,
    ) -> None: ...
    def __getitem__(self, key: Any, /) -> Callable[..., None]: ...

class vectorize:
    __name__: str
    pyfunc: Callable[..., Any] | None
    otypes: str | None
    excluded: set[int | str]
    cache: bool
    signature: None
    __wrapped__: Any
    def __init__(
        self,
        pyfunc: Callable[..., Any] = ...,
        otypes: str | Iterable[DTypeLike] | None = None,
        doc: str | None = None,
        excluded: Iterable[int | str] | None = None,
        cache: bool = False,
        signature: None = None,
    ) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def source(self) -> str: ...
    def source_for(
        self, dtypes: Iterable[DTypeLike], device: _DeviceLike | None = None
    ) -> str: ...

class _Fused(Generic[_CallableT]):
    __name__: str
    function: _CallableT
    kernel_name: str
    __call__: _CallableT
    def clear_cache(self) -> None: ...
    def __get__(self, instance: Any, owner: Any = None) -> Any: ...

@overload
def fuse(function: _CallableT, /) -> _Fused[_CallableT]: ...
@overload
def fuse(
    *, kernel_name: str | None = None
) -> Callable[[_CallableT], _Fused[_CallableT]]: ...

class _Config:
    @property
    def fusion(self) -> str: ...
    @fusion.setter
    def fusion(
        self, mode: Literal["off", "tier0", "auto", "wait", "check"], /
    ) -> None: ...
    @property
    def mixed(self) -> str: ...
    @mixed.setter
    def mixed(self, what: Literal["error", "copy"], /) -> None: ...
    @property
    def random(self) -> str: ...
    @random.setter
    def random(self, numbers: Literal["fast", "numpy"], /) -> None: ...
    @property
    def fallback(self) -> str: ...
    @fallback.setter
    def fallback(
        self, setting: Literal["auto", "allow", "warn", "error"], /
    ) -> None: ...
    @property
    def matmul_precision(self) -> str: ...
    @matmul_precision.setter
    def matmul_precision(self, precision: Literal["highest", "tf32"], /) -> None: ...
    def using(self, **settings: Any) -> AbstractContextManager[_Config]: ...

config: _Config

@overload
def unique(
    ar: _Array[_T],
    return_index: Literal[False] = False,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
) -> NDArray[_T]: ...
@overload
def unique(
    ar: ArrayLike,
    return_index: Literal[False] = False,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
) -> NDArray[Any]: ...
@overload
def unique(
    ar: ArrayLike,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
) -> Any: ...

class _UniqueAll(NamedTuple):
    values: ndarray
    indices: NDArray[np.int64]
    inverse_indices: NDArray[np.int64]
    counts: NDArray[np.int64]

class _UniqueCounts(NamedTuple):
    values: ndarray
    counts: NDArray[np.int64]

class _UniqueInverse(NamedTuple):
    values: ndarray
    inverse_indices: NDArray[np.int64]

@overload
def where(condition: ArrayLike, /) -> tuple[NDArray[np.int64], ...]: ...
@overload
def where(
    condition: ArrayLike, x: _Array[_NumericT], y: _Array[_NumericT], /
) -> NDArray[_NumericT]: ...
@overload
def where(
    condition: ArrayLike, x: _Array[_InexactT], y: float, /
) -> NDArray[_InexactT]: ...
@overload
def where(
    condition: ArrayLike, x: float, y: _Array[_InexactT], /
) -> NDArray[_InexactT]: ...
@overload
def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike, /) -> NDArray[Any]: ...
