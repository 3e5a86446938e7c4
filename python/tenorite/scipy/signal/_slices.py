# SPDX-License-Identifier: Apache-2.0
"""Which samples of a signal the slices of a short-time Fourier transform take."""

import functools

import numpy


class Slices:
    """Which samples the slices take: numbers of the window's length and its zeros.

    Slice p is centred at sample p * hop. `_power` is that of the window, on the host.
    """

    @property
    def m_num(self):
        """The number of samples of the window."""
        return len(self._power)

    @property
    def m_num_mid(self):
        """The sample of the window that is its middle."""
        return self.m_num // 2

    @functools.cached_property
    def _first(self):
        """(first sample, number) of the first slice that touches the signal."""
        start = -self.m_num_mid
        for p, k in enumerate(range(start, start - self.m_num - 1, -self.hop)):
            following = k - self.hop
            if following + self.m_num <= 0 or not self._power[following:].any():
                return k, -p
        raise AssertionError("a window ends somewhere")

    @property
    def k_min(self):
        """The first sample of the first slice."""
        return self._first[0]

    @property
    def p_min(self):
        """The number of the first slice."""
        return self._first[1]

    def _check_length(self, n):
        half = self.m_num - self.m_num_mid
        if not n >= half:
            raise ValueError(f"Parameter n must be >= ceil(m_num/2) = {half}!")

    def _behind(self, n):
        """(sample, number) behind the last slice that touches n samples."""
        self._check_length(n)
        p = n // self.hop
        start = p * self.hop - self.m_num_mid
        for q, k in enumerate(range(start, n + self.m_num, self.hop), start=p):
            following = k + self.hop
            if following >= n or not self._power[: n - following].any():
                return k + self.m_num, q + 1
        raise AssertionError("a window ends somewhere")

    def k_max(self, n):
        """The first sample behind the last slice of a signal of n samples.

        See scipy.signal.ShortTimeFFT.k_max.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT(np.ones(4), 2, 1.0).k_max(8)
        10
        """
        return self._behind(n)[0]

    def p_max(self, n):
        """The number behind the last slice of a signal of n samples.

        See scipy.signal.ShortTimeFFT.p_max.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT(np.ones(4), 2, 1.0).p_max(8)
        5
        """
        return self._behind(n)[1]

    def p_num(self, n):
        """How many slices a signal of n samples has.

        See scipy.signal.ShortTimeFFT.p_num.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT(np.ones(4), 2, 1.0).p_num(8)
        5
        """
        return self.p_max(n) - self.p_min

    @functools.cached_property
    def lower_border_end(self):
        """(sample, slice) from which on no slice sticks out at the beginning."""
        first = int(numpy.flatnonzero(self._power)[0]) - self.m_num_mid
        for q, k in enumerate(range(first, self.hop + 1, self.hop)):
            if k + self.hop >= 0:
                return k + self.m_num, q + 1
        return 0, max(self.p_min, 0)

    def upper_border_begin(self, n):
        """(sample, slice) from which on slices stick out at the end of n samples.

        See scipy.signal.ShortTimeFFT.upper_border_begin.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT(np.ones(4), 2, 1.0).upper_border_begin(8)
        (6, 4)
        """
        self._check_length(n)
        last = n // self.hop + 1
        for q in range(last, max((n - self.m_num) // self.hop - 1, -1), -1):
            k = q * self.hop + (self.m_num - self.m_num_mid)
            if k <= n or not self._power[n - k :].any():
                return (q + 1) * self.hop - self.m_num_mid, q + 1
        raise AssertionError("a window ends somewhere")

    def p_range(self, n, p0=None, p1=None):
        """(first slice, the one behind the last) of n samples, checked.

        See scipy.signal.ShortTimeFFT.p_range.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT(np.ones(4), 2, 1.0).p_range(8)
        (0, 5)
        """
        p_max = self.p_max(n)
        first = self.p_min if p0 is None else p0
        last = p_max if p1 is None else p1
        if not self.p_min <= first < last <= p_max:
            raise ValueError(
                f"Invalid Parameter {p0=}, {p1=}, i.e., {self.p_min=} <= p0 < p1 <= "
                f"{p_max=} does not hold for signal length {n=}!"
            )
        return first, last

    def nearest_k_p(self, k, left=True):
        """The sample nearest to k where a slice has its middle.

        See scipy.signal.ShortTimeFFT.nearest_k_p.

        >>> from tenorite.scipy.signal import ShortTimeFFT
        >>> ShortTimeFFT(np.ones(4), 2, 1.0).nearest_k_p(3)
        2
        """
        p, rest = divmod(k, self.hop)
        return k if rest == 0 else (p if left else p + 1) * self.hop


__all__ = ["Slices"]
