# SPDX-License-Identifier: Apache-2.0
"""What runs here, under cupyx's name."""

from .._runtime.config import config_text


class _RuntimeInfo:
    """The text of show_config(); str() gives it."""

    def __init__(self):
        self._text = config_text()

    def __str__(self):
        return self._text


def get_runtime_info(*, full=True):
    """Versions, devices and settings, an object whose str() is a text for bug reports.

    `full` is accepted for CuPy's sake. See cupyx.get_runtime_info.

    >>> from tenorite import cupyx
    >>> str(cupyx.get_runtime_info()).startswith("tenorite: ")
    True
    """
    return _RuntimeInfo()
