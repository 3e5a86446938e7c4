# SPDX-License-Identifier: Apache-2.0
"""Linear time-invariant systems: what continuous and discrete ones have.

A system has arrays of ours, few numbers. What is computed of them is computed on the
host; simulations and frequency responses run on the device. Classes of the forms, in
`_systems.py`, have these methods for those here:

_parts()        the arrays that make the system
_matrices()     (A, B, C, D) of NumPy's
_analog(w)      (frequencies, response) of a continuous system
_digital(w, whole)  (frequencies, response) of a discrete system
"""

import numpy

from ..._core import ufuncs
from ..._numpy.math import unwrap
from ._discretization import discrete
from ._simulation import (
    dimpulse_of,
    dlsim_of,
    dstep_of,
    impulse_of,
    lsim_of,
    step_of,
)
from ._state_space import device_of, matrices, placed_on

__all__ = ["Form", "LinearTimeInvariant", "dlti", "lti"]


def _decibels(response):
    """(magnitudes in decibels, phases in degrees)."""
    magnitude = 20.0 * ufuncs["log10"](abs(response))
    phase = ufuncs["arctan2"](response.imag, response.real)
    return magnitude, unwrap(phase) * (180.0 / numpy.pi)


class LinearTimeInvariant:
    """What all systems have."""

    _has_states = False  # whether simulations tell them

    def __new__(cls, *system, **kwargs):
        if cls is LinearTimeInvariant:
            raise NotImplementedError(
                "The LinearTimeInvariant class is not meant to be used directly, use "
                "`lti` or `dlti` instead."
            )
        return super().__new__(cls)

    def __init__(self):
        self.inputs = self.outputs = self._dt = None

    @property
    def dt(self):
        """The step of discrete time, None of a continuous system."""
        return self._dt

    @property
    def _step(self):
        return {} if self.dt is None else {"dt": self.dt}

    @property
    def zeros(self):
        """The zeros of the system."""
        return self.to_zpk().zeros

    @property
    def poles(self):
        """The poles of the system."""
        return self.to_zpk().poles

    @property
    def _device(self):
        return device_of(self._parts())

    def _state_matrices(self):
        """(A, B, C, D) of NumPy's, with axes as they should be."""
        return matrices(*self._matrices())

    def _made(self, kind, values):
        """Another form of this system, of NumPy's arrays."""
        return kind(*placed_on(self._device, values), **self._step)

    def __repr__(self):
        parts = "".join(f"{part!r},\n" for part in self._parts())
        return f"{type(self).__name__}(\n{parts}dt: {self.dt!r}\n)"


class lti(LinearTimeInvariant):
    """A continuous linear system: of 2 arguments a TransferFunction, of 3 a
    ZerosPolesGain, of 4 a StateSpace. See scipy.signal.lti.

    >>> from tenorite.scipy import signal
    >>> signal.lti([1.0], [1.0, 2.0]).poles
    array([-2.])
    """

    _of_counts = {}  # the classes for so many arguments

    def __new__(cls, *system):
        if cls is not lti:
            return super().__new__(cls)
        if len(system) not in cls._of_counts:
            raise ValueError(
                "`system` needs to be an instance of `lti` or have 2, 3 or 4 arguments."
            )
        return object.__new__(cls._of_counts[len(system)])

    def __init__(self, *system):
        super().__init__(*system)

    def impulse(self, X0=None, T=None, N=None):
        """impulse() of this system. See scipy.signal.lti.impulse.

        >>> from tenorite.scipy import signal
        >>> system = signal.lti([1.0], [1.0, 0.0])
        >>> system.impulse(N=2)[1]
        array([1., 1.])
        """
        return impulse_of(self._state_matrices(), X0, T, N, self._device)

    def step(self, X0=None, T=None, N=None):
        """step() of this system. See scipy.signal.lti.step.

        >>> from tenorite.scipy import signal
        >>> system = signal.lti([1.0], [1.0, 0.0])
        >>> system.step(T=np.arange(3.0))[1]
        array([0., 1., 2.])
        """
        return step_of(self._state_matrices(), X0, T, N, self._device)

    def output(self, U, T, X0=None):
        """lsim() of this system. See scipy.signal.lti.output.

        >>> from tenorite.scipy import signal
        >>> system = signal.lti([1.0], [1.0, 0.0])
        >>> system.output(np.ones(3), np.arange(3.0))[1]
        array([0., 1., 2.])
        """
        return lsim_of(self._state_matrices(), U, T, X0, like=self._device)

    def freqresp(self, w=None, n=10000):
        """freqresp() of this system. See scipy.signal.lti.freqresp.

        >>> from tenorite.scipy import signal
        >>> signal.lti([1.0], [1.0, 1.0]).freqresp(w=np.array([1.0]))[1]
        array([0.5-0.5j])
        """
        return self._analog(n if w is None else w)

    def bode(self, w=None, n=100):
        """bode() of this system. See scipy.signal.lti.bode.

        >>> from tenorite.scipy import signal
        >>> signal.lti([1.0], [1.0, 1.0]).bode(w=np.array([1.0]))[2].round(6)
        array([-45.])
        """
        w, response = self.freqresp(w, n)
        return w, *_decibels(response)

    def to_discrete(self, dt, method="zoh", alpha=None):
        """The system for steps of `dt`, as cont2discrete() has it.

        See scipy.signal.lti.to_discrete.

        >>> from tenorite.scipy import signal
        >>> signal.lti([1.0], [1.0, 0.0]).to_discrete(0.5).den
        array([ 1., -1.])
        """
        *values, _ = discrete(self._parts(), dt, method, alpha)
        return self._form()(*placed_on(self._device, values), dt=dt)


class dlti(LinearTimeInvariant):
    """A discrete linear system: of 2 arguments a TransferFunction, of 3 a
    ZerosPolesGain, of 4 a StateSpace. See scipy.signal.dlti.

    >>> from tenorite.scipy import signal
    >>> signal.dlti([1.0], [1.0, 0.5], dt=0.1).poles
    array([-0.5])
    """

    _of_counts = {}

    def __new__(cls, *system, dt=None):
        if cls is not dlti:
            return super().__new__(cls)
        if len(system) not in cls._of_counts:
            raise ValueError(
                "`system` needs to be an instance of `dlti` or have 2, 3 or 4 arguments."
            )
        return object.__new__(cls._of_counts[len(system)])

    def __init__(self, *system, **kwargs):
        dt = kwargs.pop("dt", True)
        super().__init__(*system, **kwargs)
        self.dt = dt

    @property
    def dt(self):
        """The step of time, True where it is not known."""
        return self._dt

    @dt.setter
    def dt(self, dt):
        self._dt = dt

    def impulse(self, x0=None, t=None, n=None):
        """dimpulse() of this system. See scipy.signal.dlti.impulse.

        >>> from tenorite.scipy import signal
        >>> system = signal.dlti([1.0], [1.0, -0.5], dt=0.1)
        >>> system.impulse(n=3)[1][0][:, 0]
        array([0. , 1. , 0.5])
        """
        return dimpulse_of(self._state_matrices(), self.dt, x0, t, n, self._device)

    def step(self, x0=None, t=None, n=None):
        """dstep() of this system. See scipy.signal.dlti.step.

        >>> from tenorite.scipy import signal
        >>> system = signal.dlti([1.0], [1.0, -0.5], dt=0.1)
        >>> system.step(n=3)[1][0][:, 0]
        array([0. , 1. , 1.5])
        """
        return dstep_of(self._state_matrices(), self.dt, x0, t, n, self._device)

    def output(self, u, t, x0=None):
        """dlsim() of this system. See scipy.signal.dlti.output.

        >>> from tenorite.scipy import signal
        >>> system = signal.dlti([1.0], [1.0, -0.5], dt=0.1)
        >>> system.output(np.ones(3), None)[1][:, 0]
        array([0. , 1. , 1.5])
        """
        found = dlsim_of(self._state_matrices(), self.dt, u, t, x0, self._device)
        return found if self._has_states else found[:2]

    def freqresp(self, w=None, n=10000, whole=False):
        """dfreqresp() of this system. See scipy.signal.dlti.freqresp.

        >>> from tenorite.scipy import signal
        >>> system = signal.dlti([1.0], [1.0, -0.5], dt=0.1)
        >>> system.freqresp(w=np.array([0.0]))[1]
        array([2.+0.j])
        """
        return self._digital(n if w is None else w, whole)

    def bode(self, w=None, n=100):
        """dbode() of this system. See scipy.signal.dlti.bode.

        >>> from tenorite.scipy import signal
        >>> system = signal.dlti([1.0], [1.0, -0.5], dt=0.1)
        >>> system.bode(w=np.array([0.0]))[1].round(4)
        array([6.0206])
        """
        w, response = self.freqresp(w, n)
        return w / self.dt, *_decibels(response)


class Form:
    """Choosing between the continuous and the discrete class of a form."""

    _classes = {}  # both, of each form

    def __new__(cls, *system, dt=None):
        if len(system) == 1 and isinstance(system[0], LinearTimeInvariant):
            return cls._converted(system[0])
        if cls in cls._classes:
            return object.__new__(cls._classes[cls][0 if dt is None else 1])
        return super().__new__(cls, *system, **({} if dt is None else {"dt": dt}))

    def _form(self):
        return next(kind for kind in self._classes if isinstance(self, kind))

    def _copied(self):
        return self._form()(*self._parts(), **self._step)
