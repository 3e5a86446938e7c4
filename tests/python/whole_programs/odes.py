# SPDX-License-Identifier: Apache-2.0
"""Ordinary differential equations."""

from .program import program


@program(rounding=256, why="100 steps, and sin differs in the last bit")
def pendulum(np):
    """Runge-Kutta of order 4; stops at the third turning point."""

    def f(t, y, damping=0.1):
        theta, omega = y
        return np.array([omega, -damping * omega - 9.81 * np.sin(theta)])

    y = np.array([1.0, 0.0])
    t, h = 0.0, 0.02
    ts, ys, turning = [t], [y], []
    while True:
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h / 2 * k1)
        k3 = f(t + h / 2, y + h / 2 * k2)
        k4 = f(t + h, y + h * k3)
        new = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        if y[1] * new[1] < 0:
            turning.append(t)
        y = new
        t += h
        ts.append(t)
        ys.append(y)
        if len(turning) == 2:
            break
    ys = np.array(ys)
    return np.array(ts), ys, turning, ys[:, 0].min(), int(np.argmin(ys[:, 0]))


@program(rounding=64, why="energies are sums of squares of the state")
def verlet(np):
    """Two masses between three springs."""
    k, m, dt = 1.0, np.array([1.0, 2.0]), 0.05
    K = k * np.array([[2.0, -1.0], [-1.0, 2.0]])
    x = np.array([1.0, 0.0])
    v = np.zeros(2)
    a = -K @ x / m
    energies = []
    total = 0
    for step in range(200):
        x += v * dt + 0.5 * a * dt**2
        a_new = -(K @ x) / m
        v += 0.5 * (a + a_new) * dt
        a = a_new
        energy = 0.5 * (m * v**2).sum() + 0.5 * x @ K @ x
        energies.append(energy)
        total += energy
        if step % 50 == 0:
            print(f"step {step:4d}: E = {energy:.6f}, x = {np.round(x, 4)}")
    drift = max(energies) - min(energies)
    return x, v, total / len(energies), drift < 1e-2, np.array(energies[::20])


@program()
def lorenz(np):
    """Euler's method: exact arithmetic, so that chaos amplifies nothing."""
    s, r, b = 10, 28, 2.667
    steps, dt = 1000, 0.01
    xyz = np.empty((steps + 1, 3))
    xyz[0] = (0.0, 1.0, 1.05)
    crossings = 0
    for i in range(steps):
        x, y, z = xyz[i]
        step = np.array([s * (y - x), r * x - y - x * z, x * y - b * z])
        xyz[i + 1] = xyz[i] + step * dt
        if xyz[i + 1, 0] * x < 0:
            crossings += 1
    low, high = xyz.min(axis=0), xyz.max(axis=0)
    return {"orbit": xyz[::50], "crossings": crossings, "low": low, "high": high}


@program(
    rounding=4096, why="step sizes come from powers of error estimates that cancel"
)
def adaptive_step(np):
    """Lotka-Volterra by Bogacki-Shampine's pair with control of the step."""

    def f(y):
        prey, predators = y
        return np.array(
            [prey * (1.1 - 0.4 * predators), predators * (0.1 * prey - 0.4)]
        )

    t, y, h = 0.0, np.array([10.0, 5.0]), 0.1
    accepted = rejected = 0
    history = []
    k1 = f(y)
    while t < 5:
        if t + h > 5:
            h = 5 - t
        k2 = f(y + h / 2 * k1)
        k3 = f(y + 3 * h / 4 * k2)
        y3 = y + h * (2 / 9 * k1 + 1 / 3 * k2 + 4 / 9 * k3)
        k4 = f(y3)
        y2 = y + h * (7 / 24 * k1 + 1 / 4 * k2 + 1 / 3 * k3 + 1 / 8 * k4)
        err = np.max(np.abs(y3 - y2) / (1e-4 + 1e-4 * np.abs(y3)))
        if err <= 1:
            t += h
            y, k1 = y3, k4
            accepted += 1
            history.append([t, *y])
        else:
            rejected += 1
        h *= min(5, max(0.2, 0.9 * err ** (-1 / 3)))
    history = np.array(history)
    return accepted, rejected, history[::5], y, history[history[:, 1].argmax(), 0]


@program(rounding=1024, why="60 steps of sums over bodies close to each other")
def n_body(np):
    mass = np.array([1.0, 1e-3, 3e-4])
    pos = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.5]])
    vel = np.array([[0.0, 0.0], [0.0, 1.0], [-0.8, 0.0]])
    vel -= (mass[:, None] * vel).sum(axis=0) / mass.sum()
    n = len(mass)

    def accelerations(pos):
        acc = np.zeros_like(pos)
        for i in range(n):
            for j in range(n):
                if i == j:
                    continue
                d = pos[j] - pos[i]
                r = np.sqrt(d @ d)
                acc[i] += mass[j] * d / r**3
        return acc

    acc = accelerations(pos)
    closest = np.inf
    for _ in range(60):
        vel += 0.005 * acc
        pos += 0.01 * vel
        acc = accelerations(pos)
        vel += 0.005 * acc
        gap = np.linalg.norm(pos[1] - pos[2])
        if gap < closest:
            closest = gap
    momentum = (mass[:, None] * vel).sum(axis=0)
    return pos, vel, closest, bool(np.abs(momentum).max() < 1e-15)


@program()
def epidemic(np):
    """SIR model, day by day, with events in a dict."""
    population = np.array([9990, 10, 0]).sum()
    S, I, R = population - 10.0, 10.0, 0.0
    beta, gamma = 0.4, 0.1
    days = []
    peak, peak_day = 0, None
    events = {}
    for day in range(150):
        new = beta * S * I / population
        gone = gamma * I
        S -= new
        I += new - gone
        R += gone
        days.append((S, I, R))
        if I > peak:
            peak, peak_day = I, day
        if R > population / 2 and "half" not in events:
            events["half"] = day
        if I < 1:
            events["over"] = day
            break
    table = np.array(days)
    print(f"peak of {peak:.1f} on day {peak_day}, {events}")
    total = table.sum(axis=1)
    return (
        table,
        events,
        peak,
        int(table[:, 1].argmax()),
        np.allclose(total, population),
    )


@program(rounding=64, why="three Newton steps in each of 40 steps")
def implicit_euler(np):
    """Stiff equation y' = -50 (y - cos t)."""
    h = 0.05
    t = np.arange(0, 2 + h / 2, h)
    y = np.empty_like(t)
    y[0] = 0
    evaluations = 0
    for n in range(t.size - 1):
        guess = y[n]
        for _ in range(10):
            g = guess - y[n] + 50 * h * (guess - np.cos(t[n + 1]))
            delta = g / (1 + 50 * h)
            guess = guess - delta
            evaluations += 1
            if abs(delta) < 1e-9:
                break
        y[n + 1] = guess
    return y, evaluations, np.abs(y[5:] - np.cos(t[5:])).max()


@program(rounding=512, why="each shot is 50 steps, secants amplify the last bits")
def shooting(np):
    """Boundary values y(0) = 0, y(1) = 1 of y'' = 4 y by Heun's method."""

    def shoot(slope, n=50):
        h = 1 / n
        y, v = np.float64(0), slope
        path = [y]
        for _ in range(n):
            ye, ve = y + h * v, v + h * 4 * y
            y, v = y + h / 2 * (v + ve), v + h / 2 * 4 * (y + ye)
            path.append(y)
        return np.stack(path)

    s0, s1 = np.array([0.5, 1.0])
    e0 = shoot(s0)[-1] - 1
    for shots in range(2, 20):
        path = shoot(s1)
        e1 = path[-1] - 1
        if abs(e1) < 1e-10:
            break
        s0, s1, e0 = s1, s1 - e1 * (s1 - s0) / (e1 - e0), e1
    exact = np.sinh(2 * np.linspace(0, 1, 51)) / np.sinh(2)
    return s1, shots, path[::10], np.abs(path - exact).max() < 1e-3
