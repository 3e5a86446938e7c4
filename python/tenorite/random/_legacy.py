# SPDX-License-Identifier: Apache-2.0
"""RandomState and the functions of the module: old signatures, new streams."""

import functools

import numpy

from .. import _core
from .._core import ndarray
from .._kernels.recording import config
from .._numpy.creation import asarray
from .._runtime.device import device_of
from ._bit_generators import PCG64
from ._generator import Generator
from ._numpys import public_class, runs_numpys, which_numbers, with_numpys
from ._parameters import any_true, as_flag, host_seed, number_or_array, to_shape

# Methods of Generator with the same arguments.
_SAME = (
    "beta binomial bytes chisquare dirichlet exponential f gamma geometric gumbel "
    "hypergeometric laplace logistic lognormal logseries "
    "negative_binomial noncentral_chisquare noncentral_f normal pareto poisson power "
    "rayleigh standard_cauchy standard_gamma standard_t triangular vonmises "
    "wald weibull zipf"
).split()

# Those of them that take a dtype in CuPy, and other methods that do.
_CONVERTED = set(_SAME) - {"bytes"}
_WITH_DTYPE = _CONVERTED | set(
    "rand randn random random_sample standard_normal standard_exponential uniform "
    "multivariate_normal".split()
)


class RandomState(numpy.random.RandomState):
    """numpy.random.RandomState's methods over PCG64, not MT19937: other numbers.

    `seed` is None, an int below 2^32, a sequence of ints, a SeedSequence or a bit
    generator. Distributions are those of Generator. With `numbers="numpy"` it is over
    MT19937 and has NumPy's numbers; the default is as for Generator.

    >>> rng = np.random.RandomState(1)
    >>> rng.rand(2)
    array([0.51182162, 0.9504637 ])
    """

    _numbers = "fast"

    def __new__(cls, seed=None, device=None, numbers=None):
        given = [seed] if hasattr(seed, "capsule") else []
        if which_numbers(numbers, *given) == "numpy":
            cls = with_numpys(cls, NumpyRandomState)
        return numpy.random.RandomState.__new__(cls)

    def __init__(self, seed=None, device=None, numbers=None):
        bit_generator = seed if hasattr(seed, "capsule") else PCG64(_checked(seed))
        numpy.random.RandomState.__init__(self, bit_generator)
        self._generator = Generator(bit_generator, device, "fast")

    @property
    def _bit_generator(self):
        return self._generator._bit_generator

    @property
    def _device(self):
        return self._generator._device

    def __repr__(self):
        return f"{self} at 0x{id(self):X}"

    def __str__(self):
        kind = public_class(self)
        return f"{kind.__name__}({type(self._bit_generator).__name__})"

    def __reduce__(self):
        device = None if self._device is None else str(self._device)
        return public_class(self), (self._bit_generator, device, self._numbers)

    def seed(self, seed=None):
        """Begins a new stream; see the class for `seed`.

        >>> rng = np.random.RandomState(1)
        >>> rng.seed(7)
        >>> first = rng.rand()
        >>> rng.seed(7)
        >>> rng.rand() == first
        True
        """
        fresh = type(self._bit_generator)(_checked(seed))
        self._bit_generator.state = fresh.state

    def get_state(self, legacy=True):
        """The state as a dict, whatever `legacy` says: there is no MT19937.

        >>> rng = np.random.RandomState(1)
        >>> rng.get_state()["bit_generator"]
        'PCG64'
        """
        return self._bit_generator.state

    def set_state(self, state):
        """Goes on from a state that get_state gave.

        >>> rng = np.random.RandomState(1)
        >>> state = rng.get_state()
        >>> first = rng.rand()
        >>> rng.set_state(state)
        >>> rng.rand() == first
        True
        """
        self._bit_generator.state = state

    def random_sample(self, size=None, *, dtype="d"):
        """Uniform floats of [0, 1).

        >>> rng = np.random.RandomState(1)
        >>> rng.random_sample(3)
        array([0.51182162, 0.9504637 , 0.14415961])
        """
        return self._generator.random(size, dtype)

    random = random_sample

    def rand(self, *args, dtype="d"):
        """Uniform floats of [0, 1) in the shape of the arguments.

        >>> rng = np.random.RandomState(1)
        >>> rng.rand(2, 2)
        array([[0.51182162, 0.9504637 ],
               [0.14415961, 0.94864945]])
        """
        return self._generator.random(args or None, dtype)

    def randn(self, *args, dtype="d"):
        """Normal floats of mean 0 and deviation 1 in the shape of the arguments.

        >>> rng = np.random.RandomState(1)
        >>> rng.randn(2, 2)
        array([[-1.02592051,  1.97027814],
               [ 1.207415  , -1.84828973]])
        """
        return self._generator.standard_normal(args or None, dtype)

    def standard_normal(self, size=None, *, dtype="d"):
        """Normal floats of mean 0 and deviation 1.

        >>> rng = np.random.RandomState(1)
        >>> rng.standard_normal(3)
        array([-1.02592051,  1.97027814,  1.207415  ])
        """
        return self._generator.standard_normal(size, dtype)

    def standard_exponential(self, size=None, *, dtype="d"):
        """Exponential floats of mean 1.

        >>> rng = np.random.RandomState(1)
        >>> rng.standard_exponential(3)
        array([2.46725443, 0.66041116, 2.43701295])
        """
        return self._generator.standard_exponential(size, dtype)

    def uniform(self, low=0.0, high=1.0, size=None, *, dtype=None):
        """Uniform floats between `low` and `high`, which may be the lower one.

        >>> rng = np.random.RandomState(1)
        >>> rng.uniform(-1.0, 1.0, 3)
        array([ 0.02364325,  0.90092739, -0.71168077])
        """
        low, high = number_or_array(low, "d"), number_or_array(high, "d")
        scale = high - low
        if any_true(~as_flag(abs(scale) < numpy.inf)):
            raise OverflowError("Range exceeds valid bounds")
        return _converted(self._generator._uniform(low, scale, size), dtype)

    def randint(self, low, high=None, size=None, dtype=int):
        """Integers of [low, high), or below `low`.

        >>> rng = np.random.RandomState(1)
        >>> rng.randint(0, 10, 5)
        array([4, 5, 7, 9, 0])
        """
        if dtype is not int:
            found = numpy.dtype(dtype)
            if found.kind not in "iub" or not found.isnative:
                # NumPy's own TypeError or warning.
                numpy.random.RandomState(0).randint(1, dtype=found)
                dtype = found.newbyteorder("=")
        return self._generator.integers(low, high, size, dtype)

    def random_integers(self, low, high=None, size=None):
        """Integers of [low, high], or of [1, low]; int64.

        >>> rng = np.random.RandomState(1)
        >>> rng.random_integers(6, size=5)
        array([3, 4, 5, 6, 1])
        """
        if high is None:
            low, high = 1, low
            instead = f"randint(1, {high} + 1)"
        else:
            instead = f"randint({low}, {high} + 1)"
        _core.warn(
            f"This function is deprecated. Please call {instead} instead",
            DeprecationWarning,
        )
        return self._generator.integers(low, high, size, "l", endpoint=True)

    def tomaxint(self, size=None):
        """Integers of [0, 2^63).

        >>> rng = np.random.RandomState(1)
        >>> rng.tomaxint(2).dtype
        dtype('int64')
        """
        return self._generator.integers(0, numpy.iinfo("l").max, size, int, True)

    def choice(self, a, size=None, replace=True, p=None):
        """Items of the vector `a`, or integers below it. See Generator.choice.

        >>> rng = np.random.RandomState(1)
        >>> rng.choice(5, 3)
        array([2, 2, 3])
        """
        if type(a) is not int and numpy.ndim(a) > 1:
            raise ValueError("a must be 1-dimensional")
        try:
            return self._generator.choice(a, size, replace, p)
        except (ValueError, TypeError):
            # In the words of NumPy's RandomState.
            a, p = (x.get() if isinstance(x, ndarray) else x for x in (a, p))
            numpy.random.RandomState(0).choice(a, size, replace, p)
            raise

    def shuffle(self, x):
        """Permutes `x` in place along the first axis.

        >>> rng = np.random.RandomState(1)
        >>> x = np.arange(5)
        >>> rng.shuffle(x)
        >>> x
        array([2, 4, 0, 3, 1])
        """
        self._generator.shuffle(x)

    def permutation(self, x):
        """Integers below `x`, or a copy of it permuted along the first axis.

        >>> rng = np.random.RandomState(1)
        >>> rng.permutation(5)
        array([2, 4, 0, 3, 1])
        """
        if not isinstance(x, (int, numpy.integer)) and numpy.ndim(x) == 0:
            raise IndexError("x must be an integer or at least 1-dimensional")
        return self._generator.permutation(x)

    def multinomial(self, n, pvals, size=None):
        """Counts of `n` draws into categories of probabilities pvals[k]; int64.

        Shape (*size, k). TypeError for `pvals` of other than one axis.
        See Generator.multinomial.

        >>> rng = np.random.RandomState(1)
        >>> rng.multinomial(10, [0.2, 0.3, 0.5])
        array([0, 4, 6])
        """
        if numpy.ndim(pvals) != 1:
            raise TypeError("pvals must be a 1-d sequence")
        if len(pvals) == 0:
            shape = () if size is None else to_shape(size)
            return self._generator.integers(1, size=(*shape, 0))
        return self._generator.multinomial(n, pvals, size)

    def multivariate_normal(
        self, mean, cov, size=None, check_valid="warn", tol=1e-8, *, dtype=None
    ):
        """Normal vectors. See Generator.multivariate_normal.

        >>> rng = np.random.RandomState(1)
        >>> rng.multivariate_normal([0.0, 1.0], [[1.0, 0.5], [0.5, 1.0]], 3).shape
        (3, 2)
        """
        result = self._generator.multivariate_normal(mean, cov, size, check_valid, tol)
        return _converted(result, dtype)


def _converted(numbers, dtype):
    """Numbers in the dtype that a call asks for, if any, as functions of CuPy do.

    TypeError unless it is of the numbers' kind, and single or double for floats.
    """
    if dtype is None:
        return numbers
    dtype = numpy.dtype(dtype)
    numbers = asarray(numbers)
    if dtype == numbers.dtype:
        return numbers
    allowed = "fd" if numbers.dtype.kind == "f" else "bBhHiIlLqQ"
    if dtype.char not in allowed or not dtype.isnative:
        raise TypeError(f"Unsupported dtype {dtype!r}")
    return numbers.astype(dtype)


def _replaced(doc, old, new):
    """A docstring with another text in its example; there is none under python -OO."""
    return doc and doc.replace(old, new)


def _forwarded(name):
    method = getattr(Generator, name)
    converts = name in _CONVERTED

    def call(self, *args, **kwargs):
        dtype = kwargs.pop("dtype", None) if converts and kwargs else None
        result = method(self._generator, *args, **kwargs)
        return result if dtype is None else _converted(result, dtype)

    call.__name__ = name
    call.__qualname__ = f"RandomState.{name}"
    call.__doc__ = _replaced(method.__doc__, ".default_rng(", ".RandomState(")
    call.__wrapped__ = method
    return call


for _name in _SAME:
    setattr(RandomState, _name, _forwarded(_name))


def _checked(seed):
    """A seed on the host; the exception of NumPy's RandomState for one it refuses."""
    if seed is None or isinstance(seed, numpy.random.SeedSequence):
        return seed
    if type(seed) is int and 0 <= seed < 1 << 32:
        return seed
    if isinstance(seed, ndarray):
        seed = seed.get()
    numpy.random.RandomState(seed)
    is_number = isinstance(seed, numpy.ndarray) and seed.ndim == 0
    return seed.item() if is_number else seed


def _with_dtype(method):
    """The method with `dtype=`, which NumPy's lacks."""

    @functools.wraps(method)
    def call(self, *args, dtype=None, **kwargs):
        return _converted(method(self, *args, **kwargs), dtype)

    return call


@runs_numpys(numpy.random.RandomState)
class NumpyRandomState(RandomState):
    """A RandomState whose numbers are NumPy's."""

    _numbers = "numpy"
    _public = RandomState
    _device = None

    def __init__(self, seed=None, device=None, numbers=None):
        self._theirs = numpy.random.RandomState(host_seed(seed))
        numpy.random.RandomState.__init__(self, self._theirs._bit_generator)
        self._device = None if device is None else device_of(str(device))

    @property
    def _bit_generator(self):
        return self._theirs._bit_generator

    def __reduce__(self):
        return *super().__reduce__(), self._theirs.get_state(legacy=False)

    def __setstate__(self, state):
        self._theirs.set_state(state)


for _name in _WITH_DTYPE:
    setattr(NumpyRandomState, _name, _with_dtype(getattr(NumpyRandomState, _name)))


# What the functions of the module draw from: one of ours, or what NumPy's functions
# do, so that SciPy and others that draw from it go on with it.
_fast = RandomState(numbers="fast")
_numpys = numpy.random.RandomState.__new__(NumpyRandomState)
_numpys._theirs = numpy.random


def get_bit_generator():
    """The bit generator of the module's functions.

    >>> type(np.random.get_bit_generator()).__name__
    'PCG64'
    """
    if config.random == "numpy":
        return numpy.random.get_bit_generator()
    return _fast._bit_generator


def set_bit_generator(bitgen):
    """Makes a bit generator that of the module's functions.

    >>> before = np.random.get_bit_generator()
    >>> np.random.set_bit_generator(np.random.PCG64(1))
    >>> np.random.rand(2)
    array([0.51182162, 0.9504637 ])
    >>> np.random.set_bit_generator(before)
    """
    if config.random == "numpy":
        numpy.random.set_bit_generator(bitgen)
    else:
        _fast._generator = Generator(bitgen, None, "fast")


def get_random_state():
    """What the module's functions draw from, a RandomState. See cupy.random.

    >>> np.random.seed(1)
    >>> np.random.get_random_state().rand(2)
    array([0.51182162, 0.9504637 ])
    """
    return shared_state()


def set_random_state(rs):
    """Makes the module's functions draw from a RandomState, and it go on with them.

    TypeError for anything else. See cupy.random.

    >>> before = np.random.get_bit_generator()
    >>> np.random.set_random_state(np.random.RandomState(1))
    >>> np.random.rand(2)
    array([0.51182162, 0.9504637 ])
    >>> np.random.set_bit_generator(before)
    """
    if not isinstance(rs, RandomState):
        raise TypeError(
            f"Random state must be an instance of RandomState. Actual: {type(rs)}"
        )
    set_bit_generator(rs._bit_generator)


def reset_states():
    """Begins a new stream for the module's functions, as seed() does. See cupy.random.

    >>> np.random.reset_states()
    """
    shared_state().seed()


def shared_state():
    """The state that the module's functions draw from."""
    return _fast if config._random == "fast" else _numpys


def _function(name):
    """The function of the module that calls the method of the shared state."""
    fast, numpys = getattr(_fast, name), getattr(_numpys, name)

    @functools.wraps(fast)
    def call(*args, **kwargs):
        if config._random == "fast":
            return fast(*args, **kwargs)
        return numpys(*args, **kwargs)

    call.__module__ = __package__
    call.__qualname__ = name
    doc = _replaced(fast.__doc__, "rng = np.random.RandomState(", "np.random.seed(")
    call.__doc__ = _replaced(doc, "rng.", "np.random.")
    return call


NAMES = sorted(
    name
    for name in dir(RandomState)
    if not name.startswith("_") and name not in ("tomaxint",)
)
FUNCTIONS = {name: _function(name) for name in NAMES}
# The names that NumPy keeps of old for random_sample.
FUNCTIONS["ranf"] = FUNCTIONS["sample"] = FUNCTIONS["random_sample"]
