#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that waits hold nothing: see `RULES`.

`python tools/check_waits.py [root]` prints one line per violation and exits
with 1 when there are any. The tables below name every place that waits.
"""

import pathlib
import re
import sys

RULES = """
wait    a call that waits lets go of the outer lock (core/outer_lock.h): it stands
        inside of one of `RELEASES`, or `WAITS` says why nothing is held there
mutex   a mutex is a PatientMutex, which lets go of the outer lock, or `LEAVES`
        says that whoever has it neither waits nor asks for the outer lock
listed  what a table names is there
"""

FOLDERS = ("core", "memory", "ops", "jit", "linalg", "collectives", "python/src")
SUFFIXES = {".h", ".cuh", ".cpp", ".cu"}
# The text of kernels and of the worker's process, where there is no such lock.
APART = ("jit/prelude/", "jit/compile/worker/")

RELEASES = ("TENORITE_CUDA_WAIT", "waiting", "without_outer_lock")
WAIT = re.compile(
    r"\b(cuda(?:Device|Stream|Event)Synchronize|cudaMalloc\w*|cudaFree\w*"
    r"|cudaHost(?:Alloc|Register|Unregister)|cudaMemcpy(?!Async|PeerAsync)\w*"
    r"|cudaMemset(?!Async)\w*|cudaMemGetInfo|load_data|waitpid|poll|sleep_for"
    r"|sleep_until|usleep|nanosleep|sem_wait|(?<=\.)join|wait|wait_for|wait_until)\s*\("
)
MUTEX = re.compile(
    r"\b(std::(?:recursive_|shared_|timed_)?mutex)\b(?!>| ?\*|&| *::)[^();]*[;=]"
)

# (file, call): why the outer lock may be held, or is not.
BUSY = "helpers finish what they have begun, and never ask for the outer lock"
OWN = "a thread of ours, which never has the outer lock"
WAITS = {
    ("core/aside.cpp", "wait"): "at the end of the process, after the interpreter's",
    ("core/aside.cpp", "wait_for"): "await, called without it",
    ("core/outer_lock.cpp", "wait"): "a PatientMutex, which has let go of it",
    ("core/cuda/wait.cpp", "sleep_for"): "poll_until, called without it",
    ("core/cuda/wait.cpp", "wait_until"): "lets go of it",
    ("memory/cuda/transfer.cpp", "wait"): "a chunk's event: core/cuda/wait.h",
    ("memory/cuda/transfer.cpp", "wait_for"): "an event: core/cuda/wait.h",
    ("memory/host_copy.cpp", "wait"): BUSY,
    ("memory/pool_streams.cpp", "wait"): "the backend's, which lets go of it",
    ("jit/emulator/block_engine.cpp", "wait_until"): "fibers of one thread",
    ("jit/emulator/cooperative.cpp", "join"): BUSY,
    ("jit/emulator/cooperative.cpp", "wait"): BUSY,
    ("jit/emulator/cooperative.cpp", "wait_for"): BUSY,
    ("core/thread_pool.cpp", "wait"): BUSY,
    ("core/thread_pool.cpp", "wait_for"): BUSY,
    ("jit/emulator/user_code_watch.cpp", "wait"): OWN,
    ("jit/emulator/user_code_watch.cpp", "wait_for"): OWN,
    ("jit/compile/background.cpp", "wait"): OWN,
    ("jit/compile/process.cpp", "waitpid"): "a child that was killed, or has ended",
    ("jit/compile/worker_client.cpp", "wait"): "Deadline::wait lets go of it",
    ("collectives/socket.cpp", "poll"): "Socket's wait and send, called without it",
    ("collectives/store_server.cpp", "poll"): OWN,
    ("collectives/store_server.cpp", "join"): "a StoreJob's end, called without it",
    ("collectives/store_job.cpp", "join"): "its end, called without it",
    ("collectives/store_job.cpp", "wait"): "of its thread, or in poll_until_done",
    ("collectives/store_job.cpp", "usleep"): "in poll_until_done",
    (
        "collectives/store_job.cpp",
        "sleep_for",
    ): "in poll_until_done, or of a thread of ours",
    ("collectives/wait.h", "sleep_for"): "poll_until_done, which lets go of it",
    ("collectives/nccl_shared.cpp", "join"): OWN,
    ("collectives/nccl_shared.cpp", "sleep_for"): OWN,
    ("collectives/nccl_group.cpp", "wait_for"): OWN,
    ("python/src/bindings/pool_set.cpp", "wait"): "the backend's, which lets go of it",
}

SHORT = "a few instructions that call nothing"
LEAVES = {
    "core/aside.cpp": SHORT,
    "core/cuda/launch_log.cpp": SHORT,
    "core/cuda/process.cpp": "the runtime's first call, which asks for nothing",
    "core/library.cpp": "copies of a few paths",
    "core/cuda/stream_table.cpp": "queries of streams, which do not wait",
    "linalg/cpu/lapack.cpp": "the number of OpenBLAS's threads",
    "linalg/cuda/handles.h": SHORT,
    "memory/cuda/events.cpp": SHORT,
    "core/fork_guard.cpp": "a list; taken for a fork after what it guards",
    "memory/host_copy.h": BUSY,
    "memory/pool.h": "no backend call, callback or Python code runs under it",
    "jit/emulator/cooperative.cpp": BUSY,
    "core/thread_pool.cpp": BUSY,
    "jit/emulator/user_code_watch.cpp": "signals to threads, which nobody waits for",
    "ops/api/fft_cache.cpp": SHORT,
    "ops/api/fft_cache.h": "plans are made and dropped outside of it",
    "jit/compile/background.cpp": SHORT,
    "jit/compile/host_compiler.cpp": "a path",
    "jit/codegen/kernel_call.h": SHORT,
    "ops/record/log.cpp": SHORT,
    "ops/api/random.h": "numbers of the host alone",
    "ops/record/trace.cpp": SHORT,
    "collectives/job.h": "tables of texts",
    "collectives/nccl_shared.cpp": "a text",
    "python/src/bindings/pool_set.cpp": "a table; taken with the outer lock or without",
}

COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
DECLARED = re.compile(r"[\w>&*]\s+(?:\w+::)*$")


def sources(root):
    """The C++ and CUDA files that are checked, as paths from the root."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix in SUFFIXES and not name.startswith(APART):
                yield name


def is_released(text, at):
    """Whether position `at` lies inside the parentheses of a releasing call."""
    depth = 0
    for i in range(at - 1, max(0, at - 600), -1):
        if text[i] == ")":
            depth += 1
        elif text[i] == "(":
            depth -= 1
            if depth < 0:
                name = re.search(r"(\w+)$", text[:i])
                if name and name.group(1) in RELEASES:
                    return True
                depth = 0
    return False


def is_declaration(text, at):
    """Whether the name at `at` is that of a function which is declared there."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return bool(DECLARED.search(line)) and not re.search(
        r"\b(return|else|co_await)\s+(?:\w+::)*$", line
    )


def check(root):
    """The violations, one line of text each."""
    found, problems = set(), []
    for name in sources(root):
        text = (root / name).read_text(encoding="utf-8")
        text = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)

        def say(rule, at, what, name=name, text=text):
            line = text.count("\n", 0, at) + 1
            problems.append(f"{name}:{line}: [{rule}] {what}")

        for match in WAIT.finditer(text):
            call = match.group(1)
            if is_declaration(text, match.start(1)):
                continue
            if (name, call) in WAITS:
                found.add((name, call))
            elif not is_released(text, match.start(1)):
                say("wait", match.start(1), f"{call} waits with the outer lock held")
        for match in MUTEX.finditer(text):
            if name in LEAVES:
                found.add(name)
            elif not name.startswith("core/outer_lock."):
                say("mutex", match.start(1), f"{match.group(1)} is not patient")
    for place in [*WAITS, *LEAVES]:
        if place not in found:
            problems.append(f"tools/check_waits.py: [listed] nothing for {place}")
    return problems


def main():
    """Checks the tree that the first argument names, else this one."""
    here = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here
    problems = check(root)
    print("\n".join(problems) or "check_waits: every wait is accounted for")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
