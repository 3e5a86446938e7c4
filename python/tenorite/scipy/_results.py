# SPDX-License-Identifier: Apache-2.0
"""Results of solvers: dicts whose items are attributes."""


class Result(dict):
    """A dict whose items are attributes, as SciPy's solvers return."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError as e:
            raise AttributeError(name) from e

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __dir__(self):
        return list(self)

    def __repr__(self):
        width = max(map(len, self), default=0) + 1
        lines = (f"{key:>{width}}: {value!r}" for key, value in self.items())
        return "\n".join(lines) or f"{type(self).__name__}()"


__all__ = ["Result"]
