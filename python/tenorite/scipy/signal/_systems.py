# SPDX-License-Identifier: Apache-2.0
"""Linear time-invariant systems: classes of their three forms."""

import numpy

from ..._array.convert import as_operand, host_array
from ._analog_responses import freqs, freqs_zpk
from ._conversions import coefficients, normalized, zeros_and_poles
from ._responses import freqz, freqz_zpk
from ._state_arithmetic import StateArithmetic
from ._state_space import (
    coefficients_of_matrices,
    device_of,
    matrices,
    matrices_of_coefficients,
    matrices_of_zeros_and_poles,
    placed_on,
    zeros_and_poles_of_matrices,
)
from ._system_bases import Form, LinearTimeInvariant, dlti, lti

__all__ = ["StateSpace", "TransferFunction", "ZerosPolesGain", "dlti", "lti"]


def _array(x, ndim):
    """An array with at least so many axes, on its device or the default one."""
    x = as_operand(x)
    return x.reshape((1,) * (ndim - x.ndim) + x.shape) if x.ndim < ndim else x


def _check_single(system, name):
    """SciPy's error for systems of many inputs or outputs."""
    if system.inputs != 1 or system.outputs != 1:
        raise ValueError(
            f"{name} requires a SISO (single input, single output) system."
        )


class TransferFunction(Form, LinearTimeInvariant):
    """A system as the quotient of polynomials `num` and `den`, the highest power first.

    Discrete with `dt`. See scipy.signal.TransferFunction.

    >>> from tenorite.scipy import signal
    >>> signal.TransferFunction([1.0], [2.0, 1.0]).den
    array([1. , 0.5])
    """

    @staticmethod
    def _converted(system):
        return system.to_tf()

    def __init__(self, *system, **kwargs):
        if isinstance(system[0], LinearTimeInvariant):
            return
        super().__init__(**kwargs)
        self.num, self.den = placed_on(device_of(system), normalized(*system))

    def _parts(self):
        return self.num, self.den

    def _matrices(self):
        return matrices_of_coefficients(self.num, self.den)

    def _analog(self, w):
        _check_single(self, "freqresp()")
        return freqs(self.num.ravel(), self.den, worN=w)

    def _digital(self, w, whole):
        _check_single(self, "dfreqresp")
        num, den = (host_array(x) for x in (self.num.ravel(), self.den))
        # Polynomials of 1/z: the shorter one begins with zeros.
        length = max(len(num), len(den))
        num, den = (
            numpy.concatenate([numpy.zeros(length - len(c), c.dtype), c])
            for c in (num, den)
        )
        return freqz(*placed_on(self._device, (num, den)), worN=w, whole=whole)

    @property
    def num(self):
        """The numerator's coefficients, a row for each output."""
        return self._num

    @num.setter
    def num(self, num):
        self._num = _array(num, 1)
        shape = self._num.shape
        self.outputs, self.inputs = shape if len(shape) > 1 else (1, 1)

    @property
    def den(self):
        """The denominator's coefficients."""
        return self._den

    @den.setter
    def den(self, den):
        self._den = _array(den, 1)

    def to_tf(self):
        """A copy. See scipy.signal.TransferFunction.to_tf.

        >>> from tenorite.scipy import signal
        >>> signal.TransferFunction([1.0], [1.0, 0.5]).to_tf().den
        array([1. , 0.5])
        """
        return self._copied()

    def to_zpk(self):
        """This system by its zeros and poles. See scipy.signal.TransferFunction.to_zpk.

        >>> from tenorite.scipy import signal
        >>> signal.TransferFunction([1.0], [1.0, 0.5]).to_zpk().poles
        array([-0.5])
        """
        return self._made(ZerosPolesGain, zeros_and_poles(self.num, self.den))

    def to_ss(self):
        """This system by matrices. See scipy.signal.TransferFunction.to_ss.

        >>> from tenorite.scipy import signal
        >>> signal.TransferFunction([1.0], [1.0, 0.5]).to_ss().A
        array([[-0.5]])
        """
        return self._made(StateSpace, self._matrices())


class ZerosPolesGain(Form, LinearTimeInvariant):
    """A system by its zeros, poles and gain. Discrete with `dt`.

    See scipy.signal.ZerosPolesGain.

    >>> from tenorite.scipy import signal
    >>> signal.ZerosPolesGain([], [-0.5], 2.0).to_tf().num
    array([2.])
    """

    @staticmethod
    def _converted(system):
        return system.to_zpk()

    def __init__(self, *system, **kwargs):
        if isinstance(system[0], LinearTimeInvariant):
            return
        super().__init__(**kwargs)
        self.zeros, self.poles, self.gain = system

    def _parts(self):
        return self.zeros, self.poles, self.gain

    def _matrices(self):
        return matrices_of_zeros_and_poles(*self._parts())

    def _analog(self, w):
        return freqs_zpk(*self._parts(), worN=w)

    def _digital(self, w, whole):
        _check_single(self, "dfreqresp")
        return freqz_zpk(*self._parts(), worN=w, whole=whole)

    @property
    def zeros(self):
        """The zeros, a row for each output."""
        return self._zeros

    @zeros.setter
    def zeros(self, zeros):
        self._zeros = _array(zeros, 1)
        shape = self._zeros.shape
        self.outputs, self.inputs = shape if len(shape) > 1 else (1, 1)

    @property
    def poles(self):
        """The poles."""
        return self._poles

    @poles.setter
    def poles(self, poles):
        self._poles = _array(poles, 1)

    @property
    def gain(self):
        """The gain, as it was given."""
        return self._gain

    @gain.setter
    def gain(self, gain):
        self._gain = gain

    def to_tf(self):
        """This system by coefficients. See scipy.signal.ZerosPolesGain.to_tf.

        >>> from tenorite.scipy import signal
        >>> signal.ZerosPolesGain([], [-0.5], 2.0).to_tf().den
        array([1. , 0.5])
        """
        return self._made(TransferFunction, coefficients(*self._parts()))

    def to_zpk(self):
        """A copy. See scipy.signal.ZerosPolesGain.to_zpk.

        >>> from tenorite.scipy import signal
        >>> signal.ZerosPolesGain([], [-0.5], 2.0).to_zpk().poles
        array([-0.5])
        """
        return self._copied()

    def to_ss(self):
        """This system by matrices. See scipy.signal.ZerosPolesGain.to_ss.

        >>> from tenorite.scipy import signal
        >>> signal.ZerosPolesGain([], [-0.5], 2.0).to_ss().C
        array([[2.]])
        """
        return self._made(StateSpace, self._matrices())


class StateSpace(Form, StateArithmetic, LinearTimeInvariant):
    """A system by matrices: x' = A x + B u, y = C x + D u. Discrete with `dt`.

    Sums and products of systems are systems side by side and one after the other. See
    scipy.signal.StateSpace.

    >>> from tenorite.scipy import signal
    >>> signal.StateSpace([[-0.5]], [[1.0]], [[2.0]], [[0.0]]).to_tf().num
    array([2.])
    """

    _has_states = True

    @staticmethod
    def _converted(system):
        return system.to_ss()

    def __init__(self, *system, **kwargs):
        if isinstance(system[0], LinearTimeInvariant):
            return
        super().__init__(**kwargs)
        found = placed_on(device_of(system), matrices(*system))
        self.A, self.B, self.C, self.D = found

    def _parts(self):
        return self.A, self.B, self.C, self.D

    def _matrices(self):
        return tuple(host_array(x) for x in self._parts())

    def _analog(self, w):
        return self.to_zpk()._analog(w)

    def _digital(self, w, whole):
        return self.to_tf()._digital(w, whole)

    @property
    def A(self):
        """The matrix from states to states."""
        return self._A

    @A.setter
    def A(self, A):
        self._A = None if A is None else _array(A, 2)

    @property
    def B(self):
        """The matrix from inputs to states."""
        return self._B

    @B.setter
    def B(self, B):
        self._B = None if B is None else _array(B, 2)
        self.inputs = self.B.shape[-1]

    @property
    def C(self):
        """The matrix from states to outputs."""
        return self._C

    @C.setter
    def C(self, C):
        self._C = None if C is None else _array(C, 2)
        self.outputs = self.C.shape[0]

    @property
    def D(self):
        """The matrix from inputs to outputs."""
        return self._D

    @D.setter
    def D(self, D):
        self._D = None if D is None else _array(D, 2)

    def to_tf(self, **kwargs):
        """This system by coefficients, from one `input`.

        See scipy.signal.StateSpace.to_tf.

        >>> from tenorite.scipy import signal
        >>> system = signal.StateSpace([[-0.5]], [[1.0]], [[2.0]], [[0.0]])
        >>> system.to_tf().den
        array([1. , 0.5])
        """
        made = coefficients_of_matrices(*self._parts(), **kwargs)
        return self._made(TransferFunction, made)

    def to_zpk(self, **kwargs):
        """This system by its zeros and poles, from one `input`.

        See scipy.signal.StateSpace.to_zpk.

        >>> from tenorite.scipy import signal
        >>> system = signal.StateSpace([[-0.5]], [[1.0]], [[2.0]], [[0.0]])
        >>> system.to_zpk().poles
        array([-0.5])
        """
        made = zeros_and_poles_of_matrices(*self._parts(), **kwargs)
        return self._made(ZerosPolesGain, made)

    def to_ss(self):
        """A copy. See scipy.signal.StateSpace.to_ss.

        >>> from tenorite.scipy import signal
        >>> signal.StateSpace([[-0.5]], [[1.0]], [[2.0]], [[0.0]]).to_ss().C
        array([[2.]])
        """
        return self._copied()


class TransferFunctionContinuous(TransferFunction, lti):
    """A continuous system as a quotient of polynomials."""


class TransferFunctionDiscrete(TransferFunction, dlti):
    """A discrete system as a quotient of polynomials."""


class ZerosPolesGainContinuous(ZerosPolesGain, lti):
    """A continuous system by its zeros, poles and gain."""


class ZerosPolesGainDiscrete(ZerosPolesGain, dlti):
    """A discrete system by its zeros, poles and gain."""


class StateSpaceContinuous(StateSpace, lti):
    """A continuous system by matrices."""


class StateSpaceDiscrete(StateSpace, dlti):
    """A discrete system by matrices."""


Form._classes.update(
    {
        TransferFunction: (TransferFunctionContinuous, TransferFunctionDiscrete),
        ZerosPolesGain: (ZerosPolesGainContinuous, ZerosPolesGainDiscrete),
        StateSpace: (StateSpaceContinuous, StateSpaceDiscrete),
    }
)
for _count, _kinds in enumerate(Form._classes.values(), 2):
    lti._of_counts[_count], dlti._of_counts[_count] = _kinds
