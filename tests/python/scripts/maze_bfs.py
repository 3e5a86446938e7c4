# SPDX-License-Identifier: Apache-2.0
from collections import deque
import heapq
import numpy as np

MAZE = """\
#########
#S..#...#
#.#.#.#.#
#.#...#.#
#.#####.#
#......E#
#########"""
cells = np.array([list(row) for row in MAZE.splitlines()])
walls = cells == "#"
(start,), (end,) = np.argwhere(cells == "S"), np.argwhere(cells == "E")
print(cells.shape, start, end, walls.sum())
dist = np.full(cells.shape, -1)
dist[tuple(start)] = 0
queue = deque([tuple(start)])
while queue:
    y, x = queue.popleft()
    for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        ny, nx = y + dy, x + dx
        if not walls[ny, nx] and dist[ny, nx] < 0:
            dist[ny, nx] = dist[y, x] + 1
            queue.append((ny, nx))
print("shortest way:", dist[tuple(end)])
path = [tuple(end)]
while dist[path[-1]] > 0:
    y, x = path[-1]
    for p in ((y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)):
        if dist[p] == dist[y, x] - 1:
            path.append(p)
            break
picture = cells.copy()
for p in path[1:-1]:
    picture[p] = "*"
print("\n".join("".join(row) for row in picture))

graph = np.array([[0, 7, 9, 0, 0, 14], [7, 0, 10, 15, 0, 0], [9, 10, 0, 11, 0, 2],
                  [0, 15, 11, 0, 6, 0], [0, 0, 0, 6, 0, 9], [14, 0, 2, 0, 9, 0]])
best = [np.inf] * 6
best[0] = 0
heap = [(0, 0)]
previous = {}
while heap:
    d, u = heapq.heappop(heap)
    if d > best[u]:
        continue
    for v in np.flatnonzero(graph[u]):
        new = d + graph[u, v]
        if new < best[v]:
            best[v] = new
            previous[int(v)] = u
            heapq.heappush(heap, (new, v))
print([int(b) for b in best], {k: int(previous[k]) for k in sorted(previous)})
F = np.where(graph == 0, np.inf, graph)
np.fill_diagonal(F, 0)
for k in range(6):
    F = np.minimum(F, F[:, k, None] + F[None, k, :])
print(F)
