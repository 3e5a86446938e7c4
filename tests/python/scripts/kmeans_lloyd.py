# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 64 roundings: means of 30 points.
"""k-means from a blog post."""
import numpy as np
from copy import deepcopy

rng = np.random.RandomState(123)
points = np.concatenate([rng.normal(loc=c, scale=0.4, size=(20, 2)) for c in [(0, 0), (3, 1), (1, 4)]])

def closest_centroid(points, centroids):
    distances = np.sqrt(((points - centroids[:, np.newaxis])**2).sum(axis=2))
    return np.argmin(distances, axis=0)

def move_centroids(points, closest, centroids):
    return np.array([points[closest == k].mean(axis=0) for k in range(centroids.shape[0])])

c = points[:3].copy()
old = np.zeros(c.shape)
error = np.linalg.norm(c - old, axis=None)
n = 0
while error != 0:
    closest = closest_centroid(points, c)
    old = deepcopy(c)
    c = move_centroids(points, closest, c)
    error = np.linalg.norm(c - old)
    n += 1
    print("%d: %.5f %s" % (n, error, np.bincount(closest, minlength=3)))
    if n > 20:
        break
print(c.round(3))
inertia = sum(((points[closest == k] - c[k])**2).sum() for k in range(3))
print("inertia {:.4f}".format(inertia))
silhouette = []
for i, p in enumerate(points):
    d = np.linalg.norm(points - p, axis=1)
    same = closest == closest[i]
    a = d[same].sum() / (same.sum() - 1)
    b = min(d[closest == k].mean() for k in set(closest) - {closest[i]})
    silhouette.append((b - a) / max(a, b))
print("silhouette {:.4f}".format(np.mean(silhouette)))
