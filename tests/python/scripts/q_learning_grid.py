# SPDX-License-Identifier: Apache-2.0
import numpy as np

np.random.seed(11)
rewards = np.full((5, 5), -1.)
rewards[0, 4] = 100.
rewards[1:4, 2] = -100.
q_values = np.zeros((5, 5, 4))
actions = ['up', 'right', 'down', 'left']

def is_terminal_state(r, c):
    if rewards[r, c] == -1.:
        return False
    else:
        return True

def get_starting_location():
    r, c = np.random.randint(5), np.random.randint(5)
    while is_terminal_state(r, c):
        r, c = np.random.randint(5), np.random.randint(5)
    return r, c

def get_next_action(r, c, epsilon):
    if np.random.random() < epsilon:
        return np.argmax(q_values[r, c])
    else:
        return np.random.randint(4)

def get_next_location(r, c, action_index):
    nr, nc = r, c
    if actions[action_index] == 'up' and r > 0: nr -= 1
    elif actions[action_index] == 'right' and c < 4: nc += 1
    elif actions[action_index] == 'down' and r < 4: nr += 1
    elif actions[action_index] == 'left' and c > 0: nc -= 1
    return nr, nc

steps = 0
for episode in range(80):
    row, col = get_starting_location()
    while not is_terminal_state(row, col):
        a = get_next_action(row, col, 0.9)
        old_row, old_col = row, col
        row, col = get_next_location(row, col, a)
        reward = rewards[row, col]
        old_q = q_values[old_row, old_col, a]
        td = reward + 0.9 * np.max(q_values[row, col]) - old_q
        q_values[old_row, old_col, a] = old_q + 0.9 * td
        steps += 1
        if steps > 4000:
            break
print("steps", steps)
policy = np.array(list("^>v<"))[q_values.argmax(axis=2)]
policy[rewards == 100] = "G"
policy[rewards == -100] = "#"
print(policy)
print(q_values.max(axis=2).round(1))
