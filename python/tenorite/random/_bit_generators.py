# SPDX-License-Identifier: Apache-2.0
"""Bit generators: the states of NumPy's, whose words the core makes anywhere."""

import operator
import threading

import numpy

from .. import _core
from .._numpy.creation import empty
from ._numpys import placed
from ._parameters import host_seed, to_shape

_HALF = (1 << 64) - 1


class _OnDevices(numpy.random.BitGenerator):
    """A bit generator whose words are made on any device, from any place on.

    To NumPy's C code it gives them one by one, from the same state.
    """

    def __init__(self, seed=None):
        self._begin(self._host_class(host_seed(seed)))

    def _begin(self, host):
        """Takes over the state and the seed of NumPy's bit generator of that kind."""
        if not hasattr(self, "_stream"):
            # One for all time: generators of NumPy point to it.
            self._stream = _core.BitStream(self._host_class.__name__)
            self._lock = threading.RLock()
        super().__init__(host.seed_seq)
        self._stream.serve(self.capsule)
        self._set_state(host.state)

    @property
    def lock(self):
        """What a thread holds that makes several calls as one; NumPy's name."""
        return self._lock

    @property
    def state(self):
        """The state as NumPy's bit generator of the same name has it: a dict."""
        with self.lock:
            return self._state_of(self._stream.get_state())

    @state.setter
    def state(self, value):
        host = self._host_class(0)
        host.state = value
        self._set_state(host.state)

    def _set_state(self, state):
        with self.lock:
            self._stream.set_state(self._words(state))

    def _host(self):
        """NumPy's bit generator in the same state."""
        host = self._host_class(0)
        host.state = self.state
        return host

    def jumped(self, jumps=1):
        """New bit generator that is as if very many numbers had been drawn.

        2^127 per jump for PCG64 and PCG64DXSM (times the golden ratio), 2^128 for
        Philox. See numpy.random.PCG64.jumped.

        >>> words = np.random.PCG64(1)
        >>> words.jumped().random_raw()
        6240351607257276062
        """
        other = type(self)()
        other.state = self._host().jumped(jumps).state
        return other

    def advance(self, delta):
        """Moves on by `delta` words (blocks of four for Philox) and returns itself.

        >>> words = np.random.PCG64(1).advance(1)
        >>> words.random_raw(1) == np.random.PCG64(1).random_raw(2)[1:]
        array([ True])
        """
        with self.lock:
            host = self._host()
            host.advance(delta)
            self._set_state(host.state)
        return self

    def random_raw(self, size=None, output=True):
        """uint64 words of the stream: an array of shape `size` on the default device.

        An int where `size` is None; None unless `output`.

        >>> np.random.PCG64(1).random_raw(2)
        array([ 9441442522235856127, 17532960557476522086], dtype=uint64)
        """
        with self.lock:
            if size is None:
                word = self._stream.next64()
                return word if output else None
            words = empty(to_shape(size), numpy.uint64)
            self._stream.integers(words, 0, _HALF)
        return words if output else None


class _Pcg(_OnDevices):
    def _words(self, state):
        inner = state["state"]
        halves = [
            half
            for number in (inner["state"], inner["inc"])
            for half in (number & _HALF, number >> 64)
        ]
        return [0] * 10 + [4, *halves, state["has_uint32"], state["uinteger"]]

    def _state_of(self, words):
        low, high, inc_low, inc_high, has_uint32, uinteger = words[11:]
        return {
            "bit_generator": self._host_class.__name__,
            "state": {"state": high << 64 | low, "inc": inc_high << 64 | inc_low},
            "has_uint32": has_uint32,
            "uinteger": uinteger,
        }


class PCG64(_Pcg):
    """numpy.random.PCG64: a congruential generator of 128 bits, permuted.

    Any place of its stream can be reached at once, so that all threads of a GPU share
    it.

    >>> np.random.Generator(np.random.PCG64(1)).random(2)
    array([0.51182162, 0.9504637 ])
    """

    _host_class = numpy.random.PCG64


class PCG64DXSM(_Pcg):
    """numpy.random.PCG64DXSM: PCG64 with a stronger output.

    >>> np.random.Generator(np.random.PCG64DXSM(1)).random(2)
    array([0.27114667, 0.27935043])
    """

    _host_class = numpy.random.PCG64DXSM


class Philox(_OnDevices):
    """numpy.random.Philox (4 x 64 bits, 10 rounds): words from a counter and a key.

    As an int `key` is below 2^128 and `counter` below 2^256.

    >>> np.random.Generator(np.random.Philox(1)).random(2)
    array([0.06680201, 0.07901298])
    >>> np.random.Philox(key=3, counter=5).random_raw()
    14955996948203965702
    """

    _host_class = numpy.random.Philox

    def __init__(self, seed=None, counter=None, key=None):
        self._begin(self._host_class(host_seed(seed), counter, key))

    def _words(self, state):
        inner = state["state"]
        words = [*inner["counter"], *inner["key"], *state["buffer"]]
        words += [state["buffer_pos"], 0, 0, 0, 0]
        words += [state["has_uint32"], state["uinteger"]]
        return [int(word) for word in words]

    def _state_of(self, words):
        def part(begin, end):
            return numpy.array(words[begin:end], numpy.uint64)

        return {
            "bit_generator": "Philox",
            "state": {"counter": part(0, 4), "key": part(4, 6)},
            "buffer": part(6, 10),
            "buffer_pos": words[10],
            "has_uint32": words[15],
            "uinteger": words[16],
        }


class _UnderCuPysName(Philox):
    """A bit generator with a name of cuRAND's, whose words are those of Philox."""

    def __init__(self, seed=None, *, size=-1):
        operator.index(size)  # of states, of which one is enough
        super().__init__(seed)


class XORWOW(_UnderCuPysName):
    """The words of Philox under the name of cupy.random.XORWOW.

    Other numbers than cuRAND's, and equal on all devices. `size` is accepted.

    >>> np.random.Generator(np.random.XORWOW(1)).random(2)
    array([0.06680201, 0.07901298])
    """


class MRG32k3a(_UnderCuPysName):
    """The words of Philox under the name of cupy.random.MRG32k3a.

    Other numbers than cuRAND's, and equal on all devices. `size` is accepted.

    >>> np.random.Generator(np.random.MRG32k3a(1)).random(2)
    array([0.06680201, 0.07901298])
    """


class Philox4x3210(_UnderCuPysName):
    """The words of Philox under the name of cupy.random.Philox4x3210.

    Other numbers than cuRAND's, and equal on all devices. `size` is accepted.

    >>> np.random.Generator(np.random.Philox4x3210(1)).random(2)
    array([0.06680201, 0.07901298])
    """


class _OfNumpy:
    """NumPy's bit generator, whose raw numbers are arrays on the default device."""

    def __init__(self, seed=None):
        super().__init__(host_seed(seed))

    def random_raw(self, size=None, output=True):
        """uint64 words: an array of shape `size`, an int where `size` is None.

        None unless `output`. MT19937 gives 32 bits each.

        >>> np.random.SFC64(1).random_raw(2)
        array([18365948275979584072,  6864396556639111295], dtype=uint64)
        """
        words = super().random_raw(size, output)
        return placed(words) if isinstance(words, numpy.ndarray) else words


class MT19937(_OfNumpy, numpy.random.MT19937):
    """numpy.random.MT19937, the Mersenne Twister.

    It has no way to a place far ahead: Generators over it have NumPy's numbers.

    >>> np.random.Generator(np.random.MT19937(1)).random(2)
    array([0.24067554, 0.72958187])
    """


class SFC64(_OfNumpy, numpy.random.SFC64):
    """numpy.random.SFC64, small and fast on one processor.

    It has no way to a place far ahead: Generators over it have NumPy's numbers.

    >>> np.random.Generator(np.random.SFC64(1)).random(2)
    array([0.99562005, 0.37211968])
    """
