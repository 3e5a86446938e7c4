# SPDX-License-Identifier: Apache-2.0
#!/usr/bin/env python
import numpy as np

def rule_table(number):
    return np.unpackbits(np.array([number], dtype=np.uint8))[::-1]

def run(number, width=31, steps=12):
    table = rule_table(number)
    row = np.zeros(width, dtype=np.uint8)
    row[width // 2] = 1
    rows = [row]
    weights = np.array([4, 2, 1])
    for _ in range(steps):
        around = np.vstack((np.roll(row, 1), row, np.roll(row, -1)))
        index = (around * weights[:, np.newaxis]).sum(axis=0).astype(int)
        row = table[index]
        rows.append(row)
    return np.array(rows)

if __name__ == '__main__':
    for number in (30, 90, 110):
        picture = run(number)
        print("Rule", number, "population", picture.sum(axis=1).tolist())
        chars = np.where(picture, '#', ' ')
        for line in chars:
            print(''.join(line).rstrip())
        density = np.mean(picture)
        print('density {:.4f}'.format(density))
    print(rule_table(30))
