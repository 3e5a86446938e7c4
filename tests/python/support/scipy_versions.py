# SPDX-License-Identifier: Apache-2.0
"""Which SciPy is installed: functions here behave as SciPy 1.18's do.

Where an older SciPy does otherwise, tests compare with the value itself or skip.
"""

import pytest
import scipy
from packaging.specifiers import SpecifierSet

__all__ = ["needs_scipy", "scipy_is"]


def scipy_is(versions):
    """Whether SciPy's version is one of a specifier such as ">=1.18"."""
    return SpecifierSet(versions).contains(scipy.__version__, prereleases=True)


def needs_scipy(versions, reason):
    """Mark of a test that compares what other versions of SciPy do not do."""
    return pytest.mark.skipif(
        not scipy_is(versions), reason=f"SciPy {scipy.__version__}: {reason}"
    )
