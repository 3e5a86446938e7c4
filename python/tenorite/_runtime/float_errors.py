# SPDX-License-Identifier: Apache-2.0
"""What becomes of floating-point errors: NumPy's `errstate`, in NumPy's words."""

import sys
import warnings

import numpy

from .. import _core

# NumPy's order, bits, and words.
_KINDS = (
    ("divide", 1, "divide by zero"),
    ("over", 2, "overflow"),
    ("under", 4, "underflow"),
    ("invalid", 8, "invalid value"),
)


def filtered():
    """What filters make of warnings about errors: for the core.

    The bits of those that are ignored, and whether the call is to wait for the others:
    they are exceptions, or collected by warnings.catch_warnings(record=True).
    """
    actions = [
        (bit, _action(f"{words} encountered in divide")) for _, bit, words in _KINDS
    ]
    ignored = sum(bit for bit, action in actions if action == "ignore")
    raised = any(action == "error" for _, action in actions)
    return ignored, raised or _are_collected()


def _are_collected():
    """Whether another function than the module's own takes warnings."""
    shown_by = getattr(warnings, "_showwarnmsg_impl", None)
    return getattr(shown_by, "__module__", None) != warnings.__name__


def _action(text):
    """The action of the filter for a RuntimeWarning that says so, in any module."""
    for action, message, category, module, line in warnings.filters:
        if module is None and not line and issubclass(RuntimeWarning, category):
            if message is None or hasattr(message, "match") and message.match(text):
                return action
    return "default"


def report(name, errors, recorded=False):
    """Warns, raises, calls, prints or logs, as numpy.geterr() says.

    `errors` are the bits of `_KINDS`; `name` is that of the operation. Those of
    recorded operations are warnings: nothing is recorded where they are not.
    """
    state = {} if recorded else numpy.geterr()
    for kind, bit, words in _KINDS:
        method = state.get(kind, "warn")
        if errors & bit and method != "ignore":
            _handle(method, name, words, errors)


def _handle(method, name, words, errors):
    text = f"{words} encountered in {name}"
    if method == "warn":
        _core.warn(text, RuntimeWarning)
    elif method == "raise":
        raise FloatingPointError(text)
    elif method == "print":
        print(f"Warning: {text}", file=sys.stderr)
    else:
        handler = numpy.geterrcall()
        if handler is None:
            raise NameError(
                f"python callback specified for {words} (in  {name}) but no function "
                "found."
                if method == "call"
                else f"log specified for {words} (in {name}) but no object with write "
                "method found."
            )
        if method == "call":
            handler(words, errors)
        else:
            handler.write(f"Warning: {text}\n")
