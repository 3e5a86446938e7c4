# SPDX-License-Identifier: Apache-2.0
"""Partial differential equations on grids."""

from .program import program


@program(rounding=16, why="the initial sine differs in the last bit")
def heat(np):
    nx, dx = 51, 0.02
    dt = 0.4 * dx**2
    x = np.linspace(0, 1, nx)
    u = np.sin(np.pi * x)
    u[0] = u[-1] = 0
    snapshots = [u.copy()]
    t = 0
    while u.max() > 0.5:
        u[1:-1] += dt / dx**2 * (u[2:] - 2 * u[1:-1] + u[:-2])
        t += dt
        if len(snapshots) < 5:
            snapshots.append(u.copy())
    return np.array(snapshots), t, u, u.argmax()


@program()
def heat_two_buffers(np):
    """Old and new grids that are swapped, with a hot plate in the middle."""
    T = np.zeros((24, 20))
    T[8:16, 8:12] = 100.0
    T_new = T.copy()
    total = [T.sum()]
    for step in range(1, 41):
        T_new[1:-1, 1:-1] = T[1:-1, 1:-1] + 0.25 * (
            T[2:, 1:-1] + T[:-2, 1:-1] + T[1:-1, 2:] + T[1:-1, :-2] - 4 * T[1:-1, 1:-1]
        )
        T, T_new = T_new, T
        if step % 10 == 0:
            total.append(np.round(T.sum(), 6))
            print(f"{step:3d} {T.max():8.4f} {T[12, 10]:8.4f}")
    hottest = np.unravel_index(T.argmax(), T.shape)
    return T, total, hottest, tuple(int(i) for i in hottest)


@program(rounding=64, why="80 steps on a Gaussian that exp gives")
def wave(np):
    n = 101
    c = 0.9
    x = np.arange(n)
    prev = np.exp(-0.01 * (x - 30.0) ** 2)
    curr = prev.copy()
    film = []
    for k in range(80):
        nxt = np.zeros(n)
        nxt[1:-1] = 2 * curr[1:-1] - prev[1:-1] + c**2 * np.diff(curr, 2)
        prev, curr = curr, nxt
        if k % 20 == 0:
            film.append(curr)
    front = np.where(np.abs(curr) > 0.1)[0]
    return np.stack(film), curr, front[0], front[-1], front[-1] - front[0]


@program()
def laplace_jacobi(np):
    phi = np.zeros((20, 20))
    phi[0, :] = 1.0
    errors = []
    err = 1.0
    while err > 1e-3:
        old = phi.copy()
        phi[1:-1, 1:-1] = 0.25 * (
            old[:-2, 1:-1] + old[2:, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:]
        )
        err = np.max(np.abs(phi - old))
        errors.append(err)
    ratio = errors[-1] / errors[-2]
    return phi, len(errors), err, ratio, phi[10, 10]


@program()
def sor(np):
    """Successive over-relaxation point by point; returns from within the loops."""
    n = 10
    u = np.zeros((n, n))
    u[:, 0] = np.arange(n) / (n - 1)
    f = np.ones((n, n)) / n**2
    omega = 1.6

    def solve(u, limit):
        for sweep in range(1, limit + 1):
            biggest = 0.0
            for i in range(1, n - 1):
                for j in range(1, n - 1):
                    new = (
                        u[i + 1, j] + u[i - 1, j] + u[i, j + 1] + u[i, j - 1] + f[i, j]
                    ) / 4
                    change = omega * (new - u[i, j])
                    u[i, j] += change
                    if abs(change) > biggest:
                        biggest = abs(change)
            if biggest < 1e-4:
                return sweep, biggest
        return -1, biggest

    sweeps, change = solve(u, 60)
    return u, sweeps, change


@program()
def crank_nicolson(np):
    """Thomas' algorithm written out, a loop over unknowns."""
    n, r = 20, 0.5
    u = np.zeros(n)
    u[n // 2] = 1.0
    a = np.full(n, -r / 2)
    b = np.full(n, 1 + r)
    c = np.full(n, -r / 2)

    def thomas(a, b, c, d):
        cp, dp = c.copy(), d.copy()
        cp[0] /= b[0]
        dp[0] /= b[0]
        for i in range(1, n):
            m = b[i] - a[i] * cp[i - 1]
            cp[i] /= m
            dp[i] = (d[i] - a[i] * dp[i - 1]) / m
        for i in range(n - 2, -1, -1):
            dp[i] -= cp[i] * dp[i + 1]
        return dp

    peaks = []
    for _ in range(10):
        d = u.copy()
        d[1:-1] = r / 2 * u[:-2] + (1 - r) * u[1:-1] + r / 2 * u[2:]
        u = thomas(a, b, c, d)
        peaks.append(u.max())
    return u, np.array(peaks), peaks[0] > peaks[-1]


@program(rounding=4096, why="50 steps of reactions on 40000 points add up roundings")
def gray_scott(np):
    """Reaction and diffusion in float32 on a periodic grid of 200 x 200."""
    n = 200
    U = np.ones((n, n), dtype=np.float32)
    V = np.zeros((n, n), dtype=np.float32)
    U[90:110, 90:110] = 0.5
    V[90:110, 90:110] = 0.25
    Du, Dv, F, k = 0.16, 0.08, 0.035, 0.065

    def laplacian(Z):
        return (
            np.roll(Z, 1, 0) + np.roll(Z, -1, 0) + np.roll(Z, 1, 1) + np.roll(Z, -1, 1)
        ) - 4 * Z

    mass = []
    for step in range(50):
        uvv = U * V * V
        U += Du * laplacian(U) - uvv + F * (1 - U)
        V += Dv * laplacian(V) + uvv - (F + k) * V
        if step % 10 == 9:
            mass.append(V.mean())
    return U[::20, ::20], V[80:120:8, 80:120:8], mass, (V > 0.1).sum(), U.dtype.name


@program()
def burgers(np):
    """Upwind scheme, large array, the step from the largest speed."""
    n = 100_001
    x = np.linspace(0, 1, n)
    u = np.where((x > 0.25) & (x < 0.5), 1.0, 0.5)
    t, dx = 0.0, 1.0 / (n - 1)
    for _ in range(8):
        dt = 0.9 * dx / np.max(np.abs(u))
        flux = 0.5 * u**2
        u[1:] -= dt / dx * (flux[1:] - flux[:-1])
        t += dt
    jump = np.argmax(np.abs(np.diff(u)))
    return u[24_990:25_020], u[49_990:50_020], t, jump, u.max(), u.min()


@program(rounding=256, why="transforms there and back in each of 20 steps")
def spectral_advection(np):
    n, L = 64, 2 * np.pi
    x = np.arange(n) * L / n
    k = np.fft.fftfreq(n, d=L / n) * 2 * np.pi
    u = np.exp(np.sin(x))
    start = u.copy()
    dt = L / 20
    for _ in range(20):
        u_hat = np.fft.fft(u)
        u_hat *= np.exp(-1j * k * dt)
        u = np.fft.ifft(u_hat).real
    du = np.fft.ifft(1j * k * np.fft.fft(start)).real
    exact = np.cos(x) * start
    return u, du, bool(np.allclose(u, start)), np.abs(du - exact).max() < 1e-10


@program()
def shallow_gutter(np):
    """Nonlinear convection of a hat in two dimensions, as in lecture notes."""
    nx = ny = 31
    nt, c = 25, 1
    dx, dy = 2 / (nx - 1), 2 / (ny - 1)
    dt = 0.2 * dx
    u = np.ones((ny, nx))
    u[int(0.5 / dy) : int(1 / dy + 1), int(0.5 / dx) : int(1 / dx + 1)] = 2
    for _ in range(nt + 1):
        un = u.copy()
        u[1:, 1:] = (
            un[1:, 1:]
            - c * dt / dx * (un[1:, 1:] - un[1:, :-1])
            - c * dt / dy * (un[1:, 1:] - un[:-1, 1:])
        )
        u[0, :] = 1
        u[-1, :] = 1
        u[:, 0] = 1
        u[:, -1] = 1
    row, col = divmod(int(u.argmax()), nx)
    return u, row, col, u.max(), (u > 1.5).sum()
