# SPDX-License-Identifier: Apache-2.0
"""A height model of land from scattered soundings: gaps, slopes, profiles, residuals."""

import numpy as np
from scipy import interpolate, ndimage, spatial, stats


def land(x, y):
    """Heights in metres of places in metres."""
    hills = 40 * np.sin(x / 310) * np.cos(y / 260) + 18 * np.sin((x + 2 * y) / 140)
    crater = 35 * np.exp(-((x - 600) ** 2 + (y - 450) ** 2) / 8000)
    return 200 + hills - crater + 0.02 * x


def setup(scale=1.0):
    """Soundings with noise, some of them blunders; a road; stations with heights."""
    rng = np.random.default_rng(12)
    n = int(60_000 * scale)
    places = rng.uniform(0, 1000, (n, 2))
    heights = land(*places.T) + rng.normal(0, 0.05, n)
    heights[rng.random(n) < 0.01] += 30
    along = np.linspace(0, 1, max(40, int(4000 * scale)))
    road = np.stack([80 + 840 * along, 500 + 300 * np.sin(5 * along)], axis=1)
    stations = rng.uniform(100, 900, (25, 2))
    return places, heights, road, stations, int(512 * scale**0.5)


def run(places, heights, road, stations, size):
    # Blunders differ from the median of their neighbours.
    tree = spatial.KDTree(places)
    distance, near = tree.query(places, k=9)
    typical = np.median(heights[near[:, 1:]], axis=1)
    deviation = heights - typical
    spread = stats.median_abs_deviation(deviation)
    good = np.abs(deviation) < 8 * spread
    xy, z = places[good], heights[good]

    # A grid: smooth inside of the hull, the nearest sounding outside.
    triangles = spatial.Delaunay(xy)
    x, y = np.meshgrid(
        np.linspace(0, 1000, size), np.linspace(0, 1000, size), indexing="ij"
    )
    flat = interpolate.LinearNDInterpolator(triangles, z)(x, y)
    smooth = interpolate.CloughTocher2DInterpolator(triangles, z)(x, y)
    nearest = interpolate.griddata(xy, z, (x, y), method="nearest")
    outside = np.isnan(smooth)
    grid = np.where(outside, nearest, smooth)

    # Slope in degrees, sinks, and the land without its roughness.
    model = ndimage.gaussian_filter(grid, 1.5)
    step = 1000 / (size - 1)
    dx, dy = np.gradient(model, step)
    slope = np.degrees(np.arctan(np.hypot(dx, dy)))
    lowest = ndimage.minimum_filter(model, 15) == model
    sinks, count = ndimage.label(lowest & ~outside)
    deepest = ndimage.minimum(model, sinks, np.arange(1, 4))

    # A profile of the road, with its climb and how it bends.
    axis = np.linspace(0, 1000, size)
    surface = interpolate.RegularGridInterpolator((axis, axis), model, method="linear")
    profile = surface(road)
    steps = np.hypot(*np.diff(road, axis=0).T)
    way = np.concatenate([np.zeros(1), np.cumsum(steps)])
    line = interpolate.PchipInterpolator(way, profile)
    even = np.linspace(0, way[-1], 2 * len(way))
    level = line(even)
    grade = line.derivative()(even)
    climb = np.maximum(np.diff(level), 0).sum()
    curve = interpolate.make_interp_spline(way, road, k=3)
    bend = np.abs(curve(even, 2)).max(axis=1)

    # What the model gets wrong at the stations, and how errors hang together.
    truth = land(*stations.T)
    error = surface(stations) - truth
    apart = spatial.distance.cdist(stations, stations)
    pairs = np.triu_indices(len(stations), 1)
    semi = 0.5 * (error[:, np.newaxis] - error)[pairs] ** 2
    bins = np.linspace(0, 900, 7)
    number = np.digitize(apart[pairs], bins)
    variogram = np.bincount(number, semi, 8) / np.maximum(
        np.bincount(number, minlength=8), 1
    )
    # The errors as a surface of their own.
    trend = interpolate.RBFInterpolator(stations, error, smoothing=1.0)(road)
    return {
        "distance": distance[:, 1],
        "good": good,
        "spread": spread,
        "flat": flat,
        "smooth": smooth,
        "nearest": nearest,
        "slope": slope,
        "sinks": sinks,
        "count": np.array(count),
        "deepest": deepest,
        "profile": profile,
        "level": level,
        "grade": grade,
        "climb": climb,
        "bend": bend,
        "error": error,
        "variogram": variogram,
        "trend": trend,
    }


if __name__ == "__main__":
    places, heights, road, stations, size = setup()
    found = run(places, heights, road, stations, size)
    dropped = len(places) - found["good"].sum()
    print(f"{len(places)} soundings, {dropped} blunders, {size} x {size} heights")
    print(f"steepest {found['slope'].max():.2f} degrees, {found['count']} sinks")
    print(f"the road climbs {found['climb']:.2f} m")
    print(f"errors of {np.sqrt((found['error'] ** 2).mean()):.4f} m")
