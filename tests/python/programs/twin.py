# SPDX-License-Identifier: Apache-2.0
"""The CPU device beside another one: equal bits wherever tables promise them."""

from support.helpers import host

from . import oracle
from .bits import canonical, same_bits
from .runtime import Runtime


class Mismatch(Exception):
    """Tenorite did what NumPy, or another device, does not."""


class Twin:
    """Runs the steps of a program on a device of its own.

    Its arrays take over the bits of the first device's, so that differences that
    are allowed never add up.
    """

    def __init__(self, xp, device):
        self.xp, self.device = xp, device
        self.ns = Runtime(xp).names()

    def run(self, step, code):
        try:
            with self.xp.Device(self.device):
                exec(code, self.ns)
        except Exception as error:
            what = f"{step.text!r} raises {error!r} on {self.device} alone"
            raise Mismatch(what) from error

    def compare(self, step, text, got, how):
        """Hold a result of the first device, on the host, against the twin's."""
        with self.xp.Device(self.device):
            ours = self.ns[text] if text in self.ns else eval(text, self.ns)
            here = canonical(host(ours))
            if same_bits(here, got):
                return
            if oracle.is_promised(how, got):
                raise Mismatch(
                    f"{step.text!r}: {got.ravel()[:5]}, but {here.ravel()[:5]} on"
                    f" {self.device}"
                )
            if self.xp.isscalar(ours):
                self.ns[text] = self.xp.asarray(got.reshape(1))[0]
            else:
                ours[...] = self.xp.asarray(got)
