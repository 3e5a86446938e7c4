# SPDX-License-Identifier: Apache-2.0
"""The subscripts of einsum, in the one form that is computed with."""

import functools
import operator

# In the order of the numbers that stand for them in lists.
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def parse(operands):
    """Subscripts without spaces and with an explicit result, and the operands.

    None if the subscripts are wrong.
    """
    if not operands:
        return None
    if isinstance(operands[0], (str, bytes)):
        text, *given = operands
        if isinstance(text, bytes):
            text = text.decode()
    else:
        found = _from_lists(operands)
        if found is None:
            return None
        text, given = found
    subscripts = _explicit(text, len(given))
    return None if subscripts is None else (subscripts, given)


@functools.lru_cache(256)
def _explicit(text, count):
    """Subscripts of so many operands with an explicit result; None if wrong."""
    inputs, arrow, output = text.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != count or not count or not all(map(_is_term, terms)):
        return None
    if not arrow:
        output = _implied(terms)
    elif not _is_output(output, terms):
        return None
    return f"{inputs}->{output}"


def _from_lists(operands):
    """Subscripts and operands of einsum(a, [0, 1], b, [1, 2], [0, 2])."""
    *pairs, last = operands if len(operands) % 2 else (*operands, None)
    terms = [_term(labels) for labels in pairs[1::2]]
    result = _term(last) if last is not None else ""
    if None in terms or result is None:
        return None
    text = ",".join(terms) + ("->" + result if last is not None else "")
    return text, list(pairs[::2])


def _term(labels):
    text = ""
    try:
        for label in labels:
            if label is Ellipsis:
                text += "..."
                continue
            number = operator.index(label)
            if number < 0:
                return None
            text += _LETTERS[number]
    except (TypeError, IndexError):
        return None
    return text


def _is_term(text):
    before, _, after = text.partition("...")
    return all(c in _LETTERS for c in before + after)


def _is_output(output, terms):
    labels = output.replace("...", "", 1)
    return (
        _is_term(output)
        and len(set(labels)) == len(labels)
        and all(any(c in term for term in terms) for c in labels)
    )


def _implied(terms):
    """The labels that occur once, sorted, after the axes of an ellipsis."""
    labels = "".join(terms).replace("...", "")
    once = sorted(c for c in set(labels) if labels.count(c) == 1)
    return ("..." if any("..." in term for term in terms) else "") + "".join(once)
