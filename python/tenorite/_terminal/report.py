# SPDX-License-Identifier: Apache-2.0
"""`python -m tenorite`: what runs here, a self-test, and a verdict."""

from .._runtime.units import time_text
from . import facts, selftest
from .layout import Row


def print_report(printer):
    """Prints all of it; whether nothing failed."""
    broken = []
    for title, rows in facts.sections():
        printer.section(title, _noting(rows, title, broken))
    outcomes = {}
    for device in facts.usable_devices():
        outcomes[device] = []
        rows = _tested(device, outcomes[device])
        printer.section(f"Self-test on {device}", rows)
    fine, sentence, advice = verdict(outcomes, broken)
    printer.line(sentence, "32" if fine else "31;1", "green" if fine else "bold red")
    for line in advice:
        printer.line(f"  - {line}")
    return fine


def _noting(rows, title, broken):
    for row in rows:
        if row.mark == "failed":
            broken.append(f"{title}, {row.label}: {row.text}")
        yield row


def _tested(device, outcomes):
    for outcome in selftest.run(device):
        outcomes.append(outcome)
        text = time_text(outcome.seconds)
        if outcome.text:
            text += f": {outcome.text}"
        yield Row(outcome.name, text, outcome.state)


def verdict(outcomes, broken):
    """(whether nothing failed, one sentence, lines of advice) from all outcomes.

    `outcomes`: lists of `Outcome` by device; `broken`: what could not be looked up.
    """
    failed = [
        f"{device}: {x.name}"
        for device, all in outcomes.items()
        for x in all
        if x.state == "failed"
    ]
    skipped = [
        f"{x.name} on {device}: {x.text}"
        for device, all in outcomes.items()
        for x in all
        if x.state == "skipped"
    ]
    well = [d for d, all in outcomes.items() if all and not _has_failed(all)]
    advice = [*skipped, *_advice_on_libraries(outcomes)]
    if failed or broken:
        names = failed + broken
        sentence = f"Verdict: {len(names)} failed ({'; '.join(names)})."
        if well:
            sentence += f" {_listed(well)} can be used."
        advice.append("please report it, with all that is printed here")
        return False, sentence, advice
    limits = ", with limits" if skipped else ""
    sentence = f"Verdict: all is well on {_listed(well)}{limits}."
    if len(outcomes) == 1:
        advice.append(f"GPU: {facts.why_no_gpu()}")
    return True, sentence, advice


def _has_failed(outcomes):
    return any(outcome.state == "failed" for outcome in outcomes)


def _listed(names):
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _advice_on_libraries(outcomes):
    if len(outcomes) == 1:
        return []
    missing = facts.missing_libraries()
    packages = " ".join(package for _, _, package in missing)
    return [f"pip install {packages}"] if missing else []
