# SPDX-License-Identifier: Apache-2.0
import numpy as np

N = 6
board = np.zeros((N, N), dtype=bool)
solutions = []

def safe(row, col):
    if board[:row, col].any():
        return False
    if np.diagonal(board, col - row).any():
        return False
    return not np.fliplr(board).diagonal(N - 1 - col - row).any()

def place(row=0):
    if row == N:
        solutions.append(board.copy())
        return
    for col in range(N):
        if safe(row, col):
            board[row, col] = 1
            place(row + 1)
            board[row, col] = 0

place()
print(len(solutions), "solutions")
for s in solutions[:2]:
    print(s.astype(int))
print(np.array([s.argmax(axis=1) for s in solutions]))
unique = {min(np.rot90(q, k).tobytes() for q in (s, s.T) for k in range(4)) for s in solutions}
print(len(unique), "up to symmetry")
if (np.array(solutions).sum(axis=(1, 2)) == N).all():
    print("every board has", N, "queens")
