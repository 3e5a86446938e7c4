# SPDX-License-Identifier: Apache-2.0
"""The loop of a worker's process: an answer to each request of its runner."""

from multiprocessing.connection import Connection

from .libraries import Missing


def serve(descriptor, make):
    """Answers what comes over a connection, until it is closed.

    `make()` makes the worker; it sends facts() first, or why its library is Missing.
    """
    connection = Connection(int(descriptor))
    try:
        worker = make()
    except Missing as error:
        connection.send({"missing": str(error)})
        return
    connection.send(worker.facts())
    while True:
        try:
            request = connection.recv()
        except EOFError:
            return
        connection.send(worker.answer(request))
