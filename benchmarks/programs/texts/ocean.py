# SPDX-License-Identifier: Apache-2.0
"""The ocean: an equation of state as a long straight line of operations.

The formulas are those of UNESCO technical papers in marine science 44 (Fofonoff,
Millard 1983): density from the equation of state of 1980, the speed of sound of Chen
and Millero, the adiabatic lapse rate of Bryden, the heat capacity of Millero, Perron
and Desnoyers at the surface.
"""

from ..program import Programs

_ocean = Programs("ocean")
PROGRAMS = _ocean.all


def water(rng, profiles, levels):
    """Salinity, degrees Celsius, and bars of pressure: (profiles, levels) each."""
    depth = rng.random((1, levels)).cumsum(axis=1)
    bars = 400 * depth / depth.max() + 0 * rng.random((profiles, levels))
    salinity = rng.uniform(33, 37, (profiles, levels))
    return salinity, rng.uniform(0, 25, (profiles, levels)), bars


def lapse_rate(s, t, p):
    """Degrees per decibar of an adiabatic movement."""
    above = s - 35.0
    free = 3.5803e-5 + (8.5258e-6 + (-6.836e-8 + 6.6228e-10 * t) * t) * t
    salt = (1.8932e-6 - 4.2393e-8 * t) * above
    pressed = 1.8741e-8 + (-6.7795e-10 + (8.733e-12 - 5.4481e-14 * t) * t) * t
    pressed_salt = (-1.1351e-10 + 2.7759e-12 * t) * above
    twice = (-4.6206e-13 + (1.8676e-14 - 2.1687e-16 * t) * t) * p
    return free + salt + (pressed + pressed_salt + twice) * p


@_ocean.program(water, sizes=((64, 64), (500, 200), (5000, 400)), on_gpu=(80_000, 200))
def equation_of_state(np, s, t, p):
    # Powers.
    t2 = t * t
    t3 = t2 * t
    t4 = t3 * t
    t5 = t4 * t
    root_s = np.sqrt(s)
    s32 = s * root_s
    s2 = s * s
    p2 = p * p
    p3 = p2 * p

    # Density at the surface.
    pure = (
        999.842594
        + 6.793952e-2 * t
        - 9.095290e-3 * t2
        + 1.001685e-4 * t3
        - 1.120083e-6 * t4
        + 6.536332e-9 * t5
    )
    linear = (
        8.24493e-1 - 4.0899e-3 * t + 7.6438e-5 * t2 - 8.2467e-7 * t3 + 5.3875e-9 * t4
    )
    rooted = -5.72466e-3 + 1.0227e-4 * t - 1.6546e-6 * t2
    surface = pure + linear * s + rooted * s32 + 4.8314e-4 * s2

    # Secant bulk modulus.
    pure_modulus = (
        19652.21 + 148.4206 * t - 2.327105 * t2 + 1.360477e-2 * t3 - 5.155288e-5 * t4
    )
    salt_modulus = 54.6746 - 0.603459 * t + 1.09987e-2 * t2 - 6.1670e-5 * t3
    root_modulus = 7.944e-2 + 1.6483e-2 * t - 5.3009e-4 * t2
    modulus0 = pure_modulus + salt_modulus * s + root_modulus * s32
    pure_a = 3.239908 + 1.43713e-3 * t + 1.16092e-4 * t2 - 5.77905e-7 * t3
    salt_a = 2.2838e-3 - 1.0981e-5 * t - 1.6078e-6 * t2
    modulus_a = pure_a + salt_a * s + 1.91075e-4 * s32
    pure_b = 8.50935e-5 - 6.12293e-6 * t + 5.2787e-8 * t2
    salt_b = -9.9348e-7 + 2.0816e-8 * t + 9.1697e-10 * t2
    modulus_b = pure_b + salt_b * s
    modulus = modulus0 + modulus_a * p + modulus_b * p2
    density = surface / (1 - p / modulus)
    slope = modulus_a + 2 * modulus_b * p
    compressibility = (1 - p * slope / modulus) / (modulus - p)
    standard_modulus = 21582.27 + 3.359406 * p + 5.03217e-5 * p2
    anomaly = 1 / density - (1 - p / standard_modulus) / 1028.106331

    # Speed of sound.
    c0 = (
        1402.388
        + 5.03711 * t
        - 5.80852e-2 * t2
        + 3.3420e-4 * t3
        - 1.47800e-6 * t4
        + 3.1464e-9 * t5
    )
    c1 = 0.153563 + 6.8982e-4 * t - 8.1788e-6 * t2 + 1.3621e-7 * t3 - 6.1185e-10 * t4
    c2 = 3.1260e-5 - 1.7107e-6 * t + 2.5974e-8 * t2 - 2.5335e-10 * t3 + 1.0405e-12 * t4
    c3 = -9.7729e-9 + 3.8504e-10 * t - 2.3643e-12 * t2
    a0 = 1.389 - 1.262e-2 * t + 7.164e-5 * t2 + 2.006e-6 * t3 - 3.21e-8 * t4
    a1 = 9.4742e-5 - 1.2580e-5 * t - 6.4885e-8 * t2 + 1.0507e-8 * t3 - 2.0122e-10 * t4
    a2 = -3.9064e-7 + 9.1041e-9 * t - 1.6002e-10 * t2 + 7.988e-12 * t3
    a3 = 1.100e-10 + 6.649e-12 * t - 3.389e-13 * t2
    b0 = -1.922e-2 - 4.42e-5 * t
    b1 = 7.3637e-5 + 1.7945e-7 * t
    d0 = 1.727e-3 - 7.9836e-6 * p
    pure_sound = c0 + c1 * p + c2 * p2 + c3 * p3
    salt_sound = a0 + a1 * p + a2 * p2 + a3 * p3
    root_sound = b0 + b1 * p
    sound = pure_sound + salt_sound * s + root_sound * s32 + d0 * s2

    # Heat capacity at the surface.
    h0 = 4217.4 - 3.720283 * t + 0.1412855 * t2 - 2.654387e-3 * t3 + 2.093236e-5 * t4
    h1 = -7.643575 + 0.1072763 * t - 1.38385e-3 * t2
    h2 = 0.1770383 - 4.07718e-3 * t + 5.148e-5 * t2
    heat = h0 + h1 * s + h2 * s32

    # Potential temperature at the surface, by Runge, Kutta and Gill's steps.
    decibars = 10.0 * p
    step = -decibars
    half = decibars + 0.5 * step
    root_half = 0.7071067811865476
    k1 = step * lapse_rate(s, t, decibars)
    theta1 = t + 0.5 * k1
    k2 = step * lapse_rate(s, theta1, half)
    theta2 = theta1 + (1 - root_half) * (k2 - k1)
    q2 = (2 - 2 * root_half) * k2 + (3 * root_half - 2) * k1
    k3 = step * lapse_rate(s, theta2, half)
    theta3 = theta2 + (1 + root_half) * (k3 - q2)
    q3 = (2 + 2 * root_half) * k3 - (2 + 3 * root_half) * q2
    k4 = step * lapse_rate(s, theta3, decibars + step)
    theta = theta3 + (k4 - 2 * q3) / 6

    # Stability: what a parcel that rises by one level would weigh there.
    lighter = density[:, 1:] - density[:, :-1]
    adiabatic = (sound[:, 1:] + sound[:, :-1]) * 0.5
    stability = 9.81 * lighter / density[:, 1:] - (9.81 / adiabatic) ** 2
    return density, anomaly, compressibility, sound, heat, theta, stability
