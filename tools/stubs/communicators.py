# SPDX-License-Identifier: Apache-2.0
"""What members of communicators and of split arrays take and return."""

_NAME = "distributed.Communicator"

PATTERNS = {
    f"{_NAME}.{name}": kind
    for kind, names in {
        "None": "abort barrier close send",
        "NDArray[Any]": "recv",
        # An array, or a list of them; None for ranks that get nothing.
        "Any": """all_gather all_reduce all_to_all broadcast gather reduce reduce_scatter
            scatter split""",
        "AbstractContextManager[None]": "group",
        "list[Callable[[], Communicator]]": "of_threads",
        "int": "rank size",
        "list[int]": "ranks",
        "Device": "device",
        "list[Device]": "devices",
        "float": "timeout",
        "bool": "takes_lists",
    }.items()
    for name in names.split()
} | {
    "distributed.ready": "Any",
    "distributed.run_on_dask": "list[Any]",
    "distributed.gathers": "list[Any]",
    "distributed.using": "AbstractContextManager[Mesh]",
    "distributed.Mesh.communicator": "Communicator | None",
    "distributed.Mesh.devices": "list[Device]",
    "distributed.Mesh.local": "list[int]",
    "distributed.Mesh.size": "int",
    "distributed.Mesh.type": "str",
    "distributed.*.mesh": "Mesh",
    "distributed.Split.axis": "int",
    "distributed.SplitArray.local": "NDArray[Any]",
    "distributed.SplitArray.device": "Split | Replicated",
    "distributed.SplitArray.dtype": "np.dtype[Any]",
    "distributed.SplitArray.shape": "tuple[int, ...]",
    "distributed.SplitArray.get": "np.ndarray[Any, Any]",
    "distributed.SplitArray.tolist": "Any",
    "distributed.SplitArray.item": "Any",
    "distributed.SplitArray.fill": "None",
    "distributed.SplitArray.sort": "None",
    "distributed.SplitArray.nonzero": "tuple[SplitArray, ...]",
    "distributed.SplitArray.__bool__": "bool",
    "distributed.SplitArray.__complex__": "complex",
    "distributed.SplitArray.__float__": "float",
    "distributed.SplitArray.__int__": "int",
    "distributed.SplitArray.__index__": "int",
    "distributed.SplitArray.__contains__": "bool",
    "distributed.SplitArray.__array__": "np.ndarray[Any, Any]",
    "distributed.SplitArray.__iter__": "Iterator[SplitArray]",
    "distributed.SplitArray.__len__": "int",
    "distributed.SplitArray.__setitem__": "None",
    "distributed.SplitArray.__divmod__": "tuple[SplitArray, SplitArray]",
    "distributed.SplitArray.__rdivmod__": "tuple[SplitArray, SplitArray]",
    "distributed.SplitArray.__array_function__": "Any",
    "distributed.SplitArray.__cupy_get_ndarray__": "NDArray[Any]",
    **dict.fromkeys(
        [
            f"distributed.SplitArray.{name}"
            for name in ("itemsize", "nbytes", "ndim", "size")
        ],
        "int",
    ),
    "distributed.SplitArray.*": "SplitArray",
}

EXCEPTIONS = {
    f"{_NAME}.send.x": "ArrayLike",
    f"{_NAME}.recv.out": "NDArray[Any]",
    f"{_NAME}.split.key": "int | Sequence[int]",
    f"{_NAME}.split.color": "int | Sequence[int | None] | None",
    f"{_NAME}.of_threads.devices": "int | Sequence[_DeviceLike]",
    f"{_NAME}.*.devices": "Sequence[_DeviceLike]",
    f"{_NAME}.*.x": "ArrayLike | Sequence[ArrayLike | None] | None",
    f"{_NAME}.*.out": "NDArray[Any] | Sequence[NDArray[Any] | None]",
    **dict.fromkeys(
        [f"{_NAME}.*.{name}" for name in ("rank", "size", "root", "to", "source")],
        "int",
    ),
    **dict.fromkeys(
        [f"{_NAME}.*.{name}" for name in ("op", "address", "reason")], "str"
    ),
    f"{_NAME}.*.in_rank_order": "bool",
    "distributed.Mesh.*.devices": "Communicator | Sequence[_DeviceLike] | None",
    "distributed.*.mesh": "Mesh",
    "distributed.Split.*.axis": "int",
    "distributed.using.above": "int | str",
    "distributed.SplitArray.local.shard": "int",
    "distributed.SplitArray.__*item__.key": "Any",
    "distributed.SplitArray.*.kernel": "Any",
    "distributed.SplitArray.__array__.copy": "bool | None",
    "distributed.*.timeout": "float",
    "distributed.run_on_dask.function": "Callable[..., Any]",
    "distributed.run_on_dask.client": "Any",
}
