# SPDX-License-Identifier: Apache-2.0
"""Spectral methods: loops of Fourier transforms."""

import numpy

from ..program import Programs, repeated

_spectral = Programs("spectral methods")
PROGRAMS = _spectral.all


def waves(side):
    """Wave numbers of rfft2 on a square of 2 pi."""
    k = numpy.fft.fftfreq(side, 1 / side)
    return k[: side // 2 + 1].copy() * numpy.ones((side, 1)), k[:, None] + 0 * k[0]


def vorticity(rng, side):
    kx, ky = waves(side)
    kx = abs(kx)
    noise = numpy.fft.rfft2(rng.standard_normal((side, side)))
    smooth = numpy.fft.irfft2(noise / (1 + (kx**2 + ky**2) / 16) ** 2)
    return smooth / smooth.std(), kx, ky * numpy.ones_like(kx)


@_spectral.program(vorticity, sizes=((32,), (256,), (768,)), on_gpu=(4096,))
def flow_in_two_dimensions(np, w, kx, ky):
    """Vorticity on a torus, by a pseudo-spectral method of second order in time."""
    viscosity, dt = 1e-3, 5e-3
    squared = kx**2 + ky**2
    inverse = 1 / np.where(squared == 0, 1, squared)
    cut = 2 / 3 * kx.max()
    kept = (kx < cut) & (abs(ky) < cut)
    decay = np.exp(-viscosity * squared * dt)

    def advection(what):
        stream = what * inverse
        u = np.fft.irfft2(1j * ky * stream)
        v = np.fft.irfft2(-1j * kx * stream)
        dx, dy = np.fft.irfft2(1j * kx * what), np.fft.irfft2(1j * ky * what)
        return -np.fft.rfft2(u * dx + v * dy) * kept

    def step(what):
        first = advection(what)
        guess = decay * (what + dt * first)
        return decay * what + 0.5 * dt * (decay * first + advection(guess))

    what = repeated(np, 3, step, np.fft.rfft2(w))
    return np.fft.irfft2(what)


def packets(rng, count, points):
    x = numpy.linspace(-10, 10, points, endpoint=False)
    k = 2 * numpy.pi * numpy.fft.fftfreq(points, x[1] - x[0])
    centres = rng.uniform(-4, 4, (count, 1))
    momenta = rng.uniform(-3, 3, (count, 1))
    return numpy.exp(-((x - centres) ** 2) + 1j * momenta * x), 0.5 * x**2, k


@_spectral.program(
    packets, sizes=((1, 256), (64, 1024), (500, 2048)), on_gpu=(4000, 4096)
)
def split_steps_of_wave_packets(np, psi, potential, k):
    """The time-dependent Schroedinger equation by Strang's splitting."""
    dt = 0.01
    half = np.exp(-0.5j * dt * potential)
    kinetic = np.exp(-0.5j * dt * k**2)

    def step(psi):
        psi = half * psi
        psi = np.fft.ifft(kinetic * np.fft.fft(psi))
        return half * psi

    psi = repeated(np, 10, step, psi)
    density = np.abs(psi) ** 2
    return density / density.sum(axis=-1, keepdims=True)


def flame(rng, count, points):
    x = 32 * numpy.pi * numpy.arange(points) / points
    start = numpy.cos(x / 16) * (1 + numpy.sin(x / 16))
    return start + 0.01 * rng.standard_normal((count, points)), numpy.arange(
        points // 2 + 1
    ) / 16


@_spectral.program(flame, sizes=((1, 128), (64, 256), (2000, 512)), on_gpu=(20000, 512))
def flame_fronts(np, u, k):
    """Kuramoto and Sivashinsky's equation, linear terms implicit."""
    dt = 0.05
    implicit = 1 / (1 - dt * (k**2 - k**4))

    def step(uh):
        u = np.fft.irfft(uh)
        return (uh - dt * 0.5j * k * np.fft.rfft(u * u)) * implicit

    return np.fft.irfft(repeated(np, 20, step, np.fft.rfft(u)))


def photographs(rng, count, side):
    at = numpy.minimum(numpy.arange(side), side - numpy.arange(side)) / 2.5
    blur = numpy.exp(-0.5 * (at[:, None] ** 2 + at**2))
    return rng.random((count, side, side)), blur / blur.sum()


@_spectral.program(photographs, sizes=((1, 64), (4, 256), (8, 512)), on_gpu=(32, 1024))
def deblurring(np, images, blur):
    """Wiener's filter for pictures that a known blur and noise have spoilt."""
    transfer = np.fft.rfft2(blur)
    blurred = np.fft.irfft2(np.fft.rfft2(images) * transfer)
    power = (transfer * transfer.conj()).real
    wiener = transfer.conj() / (power + 1e-2)
    restored = np.fft.irfft2(np.fft.rfft2(blurred) * wiener)
    error = np.sqrt(((restored - images) ** 2).mean(axis=(1, 2)))
    return np.clip(restored, 0, 1), error
