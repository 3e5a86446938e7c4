# SPDX-License-Identifier: Apache-2.0
import numpy as np
names = np.array(["  alice ", "BOB", "Carol-Ann"]); s = np.char.strip(names)
print(s, np.char.lower(s), np.char.title(s), np.char.replace(s, "-", " "), np.char.find(s, "o"), np.char.center(s, 11, "*"), np.char.zfill(["7", "42"], 3))
print(np.char.split(s, "-"), np.char.partition(s[2:], "-"), np.char.isalpha(s), np.char.multiply(s, 2), np.char.encode(s), np.char.equal(s, "BOB"), np.char.mod("%03d", np.arange(3)), np.char.join(",", s[:1]), np.char.ljust(s, 4), np.strings.upper(s))
print(s + "!", "Hi " + s, s.astype("S"), s.astype(object) + "?", s[s > "B"], np.sort(s), s.argsort(), s.tolist(), s == s[::-1], np.array([len(w) for w in s]), [w.upper() for w in s], s.astype("U3"), max(s), sorted(s, key=len))
d = np.array(["2021-03-05", "2020-12-31"]); parts = np.array([r.split("-") for r in d]).astype(int); print(parts, parts[:, 0].max(), d.astype("M8[D]"), np.char.add(d, "T00"), np.datetime_as_string(d.astype("M8[D]"), unit="M"), d.astype("M8[D]") - np.timedelta64(1, "W"), d[parts[:, 1] > 6], np.array(d, dtype="M8").max())
ip = np.array(["10.0.0.1", "192.168.1.7"]); octets = np.array([a.split(".") for a in ip], dtype=np.uint8); value = octets.astype(np.uint32) @ (256 ** np.arange(3, -1, -1)).astype(np.uint32); print(octets, value, value.dtype, [".".join(map(str, o)) for o in octets], octets.view(">u4").ravel())
b = np.array([b"abc", b"de"]); print(b, b.dtype, np.char.decode(b), b.view("S1").reshape(2, -1), np.frombuffer(b"\x01\x02", np.uint8), b[0][0], np.bytes_("x"), np.str_("y") * 2, np.array("z").item(), np.array(["1", "2"]).astype(int).sum(), np.array([1.5, 2]).astype("U4"), np.array([[1, 2]]).astype(str).ravel().tolist())
