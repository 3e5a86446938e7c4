# SPDX-License-Identifier: Apache-2.0
import numpy as np
def compress(row):
    tiles = row[row != 0]; out = []; k = 0; score = 0
    while k < len(tiles):
        if k + 1 < len(tiles) and tiles[k] == tiles[k + 1]: out.append(tiles[k] * 2); score += tiles[k] * 2; k += 2
        else: out.append(tiles[k]); k += 1
    return np.array(out + [0] * (len(row) - len(out)), dtype=row.dtype), score
def move(board, k):
    r = np.rot90(board, k); total = 0; new = r.copy()
    for i in range(4): new[i], s = compress(r[i]); total += s
    return np.rot90(new, -k), total
np.random.seed(2048); board = np.zeros((4, 4), dtype=int); score = 0
for turn in range(60):
    free = np.argwhere(board == 0)
    if not len(free): break
    board[tuple(free[np.random.randint(len(free))])] = 4 if np.random.rand() < .1 else 2
    options = [(move(board, k)[1], -k) for k in range(4) if not np.array_equal(move(board, k)[0], board)]
    if not options: break
    gain, k = max(options); board, got = move(board, -k); score += got
print(turn, score, board.max(), int(np.log2(board[board > 0]).sum())); print("\n".join("".join("%5s" % (v or ".") for v in row) for row in board))
ttt = np.array([["X", "O", "X"], [" ", "X", "O"], ["O", " ", "X"]]); lines = [*ttt, *ttt.T, ttt.diagonal(), np.fliplr(ttt).diagonal()]; print([p for p in "XO" if any((l == p).all() for l in lines)], ttt[ttt == " "].size, "\n".join("|".join(r) for r in ttt))
four = np.zeros((6, 7), int)
for n, c in enumerate([3, 3, 4, 4, 5, 5, 6]): four[5 - np.count_nonzero(four[:, c]), c] = n % 2 + 1
wins = [p for p in (1, 2) if any((np.lib.stride_tricks.sliding_window_view(four == p, (1, 4))).all((-1, -2)).ravel())]; print(four, wins)
