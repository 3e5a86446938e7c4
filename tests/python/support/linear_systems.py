# SPDX-License-Identifier: Apache-2.0
"""Linear systems for tests, in all forms."""

import numpy as np

__all__ = """COMPLEX CONTINUOUS DISCRETE MIMO ONE_IN SS TF ZPK matrix numbers""".split()


def matrix(*rows):
    return np.array(rows, float)


TF = (np.array([1.0, 2]), np.array([1.0, 3, 5]))
ZPK = (np.array([-1.0]), np.array([-2.0, -3]), 2.0)
SS = (matrix([-1, 2], [0, -3]), matrix([1], [2]), matrix([1, 0]), matrix([1]))
MIMO = (SS[0], np.eye(2), matrix([1, 0], [1, 1]), np.ones((2, 2)))
ONE_IN = (SS[0], SS[1], np.eye(2), matrix([0], [1]))
COMPLEX = (np.array([[-1 + 1j]]), matrix([1]), matrix([1]), matrix([0]))
CONTINUOUS = {
    "tf": TF,
    "zpk": ZPK,
    "ss": SS,
    "one input": ONE_IN,
    "complex": COMPLEX,
    "integrator": (np.array([1.0]), np.array([1.0, 0])),
    "oscillator": (np.array([3.0]), np.array([1.0, 0, 1])),
    "grows": (np.array([2.0]), np.array([1.0, -1])),
    "gain": (np.array([3.0]), np.array([2.0])),
    "proper": (np.array([1.0, 2]), np.array([1.0, 3])),
    "stiff": (np.diag([-1e4, -1.0, -1e-3]), np.ones((3, 1)), np.ones((1, 3)), [[0]]),
    "lists": ([[-1.0, 2], [0, -3]], [[1.0], [2]], [[1.0, 0]], [[1.0]]),
}
DISCRETE = {
    "tf": (np.array([1.0, 2]), np.array([1, -0.3, 0.5]), 0.5),
    "zpk": (np.array([0.1]), np.array([0.2, 0.3]), 2.0, 1),
    "ss": (SS[0] / 10, *SS[1:], 0.5),
    "mimo": (MIMO[0] / 10, *MIMO[1:], 0.25),
    "one input": (ONE_IN[0] / 10, *ONE_IN[1:], 0.7),
    "gain": (np.array([3.0]), np.array([1.0]), 1),
    "integrator": (np.array([1.0]), np.array([1.0, -1]), 0.1),
    "grows": (np.array([1.0]), np.array([1.0, -1.01]), 0.1),
}


def numbers(shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)
