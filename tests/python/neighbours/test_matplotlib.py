# SPDX-License-Identifier: Apache-2.0
"""matplotlib draws arrays of ours as it draws NumPy's: the same pixels."""

import matplotlib
import numpy as np
import pytest
import tenorite as tn

matplotlib.use("Agg")
from matplotlib import pyplot as plt

rng = np.random.default_rng(1)
V = rng.random(12)
I = np.arange(12)
A = rng.random((12, 3))
X, Y = np.meshgrid(np.arange(4.0), np.arange(4.0))
Z = rng.random((4, 4))
LEVELS = np.linspace(0, 1, 4)
CUBE = rng.random((2, 2, 2)) > 0.5


def deep(figure):
    return figure.add_subplot(projection="3d")


# Axes and arrays -> what draws.
FLAT = {
    "plot": (lambda a, x: a.plot(x, x**2, "o-"), V),
    "plot columns": (lambda a, x: a.plot(x), A),
    "scatter": (lambda a, x, i: a.scatter(x, x, c=i, s=x * 30), V, I),
    "scatter colours": (lambda a, x, c: a.scatter(x, x, c=c), V, A),
    "bar": (lambda a, i, x: a.bar(i, x, yerr=x / 10), I, V),
    "bar of numbers": (lambda a, x: a.bar(1, x[0]), V),
    "bar_label": (lambda a, x: a.bar_label(a.bar(["a", "b"], x[:2])), V),
    "barh": (lambda a, i, x: a.barh(i, x, left=x), I, V),
    "stackplot": (lambda a, i, x: a.stackplot(i, x, x), I, V),
    "hist": (lambda a, x: a.hist(x, bins=5, weights=x), V),
    "hist of several": (lambda a, x: a.hist([x, x * 2], bins=5), V),
    "hist of columns": (lambda a, x: a.hist(x), A),
    "hist2d": (lambda a, x: a.hist2d(x, x), V),
    "hexbin": (lambda a, x: a.hexbin(x, x, gridsize=4), V),
    "imshow": (lambda a, z: a.imshow(z, vmin=z.min(), vmax=z.max()), Z),
    "colorbar": (lambda a, z: plt.colorbar(a.imshow(z), ax=a), Z),
    "pcolormesh": (lambda a, x, y, z: a.pcolormesh(x, y, z), X, Y, Z),
    "contour": (lambda a, x, y, z, n: a.contour(x, y, z, n), X, Y, Z, LEVELS),
    "contourf": (lambda a, x, y, z: a.contourf(x, y, z, levels=4), X, Y, Z),
    "quiver": (lambda a, x, y, z: a.quiver(x, y, z, z, z), X, Y, Z),
    "streamplot": (lambda a, x, y, z: a.streamplot(x, y, z + 0.1, z), X, Y, Z),
    "barbs": (lambda a, x, y, z: a.barbs(x, y, z * 50, z * 50), X, Y, Z),
    "fill_between": (lambda a, i, x: a.fill_between(i, x, where=x > 0.3), I, V),
    "errorbar": (lambda a, x: a.errorbar(x, x, yerr=x / 3, xerr=[x / 3, x / 4]), V),
    "step": (lambda a, x: a.step(x, x), V),
    "stem": (lambda a, x: a.stem(x, x), V),
    "stairs": (lambda a, x, i: a.stairs(x, i), V[1:], I),
    "boxplot": (lambda a, x: a.boxplot(x), A),
    "boxplot of several": (lambda a, x: a.boxplot([x, x]), V),
    "violinplot": (lambda a, x: a.violinplot(x), A),
    "pie": (lambda a, x: a.pie(x), V),
    "vlines": (lambda a, x: a.vlines(x, 0, x), V),
    "axvspan": (lambda a, x: a.axvspan(x[0], x[1]), V),
    "text": (lambda a, x: a.text(x[0], x[1], f"{x[2]:.2f}"), V),
    "limits": (lambda a, x: (a.set_xlim(x.min(), x.max()), a.set_ylim(0, x[0])), V),
    "ticks": (lambda a, x: a.set_xticks(x, [f"{v:.1f}" for v in x]), V),
    "loglog": (lambda a, x: a.loglog(x, x), V),
    "eventplot": (lambda a, x: a.eventplot([x, x]), V),
    "tricontourf": (lambda a, x, i: a.tricontourf(x, x * x + i, x), V, I % 5),
    "acorr": (lambda a, x: a.acorr(x), V),
    "psd": (lambda a, x: a.psd(x, NFFT=8), V),
    "colour": (lambda a, x: a.plot([1, 2], color=x[0]), A),
    "legend": (lambda a, x, i: a.legend(*a.scatter(x, x, c=i).legend_elements()), V, I),
    "polygon": (lambda a, x: a.add_patch(plt.Polygon(x[:, :2])), A),
    "set_data": (lambda a, x: a.plot([0, 1])[0].set_data(x, x), V),
    "colour map": (lambda a, x: a.scatter(x, x, color=plt.cm.viridis(x)), V),
}
# Figure and arrays.
DEEP = {
    "plot_surface": (lambda f, x, y, z: deep(f).plot_surface(x, y, z), X, Y, Z),
    "surface in colours": (
        lambda f, x, y, z: deep(f).plot_surface(x, y, z, facecolors=plt.cm.jet(z)),
        X, Y, Z,
    ),
    "wireframe": (lambda f, x, y, z: deep(f).plot_wireframe(x, y, z), X, Y, Z),
    "contour in space": (lambda f, x, y, z: deep(f).contour(x, y, z), X, Y, Z),
    "scatter in space": (lambda f, x: deep(f).scatter(x, x, x, c=x), V),
    "line in space": (lambda f, x: deep(f).plot(x, x, x), V),
    "bars in space": (lambda f, x: deep(f).bar3d(x, x, 0, 0.1, 0.1, x), V),
    "bar in a plane": (lambda f, i, x: deep(f).bar(i, x, zs=1, zdir="y"), I, V),
    "quiver in space": (lambda f, x: deep(f).quiver(x, x, x, x, x, x), V),
    "trisurf": (lambda f, x, i: deep(f).plot_trisurf(x, x * x + i, x), V, I % 5),
    "voxels": (lambda f, v: deep(f).voxels(v), CUBE),
    "polar": (lambda f, x: f.add_subplot(projection="polar").plot(x, x), V),
}  # fmt: skip


def pixels(name, convert):
    figure = plt.figure(figsize=(2, 2), dpi=60)
    try:
        if name in FLAT:
            call, *arrays = FLAT[name]
            call(figure.add_subplot(), *map(convert, arrays))
        else:
            call, *arrays = DEEP[name]
            call(figure, *map(convert, arrays))
        figure.canvas.draw()
        return np.array(figure.canvas.buffer_rgba())
    finally:
        plt.close(figure)


@pytest.mark.parametrize("name", [*FLAT, *DEEP])
def test_pictures(name):
    ours = pixels(name, lambda a: tn.asarray(a, device="cpu"))
    np.testing.assert_array_equal(ours, pixels(name, np.asarray))


def test_pictures_differ_where_data_differs():
    assert (pixels("plot", np.asarray) != pixels("plot", lambda a: a / 2 + a**3)).any()
