# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 32 roundings: sums of 8 products.
import csv
import io
import numpy as np
CSV = "date,product,units,price\n2023-01-05,tea,3,2.50\n2023-01-17,coffee,1,4.00\n2023-02-02,tea,5,2.55\n2023-02-11,milk,10,0.99\n2023-02-28,coffee,2,4.10\n2023-03-01,tea,1,2.60\n2023-03-15,milk,6,1.05\n2023-03-30,coffee,4,4.20\n"
rows = list(csv.DictReader(io.StringIO(CSV)))
date = np.array([r["date"] for r in rows], dtype="datetime64[D]")
product = np.array([r["product"] for r in rows])
units = np.array([int(r["units"]) for r in rows])
price = np.array([r["price"] for r in rows], dtype=float)
revenue = units * price
month = date.astype("datetime64[M]")
months, m = np.unique(month, return_inverse=True)
products, p = np.unique(product, return_inverse=True)
pivot = np.zeros((len(products), len(months)))
np.add.at(pivot, (p, m), revenue)
print(products, months, pivot, sep="\n")
print(np.bincount(p, weights=revenue), np.bincount(m, weights=units).astype(int), pivot.sum().round(2) == revenue.sum().round(2))
share = pivot / pivot.sum(axis=0)
for name, s in zip(products, share): print(name.ljust(8), " ".join(f"{v:6.1%}" for v in s))
top = np.argsort(revenue)[::-1][:3]
print([(str(date[i]), str(product[i]), round(float(revenue[i]), 2)) for i in top])
cheap = np.array([price[product == n].min() for n in products]); print(dict(zip(products, cheap)))
first_half = date < np.datetime64("2023-02-15"); print(revenue[first_half].sum().round(2), units[~first_half].sum(), date[np.argmax(units)])
weekday = ((date.astype(int) + 3) % 7); print(np.bincount(weekday, minlength=7), revenue[weekday >= 5].sum().round(2))
summary = np.zeros(len(products), dtype=[("product", "U6"), ("units", int), ("revenue", float), ("last", "M8[D]")])
summary["product"] = products; summary["units"] = [units[p == k].sum() for k in range(3)]; summary["revenue"] = np.bincount(p, revenue); summary["last"] = [date[p == k].max() for k in range(3)]
print(np.sort(summary, order="revenue")[::-1]); print(summary[summary["units"] > 8]["product"])
growth = np.diff(pivot, axis=1) / np.where(pivot[:, :-1] == 0, np.nan, pivot[:, :-1]); print(growth.round(3))
days = (date - date[0]) / np.timedelta64(1, "D"); print(days, np.polyfit(days, revenue, 1).round(4), np.corrcoef(days, units)[0, 1].round(4)); print(np.cumsum(revenue).round(2), np.diff(date).mean(), np.median(np.diff(date).astype(int)))
