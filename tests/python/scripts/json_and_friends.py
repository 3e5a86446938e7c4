# SPDX-License-Identifier: Apache-2.0
import collections
import json
import pickle
import copy
import struct
import statistics
import itertools
import operator
import numpy as np


class NumpyEncoder(json.JSONEncoder):
    def default(self, obj):
        if isinstance(obj, np.integer):
            return int(obj)
        if isinstance(obj, np.floating):
            return float(obj)
        if isinstance(obj, np.ndarray):
            return obj.tolist()
        return json.JSONEncoder.default(self, obj)


a = np.arange(6).reshape(2, 3)
print(json.dumps({"a": a, "n": a.max(), "mean": a.mean(), "list": list(a[0])}, cls=NumpyEncoder))
print(json.dumps(a.tolist()), np.array(json.loads("[[1, 2], [3, 4.5]]")))
b = pickle.loads(pickle.dumps(a))
print((a == b).all(), b.dtype, b.flags.writeable)
c = copy.deepcopy({"x": a, "y": [a, a]})
c["x"][0, 0] = 99
print(a[0, 0], c["y"][0] is c["y"][1])
print(struct.pack("<3d", *a[1]).hex(), struct.unpack("<2i", np.array([7, 8], "<i4").tobytes()))
print(statistics.mean(a[1].tolist()), statistics.median(a.ravel().tolist()))
print(collections.Counter(a.ravel() % 2), collections.Counter("abca").most_common(1))
print(collections.Counter(x.item() for x in np.nditer(a % 2)))
print(list(itertools.accumulate(a.flat, operator.mul))[:3], [int(v) for v in itertools.chain(*a)])
print([tuple(int(q) for q in p) for p in itertools.product(a[0], repeat=2)][:4], list(itertools.combinations("abc", 2))[1])
print(list(map(operator.itemgetter(1), a)), list(zip(*a.tolist())), [*map(float, a[0])])
grouped = collections.defaultdict(list)
for value in a.flat:
    grouped["even" if value % 2 == 0 else "odd"].append(value)
print({k: [int(v) for v in vs] for k, vs in grouped.items()})
keyfunc = lambda p: p[1]
pairs = sorted(zip(a.ravel(), [3, 1, 2, 9, 0, 5]), key=keyfunc)
print([int(p[0]) for p in pairs])
first, *rest = a.ravel()
print(first, len(rest), rest[-1])
print(bytes(a[0].astype(np.uint8)), bytearray(np.array([65, 66], np.uint8)), memoryview(a[1]).tolist())
print(int(a[1, 2]), float(a[0, 1]), complex(a[0, 2]), bool(a[0, 0]), str(a[0, 1]), a[0, 1].__index__())
print(" ".join(str(v) for v in a[0]), ",".join("%.1f" % v for v in a[1]), ", ".join(map(str, a.T.tolist())))
from bisect import bisect, insort
data = list(np.array([1.5, 2.5, 4.0]))
insort(data, 3.0)
print(bisect(np.array([1, 3, 5]), 4), [float(d) for d in data])
from decimal import Decimal
print(Decimal(str(np.float64(0.1))), Decimal(float(a.mean())), np.float64(2.0) ** 0.5)
import datetime
print(datetime.timedelta(seconds=float(a[1, 0])), datetime.date(2020, int(a[0, 1]), int(a[0, 2])))
from datetime import datetime as DT
print(np.array([DT(2020, 1, 1), DT(2020, 1, 3)], dtype="M8[D]"), np.datetime64(DT(2020, 1, 1, 12)).astype(DT).hour)
