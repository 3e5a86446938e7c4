# SPDX-License-Identifier: Apache-2.0
"""What parameters of communicators mean, and what their methods return and raise."""

_ROWS = """
x|ndarray, or list of them|The rank's array, of any layout; one for each of several ranks of this process. All ranks' have one shape and dtype.
op|{'sum', 'prod', 'max', 'min', 'mean'}|What is made of two items.
out|ndarray, or list of them|Where the result goes, of its shape and dtype; it may be the array itself.
root|int|The rank that has what the others get, or gets what they have.
to|int|The rank that receives.
source|int|The rank that sends.
rank|int|Which rank of this process it is, where it has several.
recv.out|ndarray|Where the array goes.
reason|str|What every rank is told.
"""

OF_COMMUNICATORS = "".join(
    f"Communicator.{row}\n" for row in filter(None, _ROWS.split("\n"))
)

_KINDS = {
    "ndarray, or list of them": """Communicator.all_reduce Communicator.reduce_scatter
        Communicator.broadcast Communicator.all_gather Communicator.scatter
        Communicator.all_to_all""",
    "ndarray or None, or list of them": "Communicator.reduce Communicator.gather",
    "ndarray": "Communicator.recv",
    "context manager": "Communicator.group",
    "None": """Communicator.send Communicator.barrier Communicator.close
        Communicator.abort""",
}
RETURNS_OF_COMMUNICATORS = {
    name: kind for kind, names in _KINDS.items() for name in names.split()
}

RAISES_OF_COMMUNICATORS = (
    "CommunicatorError\n    If a rank has ended, is stuck or has left.\n"
    "ValueError\n    If ranks do not agree, on every one of them, or an argument does not fit.\n"
)
NOTE_OF_COMMUNICATORS = "NumPy has none; the names are those of NCCL and MPI.\n"
