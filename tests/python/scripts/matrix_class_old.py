# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 64 roundings: products of matrices.
"""Rotation and least squares the MATLAB way, with np.matrix."""
from numpy import matrix, asmatrix, eye, cos, sin, pi, linspace, array, bmat
from numpy.linalg import inv, norm, matrix_power

A = matrix('1 2; 3 4')
print(A * A, A.I, A.T, A ** 2)
print(A[0], A[:, 1], A.A1, A.sum(), A.mean(0))
x = linspace(0, 1, 5)
X = asmatrix([x ** 0, x ** 1]).T
y = asmatrix(2 * x + 1).T
beta = inv(X.T * X) * X.T * y
print(beta.round(6))
R = matrix([[cos(pi / 6), -sin(pi / 6)], [sin(pi / 6), cos(pi / 6)]])
v = matrix([[1.], [0.]])
for k in range(3):
    v = R * v
print(v.round(6), norm(v).round(6))
print(matrix_power(R, 12).round(6))
B = bmat([[A, eye(2)], [eye(2), A.T]])
print(B, B.shape, type(B).__name__)
print(array(A) * array(A), (A.A * 2).tolist())
