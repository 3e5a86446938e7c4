# SPDX-License-Identifier: Apache-2.0
"""Everything of the package that a program can set for all that comes after it."""

import tenorite

_OPTIONS = [
    name
    for name, value in vars(type(tenorite.config)).items()
    if isinstance(value, property)
]


def all_settings():
    """Name: value of the options of tenorite.config and the default device."""
    options = {name: getattr(tenorite.config, name) for name in _OPTIONS}
    return {**options, "default device": tenorite.get_default_device()}


def restore_settings(settings):
    """Sets what all_settings() returned."""
    tenorite.set_default_device(settings["default device"])
    for name in _OPTIONS:
        setattr(tenorite.config, name, settings[name])
