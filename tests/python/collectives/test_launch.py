# SPDX-License-Identifier: Apache-2.0
"""What starters of programs set, and what is made of it."""

import pytest
from tenorite.distributed._launch import Place, first_node, place_of_process

TORCHRUN = {
    "RANK": "3",
    "WORLD_SIZE": "8",
    "LOCAL_RANK": "1",
    "LOCAL_WORLD_SIZE": "2",
    "MASTER_ADDR": "node0",
    "MASTER_PORT": "29500",
    "TORCHELASTIC_RUN_ID": "run7",
}


def test_torchrun():
    assert place_of_process(TORCHRUN) == Place(3, 8, 1, "node0", 29501, "run7")


def test_by_hand():
    few = {name: TORCHRUN[name] for name in ("RANK", "WORLD_SIZE", "MASTER_ADDR")}
    place = place_of_process({**few, "MASTER_PORT": "5000"})
    assert place == Place(3, 8, 3, "node0", 5001, "port 5001")


def test_open_mpi():
    variables = {
        "OMPI_COMM_WORLD_RANK": "1",
        "OMPI_COMM_WORLD_SIZE": "4",
        "OMPI_COMM_WORLD_LOCAL_RANK": "1",
        "OMPI_COMM_WORLD_LOCAL_SIZE": "4",
        "PMIX_NAMESPACE": "prterun-host-123@1",
    }
    place = place_of_process(variables)
    assert place[:4] == (1, 4, 1, "127.0.0.1")
    assert place.name == "prterun-host-123@1"
    # Ranks of a run take one port, and those of another run another one.
    assert (
        place_of_process({**variables, "OMPI_COMM_WORLD_RANK": "2"}).port == place.port
    )
    other = place_of_process({**variables, "PMIX_NAMESPACE": "prterun-host-124@1"})
    assert other.port != place.port
    with pytest.raises(ValueError, match="set MASTER_ADDR"):
        place_of_process({**variables, "OMPI_COMM_WORLD_LOCAL_SIZE": "2"})
    there = place_of_process(
        {**variables, "OMPI_COMM_WORLD_LOCAL_SIZE": "2", "MASTER_ADDR": "node0"}
    )
    assert there.host == "node0"


def test_mpich():
    variables = {
        "PMI_RANK": "0",
        "PMI_SIZE": "2",
        "MPI_LOCALRANKID": "0",
        "MPI_LOCALNRANKS": "2",
    }
    assert place_of_process(variables)[:4] == (0, 2, 0, "127.0.0.1")


def test_slurm():
    variables = {
        "SLURM_PROCID": "5",
        "SLURM_STEP_NUM_TASKS": "16",
        "SLURM_LOCALID": "1",
        "SLURM_JOB_ID": "77",
        "SLURM_STEP_ID": "0",
        "SLURM_STEP_NODELIST": "gpu[03-07,11],login1",
    }
    place = place_of_process(variables)
    assert place[:4] == (5, 16, 1, "gpu03")
    assert place.name == "77-0"
    # A script of a batch job is no rank, though it has a number.
    del variables["SLURM_STEP_NUM_TASKS"]
    assert place_of_process(variables) is None


@pytest.mark.parametrize(
    "nodes, first",
    [
        ("gpu1", "gpu1"),
        ("gpu1,gpu2", "gpu1"),
        ("gpu[1-4]", "gpu1"),
        ("gpu[003,007]", "gpu003"),
        ("rack1-gpu[10-12,14],x", "rack1-gpu10"),
    ],
)
def test_first_node(nodes, first):
    assert first_node(nodes) == first


def test_alone():
    assert place_of_process({}) is None
