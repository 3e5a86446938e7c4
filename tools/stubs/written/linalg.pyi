class _EigResult(NamedTuple):
    eigenvalues: NDArray[Any]
    eigenvectors: NDArray[Any]

class _EighResult(NamedTuple):
    eigenvalues: NDArray[Any]
    eigenvectors: NDArray[Any]

class _QRResult(NamedTuple):
    Q: NDArray[Any]
    R: NDArray[Any]

class _SlogdetResult(NamedTuple):
    sign: NDArray[Any]
    logabsdet: NDArray[Any]

class _SVDResult(NamedTuple):
    U: NDArray[Any]
    S: NDArray[Any]
    Vh: NDArray[Any]

@overload
def qr(a: ArrayLike, mode: Literal["reduced", "complete"] = "reduced") -> _QRResult: ...
@overload
def qr(a: ArrayLike, mode: Literal["r"]) -> NDArray[Any]: ...
@overload
def qr(a: ArrayLike, mode: Literal["raw"]) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def svd(
    a: ArrayLike,
    full_matrices: bool = True,
    compute_uv: Literal[True] = True,
    hermitian: bool = False,
) -> _SVDResult: ...
@overload
def svd(
    a: ArrayLike,
    full_matrices: bool = True,
    *,
    compute_uv: Literal[False],
    hermitian: bool = False,
) -> NDArray[Any]: ...
@overload
def svd(
    a: ArrayLike,
    full_matrices: bool,
    compute_uv: Literal[False],
    hermitian: bool = False,
) -> NDArray[Any]: ...
