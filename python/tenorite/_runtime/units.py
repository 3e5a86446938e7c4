# SPDX-License-Identifier: Apache-2.0
"""Sizes, times and ages as text for people."""


def size_text(n):
    """A number of bytes, such as "1.5 MiB"."""
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if abs(n) < 1024 or unit == "TiB":
            return f"{n:.0f} {unit}" if unit == "B" else f"{n:.1f} {unit}"
        n /= 1024


def time_text(seconds):
    """A time, such as "1.3 ms"."""
    for unit, factor in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def age_text(seconds):
    """How long ago, in its largest unit: "3 days"."""
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            n = int(seconds // length)
            return f"{n} {unit}{'s' * (n > 1)}"
    return "less than a minute"
