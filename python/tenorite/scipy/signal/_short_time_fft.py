# SPDX-License-Identifier: Apache-2.0
"""Short-time Fourier transforms of one window: all slices at once, and back."""

import types

import numpy

from ..._array.convert import as_operand, own_beside
from ..._numpy.creation import arange
from ..._numpy.joining import stack
from ..._numpy.manipulation import moveaxis, roll
from ..._numpy.padding import pad
from ..fft import fft, fftfreq, fftshift, ifft, ifftshift, irfft, rfft, rfftfreq
from ._analytic import detrend
from ._dual_windows import canonical_dual, its_own_dual, on_host, power
from ._segments import added_up, cut
from ._slices import Slices
from .windows import get_window

__all__ = ["ShortTimeFFT"]

_PADDINGS = {
    "zeros": {"mode": "constant", "constant_values": (0, 0)},
    "edge": {"mode": "edge"},
    "even": {"mode": "reflect", "reflect_type": "even"},
    "odd": {"mode": "reflect", "reflect_type": "odd"},
}
_MODES = ("twosided", "centered", "onesided", "onesided2X")
_INTEGERS = (int, numpy.integer)


def _slices_of(x, take):
    """What a function makes of each slice, which are along the axis before the last."""
    return stack([take(x[..., p, :]) for p in range(x.shape[-2])], axis=-2)


class ShortTimeFFT(Slices):
    """Short-time Fourier transforms by a window `win` that moves by `hop` samples.

    The window is looked at once. All slices are transformed at once, on the device of
    the signal. See scipy.signal.ShortTimeFFT.

    >>> from tenorite.scipy.signal import ShortTimeFFT
    >>> transform = ShortTimeFFT(np.ones(4), hop=2, fs=1.0)
    >>> abs(transform.stft(np.ones(8)))[0]
    array([2., 4., 4., 4., 2.])
    """

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(
        self,
        win,
        hop,
        fs,
        *,
        fft_mode="onesided",
        mfft=None,
        dual_win=None,
        scale_to=None,
        phase_shift=0,
    ):
        win = as_operand(win)
        if not (win.ndim == 1 and win.size > 0):
            raise ValueError(f"Parameter win must be 1d, but {win.shape=}!")
        items = on_host(win)
        if not numpy.isfinite(items).all():
            raise ValueError("Parameter win must have finite entries!")
        if not (hop >= 1 and isinstance(hop, _INTEGERS)):
            raise ValueError(f"Parameter {hop=} is not an integer >= 1!")
        self._items, self._power = items, power(items)
        self._win, self._hop, self.fs = win, hop, fs
        self._scaling = None
        self.mfft = len(win) if mfft is None else mfft
        if dual_win is not None:
            dual_win = as_operand(dual_win, win)
            if dual_win.shape != win.shape:
                raise ValueError(f"{dual_win.shape=} must equal {win.shape=}!")
            if not numpy.isfinite(on_host(dual_win)).all():
                raise ValueError("Parameter dual_win must be a finite array!")
        self._dual_win = dual_win
        if scale_to is not None:
            self.scale_to(scale_to)
        self.fft_mode, self.phase_shift = fft_mode, phase_shift

    @classmethod
    def from_dual(
        cls,
        dual_win,
        hop,
        fs,
        *,
        fft_mode="onesided",
        mfft=None,
        scale_to=None,
        phase_shift=0,
    ):
        """The transform whose inverse has the window `dual_win`.

        See scipy.signal.ShortTimeFFT.from_dual.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT.from_dual(np.ones(4), 2, 1.0).win
        array([0.5, 0.5, 0.5, 0.5])
        """
        dual_win = as_operand(dual_win)
        win = own_beside(canonical_dual(on_host(dual_win), hop), dual_win)
        return cls(
            win,
            hop,
            fs,
            fft_mode=fft_mode,
            mfft=mfft,
            dual_win=dual_win,
            scale_to=scale_to,
            phase_shift=phase_shift,
        )

    @classmethod
    def from_window(
        cls,
        win_param,
        fs,
        nperseg,
        noverlap,
        *,
        symmetric_win=False,
        fft_mode="onesided",
        mfft=None,
        scale_to=None,
        phase_shift=0,
    ):
        """The transform with a window of get_window().

        See scipy.signal.ShortTimeFFT.from_window.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT.from_window("hann", 1.0, 4, 2).win
        array([0. , 0.5, 1. , 0.5])
        """
        win = get_window(win_param, nperseg, fftbins=not symmetric_win)
        return cls(
            win,
            hop=nperseg - noverlap,
            fs=fs,
            fft_mode=fft_mode,
            mfft=mfft,
            scale_to=scale_to,
            phase_shift=phase_shift,
        )

    @classmethod
    def from_win_equals_dual(
        cls,
        desired_win,
        hop,
        fs,
        *,
        fft_mode="onesided",
        mfft=None,
        scale_to=None,
        phase_shift=0,
    ):
        """The transform whose window is its dual window too, up to a factor.

        See scipy.signal.ShortTimeFFT.from_win_equals_dual.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT.from_win_equals_dual(np.ones(4), 1, 1.0).dual_win
        array([0.5, 0.5, 0.5, 0.5])
        """
        desired_win = as_operand(desired_win)
        if not (desired_win.ndim == 1 and desired_win.size > 0):
            raise ValueError(
                f"Parameter desired_win is not 1d, but {desired_win.shape=}!"
            )
        if desired_win.dtype.kind in "iu":
            raise ValueError(
                "Parameter desired_win cannot be of integer type, but "
                f"{desired_win.dtype=} => cast to float | complex "
            )
        items = on_host(desired_win)
        if not numpy.isfinite(items).all():
            raise ValueError("Parameter desired_win must have finite entries!")
        if not (1 <= hop <= len(items) and isinstance(hop, _INTEGERS)):
            raise ValueError(
                f"Parameter {hop=} is not an integer between 1 and {len(desired_win)=}!"
            )
        if scale_to not in ("magnitude", "psd", "unitary", None):
            raise ValueError(
                f"Parameter {scale_to=} not in ['magnitude', 'psd', 'unitary', None]!"
            )
        mfft = len(items) if mfft is None else mfft
        factor = numpy.sqrt(mfft) if scale_to == "unitary" else 1
        win = its_own_dual(items, hop)
        made = cls(
            own_beside(win / factor, desired_win),
            hop,
            fs,
            fft_mode=fft_mode,
            mfft=mfft,
            dual_win=own_beside(win * factor, desired_win),
            scale_to=None if scale_to == "unitary" else scale_to,
            phase_shift=phase_shift,
        )
        if scale_to == "unitary":
            made._scaling = scale_to
        return made

    # ---- what it is made of ----

    @property
    def win(self):
        """The window."""
        return self._win

    @property
    def dual_win(self):
        """The window of the inverse transform; ValueError where there is none."""
        if self._dual_win is None:
            dual = canonical_dual(self._items, self.hop)
            self._dual_win = own_beside(dual, self._win)
        return self._dual_win

    @property
    def invertible(self):
        """Whether there is an inverse transform."""
        try:
            return len(self.dual_win) > 0
        except ValueError:
            return False

    @property
    def hop(self):
        """By how many samples a slice is behind the one before."""
        return self._hop

    @property
    def T(self):
        """The time between two samples."""
        return 1 / self._fs

    @T.setter
    def T(self, v):
        if not v > 0:
            raise ValueError(f"Sampling interval T={v} must be positive!")
        self._fs = 1 / v

    @property
    def fs(self):
        """Samples in a unit of time."""
        return self._fs

    @fs.setter
    def fs(self, v):
        if not v > 0:
            raise ValueError(f"Sampling frequency fs={v} must be positive!")
        self._fs = v

    @property
    def fft_mode(self):
        """'twosided', 'centered', 'onesided' or 'onesided2X'."""
        return self._fft_mode

    @fft_mode.setter
    def fft_mode(self, t):
        if t not in _MODES:
            raise ValueError(f"fft_mode='{t}' not in {_MODES}!")
        if t.startswith("onesided") and self.win.dtype.kind == "c":
            raise ValueError(
                f"One-sided spectra, i.e., fft_mode='{t}', are not allowed for "
                "complex-valued windows!"
            )
        if t == "onesided2X" and self.scaling is None:
            raise ValueError(
                f"For scaling is None, fft_mode='{t}' is invalid!"
                "Do scale_to('psd') or scale_to('magnitude')!"
            )
        self._fft_mode = t

    @property
    def mfft(self):
        """The length of the transforms."""
        return self._mfft

    @mfft.setter
    def mfft(self, n_):
        if not n_ >= self.m_num:
            raise ValueError(
                f"Attribute mfft={n_} needs to be at least the window length "
                f"m_num={self.m_num}!"
            )
        self._mfft = n_

    @property
    def phase_shift(self):
        """By how many samples the phase is shifted; None leaves it to the slices."""
        return self._phase_shift

    @phase_shift.setter
    def phase_shift(self, v):
        if v is not None:
            if not isinstance(v, _INTEGERS):
                raise ValueError(
                    f"phase_shift={v} has the unit samples. Hence it needs to be an "
                    "int or it may be None!"
                )
            if not -self.mfft < v < self.mfft:
                raise ValueError(
                    "-mfft < phase_shift < mfft does not hold for "
                    f"mfft={self.mfft}, phase_shift={v}!"
                )
        self._phase_shift = v

    @property
    def scaling(self):
        """'magnitude', 'psd', 'unitary' or None."""
        return self._scaling

    def scale_to(self, scaling):
        """Scales the window, so that spectra are magnitudes or densities.

        See scipy.signal.ShortTimeFFT.scale_to.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> transform = ShortTimeFFT(np.ones(4), 2, 1.0)
        >>> transform.scale_to("magnitude")
        >>> transform.win
        array([0.25, 0.25, 0.25, 0.25])
        """
        if scaling not in ("magnitude", "psd"):
            raise ValueError(f"{scaling=} not in { {'magnitude', 'psd'} }!")
        if self._scaling == scaling:
            return
        factor = self.fac_psd if scaling == "psd" else self.fac_magnitude
        self._win, self._items = self._win * factor, self._items * factor
        self._power = power(self._items)
        if self._dual_win is not None:
            self._dual_win = self._dual_win / factor
        self._scaling = scaling

    @property
    def fac_magnitude(self):
        """The factor that makes magnitudes of spectra."""
        return 1 if self.scaling == "magnitude" else 1 / abs(sum(self._items.tolist()))

    @property
    def fac_psd(self):
        """The factor that makes densities, of which the square is the power."""
        if self.scaling == "psd":
            return 1
        return 1 / numpy.sqrt(sum(self._power.tolist()) / self.T)

    # ---- frequencies and times ----

    @property
    def delta_t(self):
        """The time between two slices."""
        return self.T * self.hop

    @property
    def delta_f(self):
        """The distance of two frequencies."""
        return 1 / (self.mfft * self.T)

    @property
    def f_pts(self):
        """The number of frequencies."""
        return self.mfft // 2 + 1 if self.onesided_fft else self.mfft

    @property
    def onesided_fft(self):
        """Whether there are no negative frequencies."""
        return self.fft_mode in ("onesided", "onesided2X")

    @property
    def f(self):
        """The frequencies."""
        device = self._win.device
        if self.onesided_fft:
            return rfftfreq(self.mfft, self.T, device=device)
        found = fftfreq(self.mfft, self.T, device=device)
        return found if self.fft_mode == "twosided" else fftshift(found)

    def t(self, n, p0=None, p1=None, k_offset=0):
        """Times of the slices of a signal of n samples.

        See scipy.signal.ShortTimeFFT.t.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT(np.ones(4), 2, 1.0).t(8)
        array([0., 2., 4., 6., 8.])
        """
        if not (n > 0 and isinstance(n, _INTEGERS)):
            raise ValueError(f"Parameter {n=} is not a positive integer!")
        p0, p1 = self.p_range(n, p0, p1)
        number = arange(p0, p1, device=self._win.device)
        return number * self.delta_t + k_offset * self.T

    def extent(self, n, axes_seq="tf", center_bins=False):
        """Limits of times and frequencies, as images of spectra take them.

        See scipy.signal.ShortTimeFFT.extent.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT(np.ones(4), 2, 1.0).extent(8)
        (0.0, 10.0, 0.0, 0.75)
        """
        if axes_seq not in ("tf", "ft"):
            raise ValueError(f"Parameter {axes_seq=} not in ['tf', 'ft']!")
        if self.onesided_fft:
            q0, q1 = 0, self.f_pts
        elif self.fft_mode == "centered":
            q0, q1 = -(self.mfft // 2), (self.mfft + 1) // 2
        else:
            raise ValueError(
                f"Attribute fft_mode={self.fft_mode} must be in ['centered', "
                "'onesided', 'onesided2X']"
            )
        middle = 0.5 if center_bins else 0
        times = [self.delta_t * (p - middle) for p in (self.p_min, self.p_max(n))]
        frequencies = [self.delta_f * (q - middle) for q in (q0, q1)]
        both = times + frequencies if axes_seq == "tf" else frequencies + times
        return tuple(both)

    # ---- transforms ----

    def stft(self, x, p0=None, p1=None, *, k_offset=0, padding="zeros", axis=-1):
        """Spectra of all slices: frequencies along `axis`, slices along the last one.

        See scipy.signal.ShortTimeFFT.stft.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT(np.ones(4), 2, 1.0).stft(np.ones(8)).shape
        (3, 5)
        """
        return self.stft_detrend(
            x, None, p0, p1, k_offset=k_offset, padding=padding, axis=axis
        )

    def stft_detrend(
        self, x, detr, p0=None, p1=None, *, k_offset=0, padding="zeros", axis=-1
    ):
        """As stft(), of slices without their trend.

        See scipy.signal.ShortTimeFFT.stft_detrend.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> transform = ShortTimeFFT(np.ones(4), 2, 1.0)
        >>> abs(transform.stft_detrend(np.ones(8), "constant"))[0, 1:4].round(6)
        array([0., 0., 0.])
        """
        x = as_operand(x, self._win)
        if self.onesided_fft and x.dtype.kind == "c":
            raise ValueError(
                f"Complex-valued `x` not allowed for self.fft_mode={self.fft_mode!r}'! "
                "Set property `fft_mode` to 'twosided' or 'centered'."
            )
        if not (detr is None or isinstance(detr, str) or callable(detr)):
            raise ValueError(f"Parameter {detr=} is not a str, function or None!")
        n, half = x.shape[axis], self.m_num - self.m_num_mid
        if not n >= half:
            what = f"len(x)={n}" if x.ndim == 1 else f"of {axis=} of {x.shape}"
            raise ValueError(f"{what} must be >= ceil(m_num/2) = {half}!")
        lines = moveaxis(x, axis, -1) if x.ndim > 1 else x
        p0, p1 = self.p_range(n, p0, p1)
        slices = self._slices(lines, k_offset, p0, p1, padding)
        if isinstance(detr, str):
            slices = detrend(slices, type=detr, axis=-1)
        elif detr is not None:
            slices = _slices_of(slices, detr)
        win = self._win.conj() if self._win.dtype.kind == "c" else self._win
        spectra = self._forward(slices * win).astype("D", copy=False)
        spectra = spectra.swapaxes(-1, -2)
        if x.ndim > 1:
            return moveaxis(spectra, -2, axis if axis >= 0 else axis - 1)
        return spectra

    def spectrogram(
        self,
        x,
        y=None,
        detr=None,
        *,
        p0=None,
        p1=None,
        k_offset=0,
        padding="zeros",
        axis=-1,
    ):
        """The powers of stft_detrend(), or those of x times the conjugates of y's.

        See scipy.signal.ShortTimeFFT.spectrogram.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT(np.ones(4), 2, 1.0).spectrogram(np.ones(8))[0]
        array([ 4., 16., 16., 16.,  4.])
        """
        how = {"k_offset": k_offset, "padding": padding, "axis": axis}
        spectra = self.stft_detrend(x, detr, p0, p1, **how)
        if y is None or y is x:
            return spectra.real**2 + spectra.imag**2
        return spectra * self.stft_detrend(y, detr, p0, p1, **how).conj()

    def istft(self, S, k0=0, k1=None, *, f_axis=-2, t_axis=-1):
        """The samples k0 to k1 of the signal of spectra `S`.

        See scipy.signal.ShortTimeFFT.istft.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> transform = ShortTimeFFT(np.ones(4), 2, 1.0)
        >>> transform.istft(transform.stft(np.arange(8.0)), k1=8).round(6)
        array([0., 1., 2., 3., 4., 5., 6., 7.])
        """
        S = as_operand(S, self._win)
        if f_axis == t_axis:
            raise ValueError(f"{f_axis=} may not be equal to {t_axis=}!")
        if S.shape[f_axis] != self.f_pts:
            raise ValueError(
                f"{S.shape[f_axis]=} must be equal to {self.f_pts=} ({S.shape=})!"
            )
        least = self.m_num - self.m_num_mid
        count = self.p_num(least)
        if not S.shape[t_axis] >= count:
            raise ValueError(
                f"{S.shape[t_axis]=} needs to have at least {count} slices ({S.shape=})!"
            )
        if t_axis != S.ndim - 1 or f_axis != S.ndim - 2:
            t_axis = S.ndim + t_axis if t_axis < 0 else t_axis
            f_axis = S.ndim + f_axis if f_axis < 0 else f_axis
            S = moveaxis(S, (f_axis, t_axis), (-2, -1))
        q_max = S.shape[-1] + self.p_min
        k_max = (q_max - 1) * self.hop + self.m_num - self.m_num_mid
        k1 = k_max if k1 is None else k1
        if not self.k_min <= k0 < k1 <= k_max:
            raise ValueError(
                f"({self.k_min=}) <= ({k0=}) < ({k1=}) <= ({k_max=}) is false!"
            )
        if not k1 - k0 >= least:
            raise ValueError(
                f"({k1=}) - ({k0=}) = {k1 - k0} has to be at least the half the window "
                f"length {least}!"
            )
        q0 = max(k0 // self.hop + (self.p_min if k0 >= 0 else 0), self.p_min)
        q1 = min(self.p_max(k1), q_max)
        x = self._added(S[..., q0 - self.p_min : q1 - self.p_min], q0, k0, k1)
        x = x.astype("d" if self.onesided_fft else "D", copy=False)
        if x.ndim > 1:
            x = moveaxis(x, -1, f_axis if f_axis < x.ndim else t_axis)
        return x

    def _added(self, S, first, k0, k1):
        """Samples k0 to k1 of slices from number `first` on."""
        samples = added_up(self._backward(S.swapaxes(-1, -2)) * self.dual_win, self.hop)
        begin = k0 - (first * self.hop - self.m_num_mid)
        missing = max(0, begin + k1 - k0 - samples.shape[-1])
        if begin < 0 or missing:
            around = [(0, 0)] * (samples.ndim - 1) + [(max(0, -begin), missing)]
            samples, begin = pad(samples, around), max(0, begin)
        return samples[..., begin : begin + k1 - k0]

    def _slices(self, x, k_offset, p0, p1, padding):
        """Slices p0 to p1 of lines, (..., slices, samples of the window)."""
        if padding not in _PADDINGS:
            raise ValueError(
                f"Parameter {padding=} not in {('zeros', 'edge', 'even', 'odd')}!"
            )
        n, length = x.shape[-1], (p1 - p0) * self.hop
        k0 = p0 * self.hop - self.m_num_mid + k_offset
        k1 = k0 + length + self.m_num
        around = [(0, 0)] * (x.ndim - 1) + [(-min(k0, 0), max(k1 - n, 0))]
        x = pad(x[..., max(k0, 0) : min(k1, n)], around, **_PADDINGS[padding])
        return cut(x, self.m_num, self.hop)[..., : p1 - p0, :]

    def _doubling(self):
        return numpy.sqrt(2) if self.scaling == "psd" else 2

    def _paired(self):
        """Which frequencies have a negative one that is left out."""
        return slice(1, -1 if self.mfft % 2 == 0 else None)

    def _shift(self):
        return (self.phase_shift + self.m_num_mid) % self.m_num

    def _forward(self, x):
        if self.phase_shift is not None:
            missing = self.mfft - x.shape[-1]
            if missing > 0:
                around = [(0, 0)] * (x.ndim - 1) + [(0, missing)]
                x = pad(x, around, **_PADDINGS["zeros"])
            x = roll(x, -self._shift(), axis=-1)
        if not self.onesided_fft:
            spectra = fft(x, n=self.mfft, axis=-1)
            return spectra if self.fft_mode == "twosided" else fftshift(spectra, -1)
        spectra = rfft(x, n=self.mfft, axis=-1)
        if self.fft_mode == "onesided2X":
            spectra[..., self._paired()] *= self._doubling()
        return spectra

    def _backward(self, spectra):
        if self.fft_mode == "centered":
            spectra = ifftshift(spectra, -1)
        elif self.fft_mode == "onesided2X":
            spectra = spectra.copy()
            spectra[..., self._paired()] /= self._doubling()
        inverse = irfft if self.onesided_fft else ifft
        x = inverse(spectra, n=self.mfft, axis=-1)
        if self.phase_shift is not None:
            x = roll(x, self._shift(), axis=-1)
        return x[..., : self.m_num]
