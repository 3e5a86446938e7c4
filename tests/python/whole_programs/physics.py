# SPDX-License-Identifier: Apache-2.0
"""Physics and engineering: eigenvalue problems, fields, circuits, transforms."""

from .program import normal, program, uniform


@program(rounding=4096, why="eigenvalues of a matrix of 60 x 60 with large entries")
def quantum_well(np):
    """Levels of an oscillator by finite differences."""
    n, L = 60, 12.0
    x = np.linspace(-L / 2, L / 2, n)
    dx = x[1] - x[0]
    V = 0.5 * x**2
    H = np.diag(1 / dx**2 + V) - 0.5 / dx**2 * (np.eye(n, k=1) + np.eye(n, k=-1))
    E, psi = np.linalg.eigh(H)
    psi /= np.sqrt(dx)
    nodes = []
    for k in range(4):
        strong = np.abs(psi[:, k]) > 1e-3
        signs = np.sign(psi[strong, k])
        nodes.append((np.diff(signs) != 0).sum())
        print(
            f"n={k}: E={E[k]:.4f}, <x^2>={np.trapezoid(x**2 * psi[:, k] ** 2, x):.4f}"
        )
    density = psi[:, 0] ** 2
    return E[:6], nodes, density, np.trapezoid(density, x), x[density.argmax()] < dx


@program(rounding=1024, why="40 steps of complex products and transforms")
def wave_packet(np):
    """Split steps of Schroedinger's equation; a packet meets a wall."""
    n = 128
    x = np.linspace(-20, 20, n, endpoint=False)
    dx = x[1] - x[0]
    k = 2 * np.pi * np.fft.fftfreq(n, dx)
    psi = np.exp(-((x + 8) ** 2) / 4 + 2j * x)
    psi /= np.sqrt((np.abs(psi) ** 2).sum() * dx)
    V = np.where(np.abs(x) < 0.5, 2.0, 0.0)
    dt = 0.1
    half = np.exp(-0.5j * dt * V)
    kinetic = np.exp(-0.5j * dt * k**2)
    norms, means = [], []
    t = 0
    while t < 4:
        psi = half * np.fft.ifft(kinetic * np.fft.fft(half * psi))
        p = np.abs(psi) ** 2 * dx
        norms.append(p.sum())
        means.append((x * p).sum())
        t += dt
    through = p[x > 0.5].sum()
    steady = max(norms) - min(norms) < 1e-12
    return psi, np.array(means), through, steady, len(norms)


@program(rounding=64, why="16 unknowns of a circuit and of a truss")
def circuit(np):
    """Nodal analysis: conductances are stamped, one dict per resistor."""
    parts = [(0, 1, 100.0), (1, 2, 220.0), (1, 3, 330.0), (2, 3, 470.0), (3, 0, 150.0)]
    n = 4
    G = np.zeros((n, n))
    for a, b, r in parts:
        g = 1 / r
        G[a, a] += g
        G[b, b] += g
        G[a, b] -= g
        G[b, a] -= g
    I = np.zeros(n)
    I[2] += 0.05
    v = np.zeros(n)
    v[1:] = np.linalg.solve(G[1:, 1:], I[1:])
    power = 0
    for a, b, r in parts:
        current = (v[a] - v[b]) / r
        power += current**2 * r
        print(f"{a}-{b}: {1000 * current:8.3f} mA")
    kirchhoff = G @ v - I
    t = np.linspace(0, 5, 26)
    charge = 5 * (1 - np.exp(-t))
    tau = t[np.argmax(charge >= 5 * (1 - np.exp(-1)) - 1e-12)]
    return v, power, np.abs(kirchhoff[1:]).max() < 1e-12, charge, tau, v.argmax()


@program(rounding=64, why="sums of quotients by powers of distances")
def charges_and_fields(np):
    q = np.array([1.0, -1.0, 0.5])
    where = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, 1.5]])
    y, x = np.mgrid[-2:2:9j, -2:2:9j]
    Ex, Ey, potential = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    for charge, (px, py) in zip(q, where, strict=True):
        dx, dy = x - px, y - py
        r = np.hypot(dx, dy)
        near = r < 0.3
        r[near] = 0.3
        Ex += charge * dx / r**3
        Ey += charge * dy / r**3
        potential += charge / r
    E = np.hypot(Ex, Ey)
    weak = np.argwhere(E < np.percentile(E, 10))
    position = np.array([-1.8, 1.0])
    line = [position]
    while len(line) < 60 and np.abs(position).max() < 2:
        d = position - where
        r3 = (d**2).sum(axis=1) ** 1.5
        field = (q[:, None] * d / r3[:, None]).sum(axis=0)
        position = position + 0.05 * field / np.sqrt(field @ field)
        line.append(position)
    return potential, E, weak, len(line), np.array(line)[::10], E.argmax()


@program(rounding=256, why="60 products of transition matrices")
def decay_chain(np):
    """Markov chain, decay of nuclei, and the time until half are gone."""
    lam = np.array([0.3, 0.1, 0.0])
    A = np.array([[-0.3, 0, 0], [0.3, -0.1, 0], [0, 0.1, 0]])
    step = np.eye(3)
    term = np.eye(3)
    n = 1
    while np.abs(term).max() > 1e-14:
        term = term @ A / n
        step += term
        n += 1
    N = np.array([1000.0, 0.0, 0.0])
    log = [N]
    half = None
    for year in range(1, 61):
        N = step @ N
        log.append(N)
        if half is None and N[2] > 500:
            half = year
    log = np.array(log)
    peak = log[:, 1].argmax()
    activity = (lam * log).sum(axis=1)
    exact = 1000 * np.exp(-0.3 * np.arange(61))
    return log[::6], half, peak, n, activity[::10], bool(np.allclose(log[:, 0], exact))


@program(rounding=64, why="32 x 32 blocks through a matrix of cosines and back")
def cosine_compression(np):
    """JPEG in small: blocks of 8 x 8, cosine transform, quantisation."""
    n = 8
    k, i = np.mgrid[:n, :n]
    C = np.sqrt(2 / n) * np.cos(np.pi * (2 * i + 1) * k / (2 * n))
    C[0] /= np.sqrt(2)
    y, x = np.mgrid[:32, :32]
    image = (
        100 + 40 * np.sin(x / 6.0) + 30 * np.cos(y / 9.0) + np.array(normal(1, 32, 32))
    )
    out = np.zeros_like(image)
    zeros = total = 0
    for r in range(0, 32, n):
        for c in range(0, 32, n):
            block = image[r : r + n, c : c + n] - 128
            d = C @ block @ C.T
            q = np.round(d / 16)
            zeros += (q == 0).sum()
            total += q.size
            out[r : r + n, c : c + n] = C.T @ (q * 16) @ C + 128
    error = np.sqrt(((image - out) ** 2).mean())
    print(f"{zeros / total:.1%} zeros, error {error:.2f}")
    return out, zeros, error, np.abs(C @ C.T - np.eye(n)).max() < 1e-14


@program(rounding=256, why="back projections add up 30 interpolated rows")
def tomography(np):
    """Radon transform by nearest points; filtered back projection."""
    n = 32
    y, x = np.mgrid[:n, :n] - n / 2 + 0.5
    phantom = ((x / 10) ** 2 + (y / 13) ** 2 < 1) * 1.0
    phantom[(x - 3) ** 2 + (y + 2) ** 2 < 9] = 0.3
    angles = np.linspace(0, np.pi, 30, endpoint=False) + 1e-3
    sinogram = np.zeros((30, n))
    for row, a in zip(sinogram, angles, strict=True):
        s = np.floor(x * np.cos(a) + y * np.sin(a) + n / 2).astype(int)
        ok = (s >= 0) & (s < n)
        row += np.bincount(s[ok], weights=phantom[ok], minlength=n)
    ramp = np.abs(np.fft.fftfreq(n))
    filtered = np.fft.ifft(np.fft.fft(sinogram, axis=1) * ramp, axis=1).real
    image = np.zeros((n, n))
    for row, a in zip(filtered, angles, strict=True):
        s = x * np.cos(a) + y * np.sin(a) + n / 2 - 0.5
        image += np.interp(s.ravel(), np.arange(n), row).reshape(n, n)
    image *= np.pi / 30
    inside, outside = image[phantom > 0.5].mean(), image[phantom == 0].mean()
    return sinogram, image, inside > 4 * abs(outside), sinogram.sum(axis=1)


@program(rounding=64, why="means of 100000 sines, in float32 and in float64")
def two_precisions(np):
    """The same sums in float32 and float64 on a long signal, and what is lost."""
    t = np.linspace(0, 100, 100_000)
    signal = np.sin(t) + 0.1 * np.array(uniform(2, 100_000))
    single = signal.astype(np.float32)
    stats = {}
    for name, s in (("double", signal), ("single", single)):
        rms = np.sqrt(np.mean(s * s))
        clipped = np.clip(s, -0.5, 0.5)
        above = (clipped >= 0.5).mean()
        crest = np.abs(s).max() / rms
        stats[name] = (rms, above, crest, s.dtype.name)
    lost = np.abs(signal - single).max()
    energy = np.add.reduceat(signal**2, np.arange(0, 100_000, 12_500))
    envelope = np.abs(signal).reshape(100, 1000).max(axis=1)
    loud = 0
    for a, b in zip(envelope, envelope[1:], strict=False):
        if b > a:
            loud += 1
    return (
        stats,
        lost < 1e-7,
        energy,
        envelope[:10],
        loud,
        str(stats["single"][0].dtype),
    )
