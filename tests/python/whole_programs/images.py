# SPDX-License-Identifier: Apache-2.0
"""Images: fractals, filters, thresholds, shapes."""

from .program import integers, normal, program, uniform


def photograph(np, h=48, w=64):
    """A small grey picture with shapes, shades and noise."""
    y, x = np.mgrid[:h, :w]
    image = 60 + x + y // 2
    image[10:25, 12:30] = 200
    image[(y - 32) ** 2 + (x - 45) ** 2 < 100] = 20
    image = image + np.array(integers(1, -8, 9, h, w))
    return np.clip(image, 0, 255).astype(np.uint8)


@program()
def mandelbrot(np):
    w, h, limit = 90, 60, 40
    x = np.linspace(-2.0, 0.6, w)
    y = np.linspace(-1.1, 1.1, h)
    c = x[None, :] + 1j * y[:, None]
    z = np.zeros_like(c)
    divtime = np.full(c.shape, limit, dtype=int)
    for i in range(limit):
        z = z * z + c
        diverge = z.real**2 + z.imag**2 > 4
        new = diverge & (divtime == limit)
        divtime[new] = i
        z[diverge] = 2
    inside = (divtime == limit).sum()
    for row in divtime[::12, ::3]:
        print("".join(" .:-=+*#%@"[min(9, v // 4)] for v in row))
    return divtime, inside, np.bincount(divtime.ravel())


@program()
def escape_times(np):
    """Julia set in a loop over points with an early exit for each."""
    c = complex(-0.75, 0.11)

    def escape(z, limit=20):
        for n in range(limit):
            if z.real * z.real + z.imag * z.imag > 4:
                return n
            z = z * z + c
        return limit

    xs, ys = np.linspace(-1.5, 1.5, 16), np.linspace(-1, 1, 9)
    counts = np.zeros((len(ys), len(xs)), dtype=np.int32)
    for i, y in enumerate(ys):
        for j, x in enumerate(xs):
            counts[i, j] = escape(x + 1j * y)
    sums = counts.sum(axis=1)
    return counts, sums, sums.tolist(), counts.max(), counts.dtype.itemsize


@program()
def sobel(np):
    image = photograph(np).astype(int)
    Kx = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
    Ky = Kx.T
    h, w = image.shape
    gx, gy = np.zeros((h - 2, w - 2), int), np.zeros((h - 2, w - 2), int)
    for i in range(3):
        for j in range(3):
            part = image[i : i + h - 2, j : j + w - 2]
            gx += Kx[i, j] * part
            gy += Ky[i, j] * part
    magnitude = np.hypot(gx, gy)
    edges = gx**2 + gy**2 > 150**2
    by_hand = (image[3:6, 7:10] * Kx).sum()
    scaled = (magnitude / magnitude.max() * 255).astype(np.uint8)
    return gx, gy, edges.sum(), by_hand == gx[3, 7], by_hand, scaled.dtype.name


@program()
def equalise_histogram(np):
    image = photograph(np)
    hist, bins = np.histogram(image.flatten(), 256, [0, 256])
    cdf = hist.cumsum()
    lowest = cdf[cdf > 0].min()
    table = np.round((cdf - lowest) / (cdf[-1] - lowest) * 255)
    table = np.clip(table, 0, 255).astype("uint8")
    result = table[image]
    dark = bright = 0
    for v, n in enumerate(hist):
        if v < 128:
            dark += n
        else:
            bright += n
    return (
        result,
        hist,
        dark,
        bright,
        bins[-1],
        np.ptp(image),
        result.min(),
        result.max(),
    )


@program()
def otsu(np):
    image = photograph(np)
    hist = np.bincount(image.ravel(), minlength=256)
    total = image.size
    sum_all = np.dot(np.arange(256), hist)
    weight = sum_back = 0
    best, threshold = 0.0, 0
    for t in range(256):
        weight += hist[t]
        if weight == 0:
            continue
        rest = total - weight
        if rest == 0:
            break
        sum_back += t * hist[t]
        m_back = sum_back / weight
        m_fore = (sum_all - sum_back) / rest
        between = weight * rest * (m_back - m_fore) ** 2
        if between > best:
            best = between
            threshold = t
    binary = np.where(image > threshold, 255, 0).astype(np.uint8)
    return threshold, best, weight, sum_back, binary, (binary == 255).mean()


@program()
def median_filter(np):
    """Salt and pepper, and a 3 x 3 median, by loops and by stacked views."""
    image = photograph(np, 24, 32)
    spots = np.array(uniform(2, 24, 32))
    noisy = image.copy()
    noisy[spots < 0.05] = 0
    noisy[spots > 0.95] = 255
    padded = np.pad(noisy, 1, mode="edge")
    stack = np.stack(
        [padded[i : i + 24, j : j + 32] for i in range(3) for j in range(3)]
    )
    fast = np.median(stack, axis=0).astype(np.uint8)
    slow = np.zeros_like(image)
    for i in range(0, 24, 5):
        for j in range(0, 32, 5):
            window = padded[i : i + 3, j : j + 3].ravel()
            slow[i, j] = sorted(window)[4]
    changed = np.argwhere(fast != noisy)
    before = np.abs(noisy.astype(int) - image).mean()
    after = np.abs(fast.astype(int) - image).mean()
    equal = (slow[::5, ::5] == fast[::5, ::5]).all()
    return fast, equal, len(changed), changed[0], before > after


@program()
def connected_components(np):
    """Labels in two passes with a table of equivalences."""
    image = np.array(uniform(3, 18, 24)) < 0.45
    labels = np.zeros(image.shape, dtype=int)
    parent = [0]

    def find(i):
        while parent[i] != i:
            i = parent[i]
        return i

    h, w = image.shape
    for i in range(h):
        for j in range(w):
            if not image[i, j]:
                continue
            up = labels[i - 1, j] if i else 0
            left = labels[i, j - 1] if j else 0
            if up and left:
                a, b = find(up), find(left)
                labels[i, j] = min(a, b)
                parent[max(a, b)] = min(a, b)
            elif up or left:
                labels[i, j] = up or left
            else:
                parent.append(len(parent))
                labels[i, j] = len(parent) - 1
    for i, j in zip(*np.nonzero(labels), strict=True):
        labels[i, j] = find(labels[i, j])
    names, sizes = np.unique(labels[labels > 0], return_counts=True)
    biggest = names[sizes.argmax()]
    rows, cols = np.where(labels == biggest)
    box = rows.min(), rows.max() + 1, cols.min(), cols.max() + 1
    crop = labels[box[0] : box[1], box[2] : box[3]] == biggest
    return labels, names.size, sizes.max(), box, crop, crop.sum() == sizes.max()


@program()
def flood_fill(np):
    """A stack of positions; changes an array of the caller's."""
    grid = (np.array(uniform(4, 15, 20)) < 0.35).astype(int)

    def fill(start, colour):
        old = grid[start]
        if old == colour:
            return 0
        stack, n = [start], 0
        while stack:
            i, j = stack.pop()
            if 0 <= i < grid.shape[0] and 0 <= j < grid.shape[1] and grid[i, j] == old:
                grid[i, j] = colour
                n += 1
                stack += [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]
        return n

    sizes = []
    colour = 2
    while (grid == 0).any():
        start = tuple(np.argwhere(grid == 0)[0])
        sizes.append(fill(start, colour))
        colour += 1
    for row in grid[:4]:
        print("".join("#" if v == 1 else chr(95 + v) for v in row))
    return grid, sizes, colour, max(sizes)


@program()
def morphology(np):
    """Erosion, dilation, and a skeleton by distances, on booleans."""
    image = photograph(np) > 150

    def dilate(a):
        p = np.pad(a, 1)
        out = np.zeros_like(a)
        for di in range(3):
            for dj in range(3):
                out |= p[di : di + a.shape[0], dj : dj + a.shape[1]]
        return out

    erode = lambda a: ~dilate(~a)
    opened = dilate(erode(image))
    border = opened & ~erode(opened)
    depth = np.zeros(image.shape, dtype=np.uint8)
    current = opened.copy()
    rounds = 0
    while current.any():
        depth += current
        current = erode(current)
        rounds += 1
    perimeter = border.sum()
    area = opened.sum()
    return opened, border, depth, rounds, perimeter / area, depth.max()


@program(rounding=8, why="weights of neighbours are rounded products")
def zoom(np):
    """Bilinear scaling in float32 and rounding to bytes."""
    image = photograph(np, 12, 16).astype(np.float32)
    h, w = image.shape
    H, W = 30, 40
    ys = np.linspace(0, h - 1, H, dtype=np.float32)
    xs = np.linspace(0, w - 1, W, dtype=np.float32)
    y0 = np.floor(ys).astype(int)
    x0 = np.floor(xs).astype(int)
    y1, x1 = np.minimum(y0 + 1, h - 1), np.minimum(x0 + 1, w - 1)
    fy, fx = (ys - y0)[:, None], (xs - x0)[None, :]
    top = image[y0][:, x0] * (1 - fx) + image[y0][:, x1] * fx
    bottom = image[np.ix_(y1, x0)] * (1 - fx) + image[np.ix_(y1, x1)] * fx
    out = top * (1 - fy) + bottom * fy
    nearest = image[(np.arange(H) * h // H)[:, None], np.arange(W) * w // W]
    return out, nearest, out.dtype.str, np.abs(out - nearest).max() < 255


@program()
def dither(np):
    """Floyd and Steinberg: errors are pushed to pixels that follow."""
    image = photograph(np, 20, 26).astype(float)
    h, w = image.shape
    for y in range(h):
        for x in range(w):
            old = image[y, x]
            new = 255.0 if old > 127 else 0.0
            image[y, x] = new
            error = old - new
            if x + 1 < w:
                image[y, x + 1] += error * 7 / 16
            if y + 1 < h:
                if x > 0:
                    image[y + 1, x - 1] += error * 3 / 16
                image[y + 1, x] += error * 5 / 16
                if x + 1 < w:
                    image[y + 1, x + 1] += error * 1 / 16
    white = np.count_nonzero(image)
    return image, white, image.mean(), f"{white / image.size:.1%} white"


@program(rounding=4, why="an angle is turned into degrees")
def hough(np):
    """The strongest straight line of a picture; votes with add.at."""
    edges = np.zeros((40, 40), dtype=bool)
    for k in range(5, 35):
        edges[k, 39 - k] = True
    edges[np.array(integers(5, 0, 40, 30)), np.array(integers(6, 0, 40, 30))] = True
    ys, xs = np.nonzero(edges)
    angles = np.deg2rad(np.arange(0, 180, 3))
    rho = xs[:, None] * np.cos(angles) + ys[:, None] * np.sin(angles)
    bins = np.floor(rho + 60.25).astype(int)
    votes = np.zeros((120, angles.size), dtype=int)
    columns = np.broadcast_to(np.arange(angles.size), bins.shape)
    np.add.at(votes, (bins, columns), 1)
    r, a = np.unravel_index(np.argmax(votes), votes.shape)
    return votes.max(), r, a, np.rad2deg(angles[a]), votes.sum() == bins.size, votes[r]


@program()
def seam_carving(np):
    """Dynamic programme over rows; three seams are removed."""
    image = photograph(np, 16, 22).astype(int)
    removed = []
    for _ in range(3):
        h, w = image.shape
        energy = np.abs(np.gradient(image.astype(float), axis=1)) * 2
        cost = energy.copy()
        back = np.zeros((h, w), dtype=int)
        for i in range(1, h):
            for j in range(w):
                lo = max(j - 1, 0)
                k = np.argmin(cost[i - 1, lo : j + 2]) + lo
                back[i, j] = k
                cost[i, j] += cost[i - 1, k]
        j = np.argmin(cost[-1])
        mask = np.ones((h, w), dtype=bool)
        total = cost[-1, j]
        for i in reversed(range(h)):
            mask[i, j] = False
            j = back[i, j]
        removed.append(total)
        image = image[mask].reshape(h, w - 1)
    return image, removed, sum(removed)


@program(rounding=64, why="tables of sums over 480 x 640 pixels")
def integral_image(np):
    """Box blur through sums, and the quality of the result, on a large picture."""
    h, w, r = 240, 420, 4
    y, x = np.mgrid[0:h, 0:w]
    image = 128 + 100 * np.sin(x / 20.0) * np.cos(y / 15.0) + np.array(normal(7, h, w))
    S = np.zeros((h + 1, w + 1))
    S[1:, 1:] = image.cumsum(0).cumsum(1)
    n = 2 * r + 1
    blurred = (S[n:, n:] - S[:-n, n:] - S[n:, :-n] + S[:-n, :-n]) / n**2
    inner = image[r:-r, r:-r]
    mse = np.mean((inner - blurred) ** 2)
    psnr = 10 * np.log10(255**2 / mse)
    check = image[10:19, 20:29].mean()
    print(f"PSNR {psnr:.2f} dB")
    return (
        blurred[::30, ::40] / S[-1, -1],
        mse < 60,
        abs(check - blurred[10, 20]) < 1e-6,
    )
