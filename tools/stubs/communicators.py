# SPDX-License-Identifier: Apache-2.0
"""What members of communicators take and return."""

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
} | {"distributed.ready": "Any", "distributed.run_on_dask": "list[Any]"}

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
    "distributed.*.timeout": "float",
    "distributed.run_on_dask.function": "Callable[..., Any]",
    "distributed.run_on_dask.client": "Any",
}
