# SPDX-License-Identifier: Apache-2.0
"""A process that runs the cases of one library, as its runner sees it."""

import multiprocessing
import subprocess
import sys
import tempfile

from . import machine

START_LIMIT = 120  # seconds


class Dead(Exception):
    """A worker ended or did not answer."""


class WorkerProcess:
    """A worker and the connection to it.

    `module` is what the process runs, with `variables` in its environment.
    """

    def __init__(self, name, options=(), module="benchmarks.worker", **variables):
        self.name = name
        self.log = tempfile.TemporaryFile("w+")
        self.connection, theirs = multiprocessing.Pipe()
        descriptor = theirs.fileno()
        command = [sys.executable, "-m", module, name, str(descriptor)]
        self.process = subprocess.Popen(
            [*command, *options],
            pass_fds=[descriptor],
            env=machine.environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
        )
        theirs.close()

    def wait(self):
        """Waits until the worker has its library, or has said why not."""
        try:
            self.facts = self._receive(START_LIMIT)
        except Dead as error:
            self.facts = {"missing": str(error)}
        self.missing = self.facts.get("missing")
        return self

    def _receive(self, limit):
        try:
            if self.connection.poll(limit):
                return self.connection.recv()
        except (EOFError, OSError):
            pass
        else:
            self.stop()
            raise Dead(f"no answer within {limit} s")
        self._end()
        self.log.seek(0)
        lines = self.log.read().strip().splitlines()
        self.stop()
        status = f"exit status {self.process.returncode}"
        raise Dead(f"the process ended, {lines[-1] if lines else status}")

    def send(self, do, **request):
        try:
            self.connection.send({"do": do} | request)
        except OSError:
            pass  # it is dead, as receive() finds

    def receive(self, limit=60):
        """The answer to a request; Dead if there is none within some seconds."""
        return self._receive(limit)

    def ask(self, do, **request):
        self.send(do, **request)
        return self.receive()

    def stop(self):
        """Ends the process, if it runs."""
        self._end()
        self.log.close()

    def _end(self):
        self.connection.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
