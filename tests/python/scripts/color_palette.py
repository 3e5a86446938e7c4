# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 4 roundings: products of vectors of three numbers.
import numpy as np
def hex_to_rgb(h): return np.array([int(h.lstrip('#')[i:i + 2], 16) for i in (0, 2, 4)])
def rgb_to_hex(rgb): return '#%02x%02x%02x' % tuple(rgb)
palette = np.array([hex_to_rgb(h) for h in ("#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff")])
image = np.array([[[250, 10, 5], [3, 4, 250]], [[200, 220, 240], [10, 200, 30]]], dtype=np.uint8)
d = ((image[:, :, None, :].astype(int) - palette) ** 2).sum(axis=-1); nearest = d.argmin(axis=-1); quantized = palette[nearest].astype(np.uint8)
print(nearest, quantized.tolist(), [rgb_to_hex(c) for c in quantized.reshape(-1, 3)], "#{:02X}{:02X}{:02X}".format(*image[0, 0]))
grey = np.dot(image[..., :3], [0.2989, 0.5870, 0.1140]); print(grey.round(2), grey.astype(np.uint8), image.mean(axis=(0, 1)), image.max(axis=2), image[..., ::-1][0, 0])
packed = image[..., 0].astype(np.uint32) << 16 | image[..., 1].astype(np.uint32) << 8 | image[..., 2]; print(packed, [hex(v) for v in packed.flat], np.unique(packed).size)
ramp = np.linspace(palette[2], palette[4], 4).round().astype(int); print(ramp, [rgb_to_hex(c) for c in ramp]); ppm = "P3\n2 2\n255\n" + "\n".join(" ".join(str(v) for v in px) for px in image.reshape(-1, 3)); print(ppm)
rgb = image / 255.0; mx, mn = rgb.max(-1), rgb.min(-1); delta = mx - mn; r, g, b = np.moveaxis(rgb, -1, 0)
hue = np.where(mx == r, (g - b) / delta % 6, np.where(mx == g, (b - r) / delta + 2, (r - g) / delta + 4)) * 60; print(hue.round(2), np.divide(delta, mx, where=mx > 0, out=np.zeros_like(mx)).round(3))
img = np.clip(image * 1.2 + 10, 0, 255).astype('uint8'); print(img[0], (image > 128).any(-1), np.bitwise_and(image, 0xF0)[0, 0], image.tobytes()[:4], cmp.tolist() if (cmp := image[0] == image[1]).any() else "all differ")
