# SPDX-License-Identifier: Apache-2.0
"""A vibrating machine: simulated, measured, identified, and compared with a stiff one."""

import numpy as np
from scipy import integrate, optimize, signal, spatial, stats

MASS, DAMPING, STIFFNESS = 2.0, 0.4, 800.0


def setup(scale=1.0):
    """Half an hour of forces at 200 Hz, and the noise of a sensor."""
    rate = 200
    count = int(rate * 1800 * scale)
    rng = np.random.default_rng(5)
    times = np.arange(count) / rate
    force = rng.normal(0, 1, count) + 3 * np.sin(2 * np.pi * 2.5 * times)
    noise = rng.normal(0, 1e-3, count)
    return times, force, noise


def decay(t, size, rate, frequency, phase):
    return size * np.exp(-rate * t) * np.cos(frequency * t + phase)


def run(times, force, noise):
    # The machine: a mass on a spring.
    A = np.array([[0.0, 1.0], [-STIFFNESS / MASS, -DAMPING / MASS]])
    B, C = np.array([[0.0], [1 / MASS]]), np.array([[1.0, 0.0]])
    machine = signal.StateSpace(A, B, C, np.zeros((1, 1)))
    _, moved, states = signal.lsim(machine, force, times)
    ratio = [1.0], [MASS, DAMPING, STIFFNESS]
    frequencies, gain, phase = signal.bode(ratio, np.linspace(1.0, 60.0, 200))
    sampled = machine.to_discrete(0.005)
    _, again, _ = signal.dlsim(sampled, force)
    zoomed = signal.zoom_fft(moved, [2.0, 4.0], m=256, fs=200)

    # Its numbers, from how it comes to rest.
    _, rest = signal.impulse(machine, T=times[:600])
    measured = rest + 0.02 * noise[:600]
    guess = np.array([0.02, 0.2, 19.0, -1.5])
    found, spread = optimize.curve_fit(decay, times[:600], measured, p0=guess)

    # Forces that are not negative, from what they did.
    smooth = np.abs(np.sin(times[:400]))
    wanted = np.convolve(smooth, np.exp(-times[:50] * 20), mode="same")
    kernel = np.exp(-times[:50] * 20)

    def misfit(f):
        away = np.convolve(f, kernel, mode="same") - wanted
        back = np.convolve(away, kernel[::-1], mode="full")
        return 0.5 * (away * away).sum(), back[25 : 25 + 400]

    solved = optimize.minimize(
        misfit, np.ones(400), jac=True, method="L-BFGS-B", bounds=[(0.0, None)] * 400
    )

    # Relaxation: slow and fast by turns, and when it passes the middle.
    def relax(t, y):
        return np.stack([y[1], 60 * (1 - y[0] * y[0]) * y[1] - y[0]])

    def middle(t, y):
        return y[0]

    start = np.array([2.0, 0.0])
    path = integrate.solve_ivp(
        relax, (0, 120), start, "BDF", rtol=1e-5, atol=1e-8, events=middle
    )

    # How full its space of states is, and whether forces and moves go together.
    some = states[:: max(1, len(states) // 500)][:500]
    tree = spatial.KDTree(some / some.std(axis=0))
    radii = np.array([0.1, 0.3, 1.0, 3.0])
    pairs = tree.count_neighbors(tree, radii)
    order = stats.kendalltau(force[:5000], moved[:5000])
    return {
        "moved": moved,
        "again": again,
        "gain": gain,
        "phase": phase,
        "zoomed": zoomed,
        "found": found,
        "spread": spread,
        "fit": np.convolve(solved.x, kernel, mode="same"),
        "crossings": path.t_events[0],
        "pairs": pairs,
        "order": np.asarray(order.statistic),
    }


if __name__ == "__main__":
    found = run(*setup())
    _, rate, frequency, _ = (float(x) for x in found["found"])
    print(f"damping {2 * MASS * rate:.3f}, stiffness {MASS * frequency**2:.1f}")
    print(f"it moves by {float(found['moved'].std()):.5f}")
    print(f"the relaxed one passes the middle {len(found['crossings'])} times")
    print(f"neighbours {found['pairs'].tolist()}, order {float(found['order']):.4f}")
