# SPDX-License-Identifier: Apache-2.0
"""Programs whose input and output are a terminal of their own."""

import os
import pty
import select
import subprocess
import sys
import time


def environment(**more):
    """Variables of a program that knows no settings of ours but the cache's folder."""
    ours = ("TENORITE_", "NO_COLOR", "TERM")
    kept = {
        k: v
        for k, v in os.environ.items()
        if not k.startswith(ours) or k == "TENORITE_CACHE_DIR"
    }
    return kept | {"TERM": "xterm", "COLUMNS": "120"} | more


def run_in_terminal(*arguments, typed="", timeout=60, **variables):
    """(exit status, all that Python with these arguments wrote to its terminal)."""
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(**variables),
            start_new_session=True,
        )
        os.close(theirs)
        os.write(ours, typed.encode())
        written, until = b"", time.monotonic() + timeout
        while time.monotonic() < until:
            if not select.select([ours], [], [], 0.1)[0]:
                if process.poll() is not None:
                    break
                continue
            try:
                piece = os.read(ours, 65536)
            except OSError:  # nobody has the other end any more
                break
            if not piece:
                break
            written += piece
        else:
            process.kill()
        return process.wait(), written.decode().replace("\r\n", "\n")
    finally:
        os.close(ours)


def run_without_terminal(*arguments, **variables):
    """(exit status, stdout, stderr) of Python with these arguments."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment(**variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr
