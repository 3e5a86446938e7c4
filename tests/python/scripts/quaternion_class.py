# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 64 roundings: products of rotations.
import numpy as np

class Quaternion:
    __array_priority__ = 1000

    def __init__(self, w, x=0, y=0, z=0):
        self.q = np.array([w, x, y, z], dtype=float)

    @classmethod
    def from_axis(cls, axis, angle):
        axis = np.asarray(axis, float)
        axis = axis / np.linalg.norm(axis)
        return cls(np.cos(angle / 2), *(np.sin(angle / 2) * axis))

    def __mul__(self, other):
        if isinstance(other, Quaternion):
            a, b, c, d = self.q
            e, f, g, h = other.q
            return Quaternion(a*e - b*f - c*g - d*h, a*f + b*e + c*h - d*g, a*g - b*h + c*e + d*f, a*h + b*g - c*f + d*e)
        return Quaternion(*(self.q * other))

    __rmul__ = lambda self, k: self * k

    def conj(self):
        return Quaternion(*(self.q * [1, -1, -1, -1]))

    def rotate(self, v):
        return (self * Quaternion(0, *v) * self.conj()).q[1:]

    def matrix(self):
        return np.column_stack([self.rotate(e) for e in np.eye(3)])

    def __abs__(self):
        return np.sqrt((self.q**2).sum())

    def __eq__(self, other):
        return np.allclose(self.q, other.q)

    def __repr__(self):
        return "(" + ", ".join("%.4f" % c for c in self.q) + ")"

z90 = Quaternion.from_axis([0, 0, 1], np.pi / 2)
print(z90, abs(z90), z90.rotate([1, 0, 0]).round(6))
q = z90 * z90
print(q, q == Quaternion(0, 0, 0, 1), 2 * z90, np.float64(2) * z90, np.cos(0) * z90)
R = Quaternion.from_axis([1, 1, 1], 2 * np.pi / 3).matrix()
print(R.round(6), np.linalg.det(R).round(6), np.allclose(R @ R.T, np.eye(3)))
def euler(phi, theta, psi):
    c, s = np.cos, np.sin
    Rx = np.array([[1, 0, 0], [0, c(phi), -s(phi)], [0, s(phi), c(phi)]])
    Ry = np.array([[c(theta), 0, s(theta)], [0, 1, 0], [-s(theta), 0, c(theta)]])
    Rz = np.array([[c(psi), -s(psi), 0], [s(psi), c(psi), 0], [0, 0, 1]])
    return Rz @ Ry @ Rx
print(euler(*np.radians([30, 45, 60])).round(4))
print(np.cross([1, 0, 0], [0, 1, 0]), np.dot([1, 2, 3], [4, 5, 6]), np.inner([1, 2], [3, 4]), np.vdot([1j], [1j]))
corners = np.array(np.meshgrid([0, 1], [0, 1], [0, 1])).T.reshape(-1, 3)
print((corners @ R.T).round(3)[:3], corners.shape)
