# SPDX-License-Identifier: Apache-2.0
"""The version of the package, under the names of numpy.version."""

from ._runtime.version import __version__

__all__ = ["full_version", "git_revision", "release", "short_version", "version"]

version = short_version = full_version = __version__
release = "dev" not in version
git_revision = ""
