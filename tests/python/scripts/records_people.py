# SPDX-License-Identifier: Apache-2.0
import numpy as np

person = np.dtype([("name", "U10"), ("age", "i4"), ("weight", "f8")])
people = np.array([("Rex", 9, 81.0), ("Fido", 3, 27.0), ("Ada", 36, 55.5)], dtype=person)
print(people)
print(people["name"], people["age"].mean())
people["age"] += 1
people[1] = ("Fido", 4, 28.5)
print(people[people["age"] > 5]["name"])
by_weight = np.sort(people, order="weight")
print(by_weight)
print(np.argsort(people, order=("age", "name")))
rec = people.view(np.recarray)
print(rec.age, rec.name[0], rec[0].weight)
rows = np.rec.fromrecords([(1, "a", 2.5), (2, "b", 3.5)], names="id,tag,value")
print(rows.value.sum(), rows.tag, rows.dtype)
columns = np.rec.fromarrays([np.arange(3), np.linspace(0, 1, 3)], names="n,x")
print(columns.x, columns[1].n)
nested = np.zeros(2, dtype=[("pos", [("x", "f4"), ("y", "f4")]), ("color", "u1", 3)])
nested["pos"]["x"] = [1, 2]
nested["color"][:, 0] = 255
print(nested)
matrix = np.array([list(r)[1:] for r in people])
print(matrix, matrix.dtype)
print(people.dtype.names, people.itemsize, people.nbytes)
for name, age, weight in people:
    print(f"{name:>5} is {age} and weighs {weight}")
ages = np.array(people["age"])
print(ages * 2, (people["weight"] / ages).round(2))
from numpy.lib import recfunctions as rfn
more = rfn.append_fields(people, "height", [0.5, 0.4, 1.7], usemask=False)
print(more.dtype.names, more["height"])
print(rfn.structured_to_unstructured(people[["age", "weight"]]))
