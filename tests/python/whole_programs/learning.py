# SPDX-License-Identifier: Apache-2.0
"""Machine learning without text."""

from collections import defaultdict

from .program import integers, normal, permutation, program, uniform


def blobs(np, seed, n, centres, spread=0.6):
    """(points, labels) around centres."""
    centres = np.array(centres, dtype=float)
    y = np.arange(n) % len(centres)
    X = centres[y] + spread * np.array(normal(seed, n, centres.shape[1]))
    return X, y


@program(rounding=32, why="means of about 30 points, a few times over")
def k_means(np):
    X, _ = blobs(np, 1, 90, [[0, 0], [4, 4], [0, 5]])
    k = 3
    centroids = X[np.array(permutation(2, 90))[:k]].copy()
    inertias = []
    for iteration in range(50):
        distances = np.sqrt(((X - centroids[:, np.newaxis]) ** 2).sum(axis=2))
        closest = np.argmin(distances, axis=0)
        inertia = 0
        for j in range(k):
            inertia += (distances[j, closest == j] ** 2).sum()
        inertias.append(inertia)
        new = np.array([X[closest == j].mean(axis=0) for j in range(k)])
        if np.all(centroids == new):
            break
        centroids = new
    sizes = np.bincount(closest, minlength=k)
    print(f"{iteration} iterations, sizes {sizes}, inertia {inertia:.3f}")
    return centroids, closest, inertias, iteration, sizes.argmax()


@program()
def k_nearest(np):
    X, y = blobs(np, 3, 80, [[0, 0], [1.5, 1.5]])
    train, test = np.arange(80) % 4 != 0, np.arange(80) % 4 == 0
    X_train, y_train = X[train], y[train]
    predictions = []
    for point in X[test]:
        d = ((X_train - point) ** 2).sum(axis=1)
        nearest = np.argsort(d, kind="stable")[:5]
        votes = {}
        for label in y_train[nearest]:
            votes[label.item()] = votes.get(label.item(), 0) + 1
        predictions.append(max(votes, key=votes.get))
    predictions = np.array(predictions)
    accuracy = (predictions == y[test]).mean()
    confusion = np.zeros((2, 2), dtype=int)
    for t, p in zip(y[test], predictions, strict=True):
        confusion[t, p] += 1
    print("accuracy: %.2f%%" % (accuracy * 100))
    print(confusion)
    return predictions, accuracy, confusion, np.trace(confusion) / confusion.sum()


@program()
def perceptron(np):
    X, y = blobs(np, 4, 60, [[-1, -1], [2, 2]], 0.7)
    t = np.where(y == 0, -1, 1)
    w, b = np.zeros(2), 0.0
    errors = []
    for epoch in range(30):
        mistakes = 0
        for xi, ti in zip(X, t, strict=True):
            if ti * (xi[0] * w[0] + xi[1] * w[1] + b) <= 0:
                w += ti * xi
                b += ti
                mistakes += 1
        errors.append(mistakes)
        if mistakes == 0:
            break
    else:
        print("not separable")
    score = np.sign(X[:, 0] * w[0] + X[:, 1] * w[1] + b)
    return w, b, epoch, errors, (score == t).sum()


@program(rounding=512, why="60 steps of descent, sums of 100 terms in each")
def logistic_regression(np):
    X, y = blobs(np, 5, 100, [[0, 0], [2, 1]], 1.0)
    X = np.hstack([np.ones((len(X), 1)), (X - X.mean(axis=0)) / X.std(axis=0)])
    w = np.zeros(X.shape[1])
    sigmoid = lambda z: 1 / (1 + np.exp(-z))
    history = []
    previous = np.inf
    for epoch in range(60):
        p = sigmoid(X @ w)
        loss = -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
        history.append(loss)
        if previous - loss < 1e-4:
            break
        previous = loss
        w -= 0.5 * (X.T @ (p - y)) / len(y)
        if epoch % 20 == 0:
            print(f"epoch {epoch:3d}  loss {loss:.5f}")
    predicted = (sigmoid(X @ w) >= 0.5).astype(int)
    tp = ((predicted == 1) & (y == 1)).sum()
    precision, recall = tp / predicted.sum(), tp / y.sum()
    f1 = 2 * precision * recall / (precision + recall)
    return w, history, epoch, tp, precision, recall, f1


@program(rounding=256, why="eigenvectors of a covariance matrix of 60 rows")
def principal_components(np):
    base = np.array(normal(6, 60, 2)) * np.array([3.0, 0.5])
    mix = np.array([[1.0, 0.5, -0.3], [0.2, -1.0, 0.8]])
    X = base @ mix + 0.05 * np.array(normal(7, 60, 3))
    Xc = X - X.mean(axis=0)
    C = Xc.T @ Xc / (len(X) - 1)
    values, vectors = np.linalg.eigh(C)
    order = np.argsort(values)[::-1]
    values, vectors = values[order], vectors[:, order]
    for j in range(vectors.shape[1]):
        if vectors[np.argmax(np.abs(vectors[:, j])), j] < 0:
            vectors[:, j] *= -1
    ratio = values / values.sum()
    kept = 0
    share = 0
    for r in ratio:
        share += r
        kept += 1
        if share > 0.95:
            break
    scores = Xc @ vectors[:, :kept]
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    agree = np.allclose(s**2 / (len(X) - 1), values)
    return values, np.abs(vectors[:, 0]), kept, share, scores[:5], bool(agree)


@program(rounding=1024, why="30 steps of weights from quotients of exponentials")
def gaussian_mixture(np):
    """Expectation and maximisation in one dimension."""
    x = np.concatenate([np.array(normal(8, 60)) - 2, 0.5 * np.array(normal(9, 40)) + 2])
    mu = np.array([-1.0, 1.0])
    sigma = np.ones(2)
    pi = np.full(2, 0.5)
    last = -np.inf
    logs = []
    for step in range(30):
        density = np.exp(-0.5 * ((x[:, None] - mu) / sigma) ** 2) / sigma
        weighted = pi * density / np.sqrt(2 * np.pi)
        total = weighted.sum(axis=1, keepdims=True)
        log_likelihood = np.log(total).sum()
        logs.append(log_likelihood)
        resp = weighted / total
        n_k = resp.sum(axis=0)
        mu = (resp * x[:, None]).sum(axis=0) / n_k
        sigma = np.sqrt((resp * (x[:, None] - mu) ** 2).sum(axis=0) / n_k)
        pi = n_k / n_k.sum()
        if log_likelihood - last < 1e-3:
            break
        last = log_likelihood
    labels = resp.argmax(axis=1)
    return mu, sigma, pi, logs, step, np.bincount(labels), logs == sorted(logs)


@program(rounding=128, why="variances and logarithms of them")
def naive_bayes(np):
    X, y = blobs(np, 10, 90, [[0, 0, 0], [1, 1, 0], [0, 2, 2]], 0.8)
    stats = {}
    for c in np.unique(y):
        Xc = X[y == c]
        stats[int(c)] = {
            "prior": len(Xc) / len(X),
            "mean": Xc.mean(0),
            "var": Xc.var(0),
        }

    def log_posterior(x, s):
        likelihood = -0.5 * np.sum(
            np.log(2 * np.pi * s["var"]) + (x - s["mean"]) ** 2 / s["var"]
        )
        return np.log(s["prior"]) + likelihood

    right = 0
    margins = []
    for x, label in zip(X, y, strict=True):
        scores = {c: log_posterior(x, s) for c, s in stats.items()}
        ranked = sorted(scores, key=scores.get, reverse=True)
        right += ranked[0] == label
        margins.append(scores[ranked[0]] - scores[ranked[1]])
    return right, right / len(y), min(margins), np.mean(margins), stats[2]


@program(rounding=128, why="weights are multiplied by exponentials in each round")
def adaboost(np):
    """Decision stumps, found by trying every threshold."""
    X = np.array(uniform(11, 60, 2)).round(3)
    y = np.where((X[:, 0] - 0.5) ** 2 + (X[:, 1] - 0.5) ** 2 < 0.1, 1, -1)
    w = np.full(60, 1 / 60)
    stumps = []
    F = np.zeros(60)
    for _ in range(6):
        best_error, best = 1.0, None
        for j in range(X.shape[1]):
            for threshold in np.linspace(0.05, 0.95, 10):
                for sign in (1, -1):
                    h = np.where(X[:, j] < threshold, sign, -sign)
                    error = w[h != y].sum()
                    if error < best_error - 1e-9:
                        best_error, best = error, (j, threshold, sign, h)
        j, threshold, sign, h = best
        alpha = 0.5 * np.log((1 - best_error) / best_error)
        w *= np.exp(-alpha * y * h)
        w /= w.sum()
        F += alpha * h
        stumps.append((j, round(float(threshold), 3), sign, alpha))
    wrong = (np.sign(F) != y).sum()
    return stumps, w, wrong, F


@program(rounding=2048, why="200 steps through two layers of tanh")
def xor_network(np):
    """Back-propagation written out, parameters in a dict of arrays."""
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
    y = np.array([[0], [1], [1], [0]])
    params = {
        "W1": np.array(normal(12, 2, 4)),
        "b1": np.zeros((1, 4)),
        "W2": np.array(normal(13, 4, 1)),
        "b2": np.zeros((1, 1)),
    }
    losses = []
    lr = 0.5
    for epoch in range(200):
        h = np.tanh(X @ params["W1"] + params["b1"])
        out = 1 / (1 + np.exp(-(h @ params["W2"] + params["b2"])))
        loss = ((out - y) ** 2).mean()
        d_out = 2 * (out - y) / y.size * out * (1 - out)
        grads = {"W2": h.T @ d_out, "b2": d_out.sum(axis=0, keepdims=True)}
        d_h = d_out @ params["W2"].T * (1 - h**2)
        grads["W1"] = X.T @ d_h
        grads["b1"] = d_h.sum(axis=0, keepdims=True)
        for name in params:
            params[name] -= lr * grads[name]
        if epoch % 50 == 0:
            losses.append(loss)
            print(f"{epoch:5d} {loss:.4f}")
        if loss < 1e-3:
            break
    size = sum(p.size for p in params.values())
    return params, losses, out, (out > 0.5).astype(int), size


@program(rounding=2048, why="30 batches through float32 layers of 16 and 3 units")
def softmax_classifier(np):
    """Mini-batches in float32, ReLU, cross entropy, given shuffles."""
    X, y = blobs(np, 14, 120, [[0, 0], [2, 2], [-2, 2]])
    X = X.astype(np.float32)
    W1 = (0.5 * np.array(normal(15, 2, 16))).astype(np.float32)
    b1 = np.zeros(16, dtype=np.float32)
    W2 = (0.5 * np.array(normal(16, 16, 3))).astype(np.float32)
    b2 = np.zeros(3, dtype=np.float32)
    curve = []
    for epoch in range(5):
        order = np.array(permutation(epoch, 120))
        running, batches = 0.0, 0
        for start in range(0, 120, 20):
            batch = order[start : start + 20]
            xb, yb = X[batch], y[batch]
            h = np.maximum(xb @ W1 + b1, 0)
            logits = h @ W2 + b2
            logits -= logits.max(axis=1, keepdims=True)
            e = np.exp(logits)
            p = e / e.sum(axis=1, keepdims=True)
            running += -np.log(p[np.arange(len(yb)), yb]).mean()
            batches += 1
            p[np.arange(len(yb)), yb] -= 1
            p /= len(yb)
            dh = p @ W2.T
            dh[h <= 0] = 0
            W2 -= 0.3 * (h.T @ p)
            b2 -= 0.3 * p.sum(axis=0)
            W1 -= 0.3 * (xb.T @ dh)
            b1 -= 0.3 * dh.sum(axis=0)
        curve.append(running / batches)
    return W2, b2, np.array(curve), str(W1.dtype), type(curve[0]) is not float


@program()
def decision_tree(np):
    """Recursion; nodes are tuples and dicts, splits by Gini impurity."""
    X = np.array(integers(17, 0, 10, 60, 3))
    y = ((X[:, 0] > 4) & (X[:, 2] < 6)).astype(int)

    def gini(labels):
        _, counts = np.unique(labels, return_counts=True)
        p = counts / counts.sum()
        return 1 - np.sum(p**2)

    def build(X, y, depth=0):
        if depth == 3 or len(np.unique(y)) == 1:
            return int(np.bincount(y).argmax())
        best_gain, split = 0, None
        for feature in range(X.shape[1]):
            for value in np.unique(X[:, feature])[1:]:
                left = X[:, feature] < value
                n = left.sum()
                child = (n * gini(y[left]) + (len(y) - n) * gini(y[~left])) / len(y)
                gain = gini(y) - child
                if gain > best_gain + 1e-9:
                    best_gain, split = gain, (feature, int(value))
        if split is None:
            return int(np.bincount(y).argmax())
        left = X[:, split[0]] < split[1]
        return {
            "split": split,
            "left": build(X[left], y[left], depth + 1),
            "right": build(X[~left], y[~left], depth + 1),
        }

    def predict(node, x):
        while isinstance(node, dict):
            feature, value = node["split"]
            node = node["left"] if x[feature] < value else node["right"]
        return node

    tree = build(X, y)
    right = sum(predict(tree, x) == t for x, t in zip(X, y, strict=True))
    return tree, right, f"{right / len(y):.3f}"


@program(rounding=64, why="forward probabilities are sums of products of logarithms")
def viterbi(np):
    states, symbols = ["healthy", "fever"], ["normal", "cold", "dizzy"]
    start = np.log(np.array([0.6, 0.4]))
    trans = np.log(np.array([[0.7, 0.3], [0.4, 0.6]]))
    emit = np.log(np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]]))
    seen = np.array(integers(18, 0, 3, 25))
    T = len(seen)
    score = np.full((T, 2), -np.inf)
    back = np.zeros((T, 2), dtype=int)
    score[0] = start + emit[:, seen[0]]
    for t in range(1, T):
        for s in range(2):
            candidates = score[t - 1] + trans[:, s]
            back[t, s] = np.argmax(candidates)
            score[t, s] = candidates.max() + emit[s, seen[t]]
    path = [np.argmax(score[-1])]
    for t in range(T - 1, 0, -1):
        path.insert(0, back[t, path[0]])
    alpha = start + emit[:, seen[0]]
    for o in seen[1:]:
        alpha = np.logaddexp.reduce(alpha[:, None] + trans, axis=0) + emit[:, o]
    print(
        " ".join(states[s][0] + symbols[o][0] for s, o in zip(path, seen, strict=True))
    )
    return score, path, np.logaddexp.reduce(alpha), [states[p] for p in path[:5]]


@program()
def density_clusters(np):
    """DBSCAN with sets, queues and -1 for noise."""
    X, _ = blobs(np, 19, 60, [[0, 0], [3, 3]], 0.5)
    D2 = ((X[:, None, :] - X[None, :, :]) ** 2).sum(-1)
    neighbours = [np.flatnonzero(row < 0.36) for row in D2]
    labels = np.full(len(X), -1)
    cluster = 0
    visited = set()
    for i in range(len(X)):
        if i in visited:
            continue
        visited.add(i)
        if len(neighbours[i]) < 4:
            continue
        labels[i] = cluster
        todo = list(neighbours[i])
        while todo:
            j = todo.pop(0)
            if labels[j] == -1:
                labels[j] = cluster
            if j in visited:
                continue
            visited.add(j)
            if len(neighbours[j]) >= 4:
                todo.extend(neighbours[j])
        cluster += 1
    members = defaultdict(list)
    for index, label in enumerate(labels):
        members[label].append(index)
    noise = len(members.get(-1, []))
    return labels, cluster, noise, {int(k): len(v) for k, v in members.items()}


@program()
def q_learning(np):
    """Grid world; a table of values is updated in place with given choices."""
    u = np.array(uniform(20, 60, 40, 2))
    Q = np.zeros((4, 4, 4))
    moves = np.array([(-1, 0), (1, 0), (0, -1), (0, 1)])
    goal, pit = (3, 3), (1, 2)
    lengths, rewards = [], []
    for episode in u:
        pos = np.array([0, 0])
        total = 0
        for n, (explore, choice) in enumerate(episode):
            i, j = pos
            a = int(choice * 4) if explore < 0.3 else Q[i, j].argmax()
            pos = np.clip(pos + moves[a], 0, 3)
            where = tuple(int(p) for p in pos)
            reward = 10.0 if where == goal else -10.0 if where == pit else -1.0
            done = where in (goal, pit)
            target = reward + (0 if done else 0.5 * Q[where].max())
            Q[i, j, a] += 0.5 * (target - Q[i, j, a])
            total += reward
            if done:
                break
        lengths.append(n + 1)
        rewards.append(total)
    policy = Q.argmax(axis=-1)
    for row in policy:
        print("".join("^v<>"[a] for a in row))
    return Q, lengths, rewards, policy, max(rewards), np.mean(rewards[-20:])


@program(rounding=256, why="distances decide, and exponentials weigh 200 updates")
def self_organising_map(np):
    colours = np.array(uniform(21, 100, 3))
    grid = np.array(uniform(22, 5, 5, 3))
    ii, jj = np.indices((5, 5))
    radius, rate = 2.5, 0.5
    winners = []
    for t, colour in enumerate(np.concatenate([colours, colours])):
        d = ((grid - colour) ** 2).sum(axis=-1)
        i, j = np.unravel_index(d.argmin(), d.shape)
        winners.append((int(i), int(j)))
        r = radius * np.exp(-t / 80)
        influence = np.exp(-((ii - i) ** 2 + (jj - j) ** 2) / (2 * r**2))
        grid += rate * influence[..., None] * (colour - grid)
        rate *= 0.99
    error = np.mean([((grid - c) ** 2).sum(-1).min() for c in colours])
    return grid, winners, error, rate, len(set(winners))


@program(rounding=4096, why="five rounds of systems of equations, one per row")
def recommender(np):
    """Alternating least squares on a table of ratings with gaps (nan)."""
    R = np.array(integers(23, 1, 6, 12, 9)).astype(float)
    R[np.array(uniform(24, 12, 9)) < 0.4] = np.nan
    known = ~np.isnan(R)
    average = np.nanmean(R)
    U, V = np.array(normal(25, 12, 2)) * 0.1, np.array(normal(26, 9, 2)) * 0.1
    errors = []
    for _ in range(5):
        for A, B, data, mask in ((U, V, R, known), (V, U, R.T, known.T)):
            for i in range(len(A)):
                m = mask[i]
                b = B[m]
                A[i] = np.linalg.solve(
                    b.T @ b + np.eye(2), b.T @ (data[i, m] - average)
                )
        difference = (U @ V.T + average - R)[known]
        errors.append(np.sqrt((difference**2).mean()))
    guess = np.where(known, -np.inf, U @ V.T + average)
    best = guess.argmax(axis=1)
    return (
        errors,
        best,
        known.sum(),
        average,
        np.nanmax(R, axis=0),
        errors[0] > errors[-1],
    )


@program(rounding=512, why="systems of 8 equations; powers up to the seventh")
def cross_validation(np):
    """Ridge regression on powers; folds, a table, and the best parameter."""
    x = np.linspace(-1, 1, 40)
    y = np.sin(3 * x) + 0.2 * np.array(normal(27, 40))
    X = np.vander(x, 8, increasing=True)
    folds = np.array_split(np.array(permutation(28, 40)), 5)
    scores = {}
    for lam in [1e-2, 1e-1, 1.0, 10.0]:
        errors = []
        for i, test in enumerate(folds):
            train = np.concatenate([f for k, f in enumerate(folds) if k != i])
            A = X[train].T @ X[train] + lam * np.eye(8)
            w = np.linalg.solve(A, X[train].T @ y[train])
            errors.append(np.mean((X[test] @ w - y[test]) ** 2))
        scores[lam] = sum(errors) / len(errors)
        print(f"lambda {lam:6.2f}: {np.mean(errors):.4f} +- {np.std(errors):.4f}")
    best = min(scores, key=scores.get)
    return scores, best, [len(f) for f in folds]
