# SPDX-License-Identifier: Apache-2.0
"""Simulations and frequency responses of systems that are objects or tuples."""

from ._simulation import (
    dimpulse_of,
    dlsim_of,
    dstep_of,
    impulse_of,
    lsim_of,
    step_of,
)
from ._state_space import device_of
from ._systems import StateSpace, dlti, lti

__all__ = [
    "bode",
    "dbode",
    "dfreqresp",
    "dimpulse",
    "dlsim",
    "dstep",
    "freqresp",
    "impulse",
    "lsim",
    "step",
]


def _continuous(system, name):
    if isinstance(system, lti):
        return system
    if isinstance(system, dlti):
        raise AttributeError(f"{name} can only be used with continuous-time systems.")
    return lti(*system)


def _discrete(system, words):
    if isinstance(system, dlti):
        return system
    if isinstance(system, lti):
        raise AttributeError(f"{words}.")
    return dlti(*system[:-1], dt=system[-1])


def _parts(system):
    """Its matrices, and the device of what is given of it."""
    return system._state_matrices(), device_of(system._parts())


def lsim(system, U, T, X0=None, interp=True):
    """(T, outputs, states) of a continuous system for the inputs `U` at the times `T`.

    These are evenly spaced, which is looked at. Inputs between them are interpolated, or
    held. States follow from each other in chunks of time, side by side. See
    scipy.signal.lsim.

    >>> from tenorite.scipy import signal
    >>> signal.lsim(([1.0], [1.0, 0.0]), np.ones(3), np.arange(3.0))[1]
    array([0., 1., 2.])
    """
    matrices, device = _parts(_continuous(system, "lsim"))
    return lsim_of(matrices, U, T, X0, interp, device)


def impulse(system, X0=None, T=None, N=None):
    """(T, response) of a continuous system to an impulse. See scipy.signal.impulse.

    >>> from tenorite.scipy import signal
    >>> signal.impulse(([1.0], [1.0, 0.0]), N=2)[1]
    array([1., 1.])
    """
    matrices, device = _parts(_continuous(system, "impulse"))
    return impulse_of(matrices, X0, T, N, device)


def step(system, X0=None, T=None, N=None):
    """(T, response) of a continuous system to a step. See scipy.signal.step.

    >>> from tenorite.scipy import signal
    >>> signal.step(([1.0], [1.0, 0.0]), T=np.arange(3.0))[1]
    array([0., 1., 2.])
    """
    matrices, device = _parts(_continuous(system, "step"))
    return step_of(matrices, X0, T, N, device)


def freqresp(system, w=None, n=10000):
    """(frequencies, response) of a continuous system. See scipy.signal.freqresp.

    >>> from tenorite.scipy import signal
    >>> signal.freqresp(([1.0], [1.0, 1.0]), w=np.array([1.0]))[1]
    array([0.5-0.5j])
    """
    if not isinstance(system, (lti, dlti)):
        system = lti(*system).to_zpk()
    return _continuous(system, "freqresp").freqresp(w, n)


def bode(system, w=None, n=100):
    """(frequencies, decibels, degrees) of a continuous system. See scipy.signal.bode.

    >>> from tenorite.scipy import signal
    >>> signal.bode(([1.0], [1.0, 1.0]), w=np.array([1.0]))[2].round(6)
    array([-45.])
    """
    if not isinstance(system, (lti, dlti)):
        system = lti(*system).to_zpk()
    return _continuous(system, "freqresp").bode(w, n)


def dlsim(system, u, t=None, x0=None):
    """(times, outputs) of a discrete system for the inputs `u`; of matrices also states.

    With the times `t` of the inputs they are interpolated. States follow from each other
    in chunks of time, side by side. See scipy.signal.dlsim.

    >>> from tenorite.scipy import signal
    >>> signal.dlsim(([1.0], [1.0, -0.5], 1.0), np.array([1.0, 0.0, 0.0]))[1][:, 0]
    array([0. , 1. , 0.5])
    """
    words = "dlsim can only be used with discrete-time dlti systems"
    system = _discrete(system, words)
    matrices, device = _parts(system)
    found = dlsim_of(matrices, system.dt, u, t, x0, device)
    return found if isinstance(system, StateSpace) else found[:2]


def dimpulse(system, x0=None, t=None, n=None):
    """(times, responses) of a discrete system to an impulse in each input, a tuple.

    See scipy.signal.dimpulse.

    >>> from tenorite.scipy import signal
    >>> signal.dimpulse(([1.0], [1.0, -0.5], 1.0), n=3)[1][0][:, 0]
    array([0. , 1. , 0.5])
    """
    words = "dimpulse can only be used with discrete-time dlti systems"
    system = _discrete(system, words)
    matrices, device = _parts(system)
    return dimpulse_of(matrices, system.dt, x0, t, n, device)


def dstep(system, x0=None, t=None, n=None):
    """(times, responses) of a discrete system to a step in each input, a tuple.

    See scipy.signal.dstep.

    >>> from tenorite.scipy import signal
    >>> signal.dstep(([1.0], [1.0, -0.5], 1.0), n=3)[1][0][:, 0]
    array([0. , 1. , 1.5])
    """
    words = "dstep can only be used with discrete-time dlti systems"
    system = _discrete(system, words)
    matrices, device = _parts(system)
    return dstep_of(matrices, system.dt, x0, t, n, device)


def dfreqresp(system, w=None, n=10000, whole=False):
    """(frequencies, response) of a discrete system. See scipy.signal.dfreqresp.

    >>> from tenorite.scipy import signal
    >>> signal.dfreqresp(([1.0], [1.0, -0.5], 1.0), w=np.array([0.0]))[1]
    array([2.+0.j])
    """
    words = "dfreqresp can only be used with discrete-time systems"
    return _discrete(system, words).freqresp(w, n, whole)


def dbode(system, w=None, n=100):
    """(frequencies, decibels, degrees) of a discrete system. See scipy.signal.dbode.

    >>> from tenorite.scipy import signal
    >>> signal.dbode(([1.0], [1.0, -0.5], 1.0), w=np.array([0.0]))[1].round(4)
    array([6.0206])
    """
    words = "dfreqresp can only be used with discrete-time systems"
    return _discrete(system, words).bode(w, n)
