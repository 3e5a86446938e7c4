# SPDX-License-Identifier: Apache-2.0
"""What is done with each seed: the program is made, then run in some of the modes.

A run is a mode of fusion, or one of these:
new      auto, in a thread of its own, whose log knows of no work before
fresh    auto and wait, in a process of its own (processes.py)
cpu      each step also on the CPU device, beside the device of the others
"name/4" is a run that every fourth program has.
"""

import faulthandler
import functools
import os
import threading
import time

import tenorite

from . import shrink
from .generator import generate, source
from .processes import Died, Forked, result_of
from .replay import compiled, digest

CPU = "off/4 tier0/4 check/2 auto new/2 wait fresh/4"
# On a GPU every new kernel of wait and check is waited for.
GPU = "off/4 tier0/4 check/20 auto new/4 wait/20 fresh/100 cpu/2"
SHOWN = 3  # failures of a process that are made short
PATIENCE = 20  # seconds for one of them


def parsed(text):
    """[(run, part, offset)]: who has it is spread over the seeds."""
    runs = (run.partition("/") for run in text.split())
    return [(name, int(part or 1), i) for i, (name, _, part) in enumerate(runs)]


def chosen(runs, seed):
    return [name for name, part, offset in runs if (seed + offset) % part == 0]


def replayed(code, mode):
    """The digest of a program in a mode."""
    with tenorite.config.using(fusion=mode):
        return digest(code, tenorite)


def replayed_in_thread(code):
    found = []
    thread = threading.Thread(target=lambda: found.append(replayed(code, "auto")))
    thread.start()
    thread.join()
    return found[0]


def made(seed, wanted, deadline):
    """Messages about one seed: what is at work, then what came of it."""
    yield {"seed": seed, "at": "numpy"}
    faulthandler.dump_traceback_later(60)  # where a program that hangs stands
    twin = "cpu" if "cpu" in wanted else None
    program, steps = generate(seed, tenorite, twin)
    done = {"numpy": None, **({"cpu": None} if twin else {})}
    if program.failure:
        if made.short < SHOWN:
            made.short += 1
            until = min(deadline, time.monotonic() + PATIENCE)
            short = shrink.shortest_steps(steps, tenorite, twin, until)
            program.failure += f"\n{short}"
        done["numpy"] = program.failure
        yield {"seed": seed, "done": done}
        return
    code = compiled(program.threads)
    for run in wanted:
        if run in ("fresh", "cpu"):
            continue
        yield {"seed": seed, "at": run}
        found = replayed_in_thread(code) if run == "new" else replayed(code, run)
        done[run] = None if found == program.digest else found
    message = {"seed": seed, "done": done}
    if "fresh" in wanted or any(done.values()):
        message.update(digest=program.digest, threads=program.threads)
    yield message


made.short = 0


def fresh_digests(threads, modes):
    """The digests of a program in modes, for a process that has done nothing yet.

    Memory is filled with ones there, so that what was never written shows.
    """
    os.environ["TENORITE_POISON"] = "1"
    code = compiled(threads)
    return [replayed(code, mode) for mode in modes]


def differs_in(mode, until):
    """A test whether a program has another digest in a mode than in off, when it is
    run in a new process, or there for the second or third time."""
    mode = {"new": "auto", "fresh": "auto"}.get(mode, mode)

    def differs(threads):
        if time.monotonic() > until:
            return False
        expected, *found = result_of(
            lambda: fresh_digests(threads, ["off", *[mode] * 3]), until
        ) or [None]
        return "Error" not in expected and any(d != expected for d in found)

    def safely(threads):
        try:
            return differs(threads)
        except SyntaxError:
            return False

    return safely


def explained(seed, mode, threads, deadline):
    """The shortest program that differs in a mode from off."""
    until = min(deadline, time.monotonic() + PATIENCE)
    differs = differs_in(mode, until)
    note = "is not as off"
    if differs(threads):
        threads = shrink.shortest_statements(threads, differs)
    else:
        note = "is not as off after other programs, nor found alone"
    return f"{mode} {note}:\n{shrink.HEAD}{source(threads)}"


class Worker:
    """Runs seeds in forked processes; yields messages {seed, done: {run: failure}}.

    No program begins after `deadline`.
    """

    def __init__(self, runs, deadline):
        self.runs, self.deadline = parsed(runs), deadline
        self.shown = 0

    def messages(self, seeds):
        while seeds and time.monotonic() < self.deadline:
            at = {"seed": seeds[0], "at": "the start"}
            try:
                work = functools.partial(self._made, seeds)
                for message in Forked(work, self.deadline + 30):
                    if "at" in message:
                        at = message
                    else:
                        yield self._finished(message)
                return
            except Died as error:
                yield {"seed": at["seed"], "done": {at["at"]: str(error)}}
                seeds = seeds[seeds.index(at["seed"]) + 1 :]

    def _made(self, seeds):
        for seed in seeds:
            if time.monotonic() > self.deadline:
                return
            yield from made(seed, chosen(self.runs, seed), self.deadline)

    def _finished(self, message):
        seed, done = message["seed"], message["done"]
        if "threads" not in message:
            return message
        threads, expected = message.pop("threads"), message.pop("digest")
        if "fresh" in chosen(self.runs, seed):
            modes = ["auto", "wait"] if seed % 3 else ["wait", "auto"]
            found = result_of(lambda: fresh_digests(threads, modes), self.deadline + 30)
            wrong = [
                f"{m}: {d}" for m, d in zip(modes, found, strict=False) if d != expected
            ]
            if isinstance(found, str):
                wrong = [found]
            done["fresh"] = "; ".join(wrong) or None
        for mode in [run for run, failure in done.items() if failure]:
            done[mode] = f"{mode} is not as off: {done[mode]}"
        wrong = [run for run, failure in done.items() if failure]
        if wrong and self.shown < SHOWN:
            self.shown += 1
            done[wrong[0]] = explained(seed, wrong[0], threads, self.deadline + 20)
        return message
