# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 16 roundings: logarithms and powers.
import numpy as np

stars = np.array([("Sirius", -1.46, 8.6, "A1V"), ("Canopus", -0.74, 310.0, "A9II"), ("Arcturus", -0.05, 36.7, "K0III"),
                  ("Vega", 0.03, 25.0, "A0V"), ("Betelgeuse", 0.50, 548.0, "M1I")],
                 dtype=[("name", "U12"), ("mag", float), ("ly", float), ("type", "U6")])
pc = stars["ly"] / 3.26156
absolute = stars["mag"] - 5 * np.log10(pc / 10)
luminosity = 10 ** (0.4 * (4.83 - absolute))
order = np.argsort(luminosity)[::-1]
print("{:<12}{:>8}{:>9}{:>12}".format("name", "mag", "abs", "L/Lsun"))
for s, M, L in zip(stars[order], absolute[order], luminosity[order]):
    print("{:<12}{:8.2f}{:9.2f}{:12.1f}".format(s["name"], s["mag"], M, L))
spectral = np.array([t[0] for t in stars["type"]])
for letter in np.unique(spectral):
    chosen = spectral == letter
    print(letter, stars["name"][chosen].tolist(), absolute[chosen].mean().round(3))
near = stars["ly"] < 100
print(np.count_nonzero(near), stars[near]["name"])
flux_ratio = 10 ** (-0.4 * np.subtract.outer(stars["mag"], stars["mag"]))
print(flux_ratio.round(2))
ra = np.array(["06h45m", "06h24m", "14h16m", "18h37m", "05h55m"])
hours = np.array([int(r[:2]) + int(r[3:5]) / 60 for r in ra])
print((hours * 15).round(2), np.deg2rad(hours * 15).max().round(4))
print(np.rec.array(stars).name[luminosity.argmax()], np.char.add(stars["name"], "*")[0])
wave = np.linspace(400e-9, 700e-9, 4)
h, c, kB = 6.626e-34, 2.998e8, 1.381e-23
for T in (3500, 5778, 9900):
    B = 2 * h * c**2 / wave**5 / np.expm1(h * c / (wave * kB * T))
    print(T, "peak of the sampled: %d nm" % round(wave[B.argmax()] * 1e9), "ratio %.3f" % (B[0] / B[-1]))
