# SPDX-License-Identifier: Apache-2.0
"""Ranks on the workers of a dask cluster."""

import secrets
import socket


def run_on_dask(client, function, *args, timeout=300.0, **keywords):
    """Calls `function(communicator, *args)` on every worker at once: one rank for each.

    Parameters
    ----------
    client : distributed.Client
        Of a cluster whose workers each have a process, such as that of
        `tenorite.dask.LocalCluster`.
    function : callable
        Called with a communicator on the worker's default device, which is closed when
        the function returns.
    *args : object
        What it gets beside that.
    timeout : float, optional
        Of the communicator, 300 by default.
    **keywords : object
        What it gets by name.

    Returns
    -------
    list of object
        What the calls return, by rank.

    Raises
    ------
    CommunicatorError
        Where a worker ends or stops.

    Notes
    -----
    NumPy has none. Workers need as many free threads as there are ranks on them, one.

    Examples
    --------
    >>> import tenorite as np
    >>> from distributed import Client  # doctest: +SKIP
    >>> def total(comm, x):
    ...     return float(comm.all_reduce(np.array([x * comm.rank])).sum())
    >>> np.distributed.run_on_dask(Client(), total, 2.0)  # doctest: +SKIP
    [12.0, 12.0, 12.0, 12.0]
    """
    workers = sorted(client.scheduler_info(n_workers=-1)["workers"])
    first = client.submit(_free_port, workers=workers[:1], pure=False).result()
    host = workers[0].split("://")[-1].rpartition(":")[0].strip("[]")
    name = secrets.token_hex(4)
    futures = [
        client.submit(
            _run,
            function,
            (rank, len(workers), f"{host}:{first}"),
            timeout,
            args,
            keywords,
            workers=[worker],
            allow_other_workers=False,
            pure=False,
            key=f"rank-{rank}-{name}",
        )
        for rank, worker in enumerate(workers)
    ]
    return client.gather(futures)


def _free_port():
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


def _run(function, place, timeout, args, keywords):
    from ._communicator import Communicator

    rank, size, address = place
    with Communicator(rank=rank, size=size, address=address, timeout=timeout) as comm:
        return function(comm, *args, **keywords)
