# SPDX-License-Identifier: Apache-2.0
import os
import sys
import tempfile
import numpy as np

directory = tempfile.mkdtemp()
path = os.path.join(directory, "table.txt")
t = np.linspace(0, 1, 5)
table = np.c_[t, t**2, np.exp(-t)]
np.savetxt(path, table, fmt="%.4f", header="t t2 decay", comments="# ")
with open(path) as f:
    print(f.read())
again = np.loadtxt(path)
print(again.shape, np.abs(again - table).max() < 1e-4)
x, y, z = np.loadtxt(path, unpack=True)
print(x, z)
np.savetxt(sys.stdout, table[:2], delimiter=",", fmt=["%d", "%.2f", "%g"])
names = np.array(["alpha", "beta"])
score = np.array([0.5, 0.75])
both = np.empty(2, dtype=[("name", "U5"), ("score", float)])
both["name"] = names
both["score"] = score
np.savetxt(sys.stdout, both, fmt="%s %.2f")
np.savetxt(sys.stdout, np.column_stack((names, score)), fmt="%s")
np.save(os.path.join(directory, "a.npy"), table)
print(np.load(os.path.join(directory, "a.npy")).sum() == table.sum())
np.savez(os.path.join(directory, "b.npz"), t=t, names=names)
with np.load(os.path.join(directory, "b.npz")) as archive:
    print(sorted(archive.files), archive["names"], archive["t"])
t.tofile(os.path.join(directory, "raw.bin"))
raw = np.fromfile(os.path.join(directory, "raw.bin"))
print((raw == t).all(), os.path.getsize(os.path.join(directory, "raw.bin")))
mapped = np.memmap(os.path.join(directory, "raw.bin"), dtype="f8", mode="r+", shape=(5,))
mapped[0] = 99
mapped.flush()
print(np.fromfile(os.path.join(directory, "raw.bin"), count=2))
for name in os.listdir(directory):
    os.remove(os.path.join(directory, name))
os.rmdir(directory)
del directory, path, name, f, archive
