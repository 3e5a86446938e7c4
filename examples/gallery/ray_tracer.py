# SPDX-License-Identifier: Apache-2.0
"""
Spheres in the sun
==================

A small ray tracer: a ray for each pixel, all of them at once, with shadows and one
reflection.
"""

import matplotlib.pyplot as plt
import tenorite as np

centres = np.array([[-1.3, 0.0, 4.5], [0.6, -0.25, 3.4], [1.9, 0.4, 5.5]])
radii = [1.0, 0.75, 1.4]
paints = [(0.9, 0.3, 0.2), (0.2, 0.5, 0.9), (0.3, 0.8, 0.4)]
sun = np.array([-0.5, 0.8, -0.4])
sun /= np.linalg.norm(sun)


def first_hit(origin, ray):
    """Distance to the nearest surface, its normal and its colour, for (h, w, 3) rays."""
    near = np.full(ray.shape[:2], 1e9)
    normal = np.zeros_like(ray)
    colour = np.zeros_like(ray)
    # The floor at y = -1, a chessboard.
    t = (-1.0 - origin[..., 1]) / np.where(abs(ray[..., 1]) < 1e-9, 1e-9, ray[..., 1])
    point = origin + t[..., None] * ray
    board = (np.floor(point[..., 0]) + np.floor(point[..., 2])) % 2 * 0.5 + 0.3
    hit = (t > 1e-3) & (t < 40)
    near = np.where(hit, t, near)
    normal = np.where(hit[..., None], np.array([0.0, 1.0, 0.0]), normal)
    colour = np.where(hit[..., None], board[..., None] * np.ones(3), colour)
    for centre, radius, paint in zip(centres, radii, paints):
        away = origin - centre
        b = (away * ray).sum(-1)
        under = b * b - (away * away).sum(-1) + radius * radius
        t = -b - np.sqrt(np.maximum(under, 0))
        hit = (under > 0) & (t > 1e-3) & (t < near)
        near = np.where(hit, t, near)
        on = (away + t[..., None] * ray) / radius
        normal = np.where(hit[..., None], on, normal)
        colour = np.where(hit[..., None], np.array(paint), colour)
    return near, normal, colour


# %%
# Where a ray hits something, a second one looks for the sun.


def seen(origin, ray):
    near, normal, colour = first_hit(origin, ray)
    point = origin + near[..., None] * ray + 1e-4 * normal
    hit = near < 1e8
    shadow = first_hit(point, sun + np.zeros_like(ray))[0] < 1e8
    light = 0.25 + 0.75 * np.maximum((normal * sun).sum(-1), 0) * ~shadow
    sky = np.array([0.55, 0.7, 0.95]) + 0.3 * (1 - ray[..., 1:2])
    return point, normal, hit, np.where(hit[..., None], colour * light[..., None], sky)


height, width = 216, 324
y, x = np.meshgrid(
    np.linspace(0.8, -0.8, height), np.linspace(-1.2, 1.2, width), indexing="ij"
)
ray = np.stack([x, y, np.full_like(x, 1.6)], axis=-1)
ray /= np.linalg.norm(ray, axis=-1, keepdims=True)
point, normal, hit, image = seen(np.zeros_like(ray), ray)
mirrored = ray - 2 * (ray * normal).sum(-1, keepdims=True) * normal
reflection = seen(point, mirrored)[3]
image = np.where(hit[..., None], 0.75 * image + 0.25 * reflection, image)

# %%

plt.figure(figsize=(6, 4))
plt.imshow(np.clip(image, 0, 1).get())
plt.axis("off")
plt.show()
