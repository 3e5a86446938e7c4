# SPDX-License-Identifier: Apache-2.0
"""Tests with parameters, and tests that need something: CuPy's decorators.

pytest is imported by those that mark tests, when they do.
"""

import contextlib
import importlib.metadata
import itertools
import sys
import unittest

import numpy

__all__ = [
    "fix_random",
    "from_pytest_parameterize",
    "generate_seed",
    "gpu",
    "installed",
    "multi_gpu",
    "numpy_satisfies",
    "parameterize",
    "parameterize_pytest",
    "product",
    "product_dict",
    "slow",
    "with_requires",
]


def product(parameter):
    """All choices of a dict of lists, or of lists of dicts. See cupy.testing.product.

    >>> np.testing.product({"n": [1, 2], "flag": [True]})
    [{'n': 1, 'flag': True}, {'n': 2, 'flag': True}]
    """
    if isinstance(parameter, dict):
        choices = itertools.product(*parameter.values())
        return [dict(zip(parameter, values, strict=True)) for values in choices]
    if isinstance(parameter, list):
        chains = itertools.product(*parameter)
        return [
            {k: x for choice in chain for k, x in choice.items()} for chain in chains
        ]
    raise TypeError(f"parameter must be dict or list, not {type(parameter).__name__}")


def product_dict(*parameters):
    """All choices of one dict of each list, joined. See cupy.testing.product_dict.

    >>> np.testing.product_dict([{"n": 1}, {"n": 2}], [{"m": 3}])
    [{'n': 1, 'm': 3}, {'n': 2, 'm': 3}]
    """
    return product(list(parameters))


def parameterize(*params):
    """Class decorator: tests of a class run with each dict as attributes of `self`.

    Of a unittest.TestCase it makes a class for each of them. See
    cupy.testing.parameterize.

    >>> @np.testing.parameterize({"n": 1}, {"n": 2})
    ... class TestN:
    ...     def test(self):
    ...         assert self.n > 0
    """

    def decorate(cls):
        if issubclass(cls, unittest.TestCase):
            return _with_classes(cls, params)
        import pytest

        @pytest.fixture(autouse=True)
        def _parameters(self, request):
            vars(self).update(request.param)

        cls._parameters = _parameters
        names = [_identifier(x) for x in params]
        mark = pytest.mark.parametrize("_parameters", params, ids=names, indirect=True)
        return mark(cls)

    return decorate


def _identifier(parameters):
    return "{" + ", ".join(f"{k}={x!r}" for k, x in parameters.items()) + "}"


def _with_classes(cls, params):
    """Puts a subclass for each dict beside the class, which is no test any more."""
    module = sys.modules[cls.__module__]
    for k, parameters in enumerate(params):
        name = f"{cls.__name__}_param_{k}"
        attributes = {**parameters, "__module__": cls.__module__, "__test__": True}
        setattr(module, name, type(name, (cls,), attributes))
    former = cls.setUp

    def set_up(self):
        if type(self) is cls:
            self.skipTest("its subclasses are the tests")
        former(self)

    cls.setUp = set_up
    cls.__test__ = False
    return cls


def parameterize_pytest(name, expr):
    """Class decorator: parameterize() of what pytest's decorator takes.

    See cupy.testing.parameterize_pytest.

    >>> @np.testing.parameterize_pytest("n, m", [(1, 2), (3, 4)])
    ... class TestBoth:
    ...     def test(self):
    ...         assert self.n < self.m
    """
    return parameterize(*from_pytest_parameterize(name, expr))


def from_pytest_parameterize(name, expr):
    """The dicts of parameterize() for what pytest's decorator takes.

    See cupy.testing.from_pytest_parameterize.

    >>> np.testing.from_pytest_parameterize("n, m", [(1, 2)])
    [{'n': 1, 'm': 2}]
    """
    names = [x.strip() for x in name.split(",") if x.strip()]
    if len(names) == 1:
        return [{names[0]: value} for value in expr]
    return [dict(zip(names, values, strict=True)) for values in expr]


def _skip_unless(condition, reason):
    import pytest

    return pytest.mark.skipif(not condition, reason=reason)


def gpu(test):
    """Decorator of tests for a GPU: the test as it is, since the CPU device runs it too.

    See cupy.testing.gpu.

    >>> @np.testing.gpu
    ... def test():
    ...     return "runs"
    >>> test()
    'runs'
    """
    return test


def multi_gpu(gpu_num):
    """Decorator: the test is skipped where there are fewer GPUs.

    See cupy.testing.multi_gpu.

    >>> decorator = np.testing.multi_gpu(2)
    """
    from .. import cuda

    count = cuda.runtime.getDeviceCount()
    return _skip_unless(count >= gpu_num, f"{gpu_num} GPUs are required")


def slow(test):
    """Decorator: pytest's mark `slow`. See cupy.testing.slow."""
    import pytest

    return pytest.mark.slow(test)


def installed(*specifiers):
    """Whether packages are installed in versions that fit, such as "numpy>=2".

    See cupy.testing.installed.

    >>> np.testing.installed("numpy>=1.20")
    True
    """
    from packaging.requirements import Requirement

    for text in specifiers:
        requirement = Requirement(text)
        try:
            version = importlib.metadata.version(requirement.name)
        except importlib.metadata.PackageNotFoundError:
            return False
        if not requirement.specifier.contains(version, prereleases=True):
            return False
    return True


def with_requires(*requirements):
    """Decorator: the test is skipped where packages are missing, as installed() says.

    See cupy.testing.with_requires.

    >>> decorator = np.testing.with_requires("numpy>=1.20", "scipy")
    """
    return _skip_unless(installed(*requirements), f"requires: {','.join(requirements)}")


def numpy_satisfies(version_range):
    """Whether NumPy's version is in a range. See cupy.testing.numpy_satisfies.

    >>> np.testing.numpy_satisfies(">=1.20")
    True
    """
    return installed(f"numpy{version_range}")


@contextlib.contextmanager
def fix_random():
    """A decorator or context manager: numbers of `random` are the same in every run.

    Both NumPy's and ours. See cupy.testing.fix_random.

    >>> with np.testing.fix_random():
    ...     x = np.random.rand(2)
    >>> with np.testing.fix_random():
    ...     np.testing.assert_array_equal(np.random.rand(2), x)
    """
    from .. import random

    theirs, own = numpy.random.get_state(), random.get_state()
    numpy.random.seed(100)
    random.seed(101)
    try:
        yield
    finally:
        numpy.random.set_state(theirs)
        random.set_state(own)


def generate_seed():
    """A seed for a test, which fix_random() makes the same in every run.

    See cupy.testing.generate_seed.

    >>> 0 <= np.testing.generate_seed() < 2**31
    True
    """
    return int(numpy.random.randint(0x7FFFFFFF))
