# SPDX-License-Identifier: Apache-2.0
"""Where streams, events and memory are: on a GPU, or else on the CPU device."""

from .. import _core
from . import _host_driver
from .device import current_device_id

NO_DEVICE = -1  # the number of the device that they are on without a GPU


def driver():
    """The calls for streams, events and memory: of CUDA, or else of the CPU device."""
    return _core.cuda if _core.device.cuda_count() else _host_driver


def driver_of(place):
    """The calls for memory of the device with that number."""
    return _host_driver if place == NO_DEVICE else _core.cuda


def current_place():
    """The number of the current device; NO_DEVICE without a GPU."""
    return current_device_id() if _core.device.cuda_count() else NO_DEVICE


def name_of_place(number):
    """The name of the device with that number."""
    return "cpu" if number == NO_DEVICE else f"cuda:{number}"
