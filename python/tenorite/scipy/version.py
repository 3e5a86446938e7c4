# SPDX-License-Identifier: Apache-2.0
"""The version of SciPy that this package follows, whichever is installed.

Libraries choose among names and arguments by it; what SciPy computes on the host is
of the version that is installed, `scipy.__version__`.
"""

version = full_version = short_version = "1.18.0"
release = True
git_revision = ""
