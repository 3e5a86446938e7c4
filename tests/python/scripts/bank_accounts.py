# SPDX-License-Identifier: Apache-2.0
"""A ledger in a structured array, changed in a loop as a class would."""
import numpy as np

class InsufficientFunds(Exception):
    pass

ledger = np.zeros(4, dtype=[("id", "u2"), ("owner", "U8"), ("balance", "f8"), ("opened", "M8[D]")])
ledger["id"] = np.arange(1, 5)
ledger["owner"] = ["ann", "bob", "cid", "dee"]
ledger["balance"] = np.linspace(100, 400, 4)
ledger["opened"] = np.datetime64("2021-01-31") + np.arange(4) * np.timedelta64(30, "D")

def transfer(source, target, amount):
    if ledger[source]["balance"] < amount:
        raise InsufficientFunds(f"{ledger['owner'][source]} has only {ledger['balance'][source]:.2f}")
    ledger["balance"][source] -= amount
    ledger["balance"][target] += amount

for s, t, a in [(0, 1, 50), (3, 0, 125.5), (1, 2, 1000)]:
    try:
        transfer(s, t, a)
    except InsufficientFunds as e:
        print("refused:", e)
print(ledger)
print(ledger[ledger["balance"] > 200]["owner"])
print(ledger["opened"].max() - ledger["opened"].min(), ledger["opened"].astype("M8[M]"))
interest = ledger["balance"] * np.array([0.01, 0.01, 0.02, 0.02])
ledger["balance"] += interest
print(ledger["balance"].round(2), float(ledger["balance"].sum()))
oldest = ledger[np.argmin(ledger["opened"])]
print(oldest["owner"], str(oldest["opened"]), oldest)
age = (np.datetime64("2022-01-01") - ledger["opened"]).astype(int)
print(age, age.dtype)
print(np.column_stack([age, ledger["balance"].round(1)]))
