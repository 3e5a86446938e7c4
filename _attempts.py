# SPDX-License-Identifier: Apache-2.0
"""Failures of matrices upon which a function acts."""

from numpy.linalg import LinAlgError

__all__ = ["attempted"]


def attempted(device, call):
    """(`call()`, None), or (None, its LinAlgError).

    On a GPU errors come when values are looked at: those of before are raised here, and
    those of the call are waited for.
    """
    waits = device.type != "cpu"
    if waits:
        device.synchronize()
    try:
        result = call()
        if waits:
            device.synchronize()
    except LinAlgError as error:
        return None, error
    return result, None
