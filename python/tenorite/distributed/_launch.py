# SPDX-License-Identifier: Apache-2.0
"""What starters of programs tell each process: its rank, how many there are, and where.

torchrun and programs started by hand set RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT,
mpirun of Open MPI OMPI_COMM_WORLD_*, that of MPICH and Intel MPI PMI_*, srun SLURM_*.
"""

import itertools
import os
import re
import zlib
from typing import NamedTuple

# The store is at the first free port of so many: other programs may have some of them,
# and MASTER_PORT itself is that of torch's store.
PORTS = 16


class Place(NamedTuple):
    """Where a process is among all of its program."""

    rank: int
    size: int
    local_rank: int  # among those of its host
    host: str  # of rank 0
    port: int  # the first of PORTS
    name: str  # of the program's run


# Variables of rank, size, rank and size on the host, and what tells runs apart.
_STARTERS = (
    ("RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", ("TORCHELASTIC_RUN_ID",)),
    (
        "OMPI_COMM_WORLD_RANK",
        "OMPI_COMM_WORLD_SIZE",
        "OMPI_COMM_WORLD_LOCAL_RANK",
        "OMPI_COMM_WORLD_LOCAL_SIZE",
        ("PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid"),
    ),
    (
        "SLURM_PROCID",
        "SLURM_STEP_NUM_TASKS",
        "SLURM_LOCALID",
        "",
        ("SLURM_JOB_ID", "SLURM_STEP_ID"),
    ),
    ("PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", ("PMI_FD_NAME",)),
)

# Programs may open one communicator after another: the same in all processes.
_opened = itertools.count()


def place_of_process(environment=None):
    """What the environment says, or None where the process was not started as a rank."""
    env = os.environ if environment is None else environment
    for rank, size, local_rank, local_size, run in _STARTERS:
        if rank not in env or size not in env:
            continue
        here = Place(
            int(env[rank]),
            int(env[size]),
            int(env.get(local_rank, env[rank])),
            _host(env, int(env[size]), int(env.get(local_size, 0))),
            0,
            "",
        )
        run_name = "-".join(env[name] for name in run if name in env)
        port = int(env["MASTER_PORT"]) + 1 if "MASTER_PORT" in env else _port(run_name)
        return here._replace(port=port, name=run_name or f"port {port}")
    return None


def next_name(name):
    """A name for another communicator of a run."""
    return f"{name}/{next(_opened)}"


def _host(env, size, local_size):
    if "MASTER_ADDR" in env:
        return env["MASTER_ADDR"]
    nodes = env.get("SLURM_STEP_NODELIST") or env.get("SLURM_JOB_NODELIST")
    if nodes and "SLURM_PROCID" in env:
        return first_node(nodes)
    if size == local_size or size == 1:
        return "127.0.0.1"
    raise ValueError(
        "where rank 0 runs is not known: set MASTER_ADDR to the name of its host, and "
        "MASTER_PORT to a free port there"
    )


def first_node(nodes):
    """The first of Slurm's list of hosts, such as 'gpu[03-07,11],login1'."""
    head = re.match(r"([^,\[]+)(?:\[(\d+)[^\]]*\])?", nodes)
    return head[1] + (head[2] or "")


def _port(run_name):
    """A port that all processes of a run take, and other runs hardly ever."""
    return 20000 + zlib.crc32(run_name.encode()) % 12000
