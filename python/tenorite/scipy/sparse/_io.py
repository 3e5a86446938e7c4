# SPDX-License-Identifier: Apache-2.0
"""Files of sparse arrays, in SciPy's format: an .npz file of the parts."""

import numpy

from ._kinds import CLASSES

__all__ = ["load_npz", "save_npz"]

_PARTS = {
    "csr": ("indices", "indptr"),
    "csc": ("indices", "indptr"),
    "bsr": ("indices", "indptr"),
    "dia": ("offsets",),
    "coo": (),
}


def save_npz(file, matrix, compressed=True):
    """Writes a sparse array to a file that SciPy reads. See scipy.sparse.save_npz.

    >>> import io
    >>> from tenorite.scipy import sparse
    >>> file = io.BytesIO()
    >>> sparse.save_npz(file, sparse.eye_array(3))
    >>> _ = file.seek(0)
    >>> sparse.load_npz(file).shape
    (3, 3)
    """
    if matrix.format not in _PARTS:
        raise NotImplementedError(
            f"Save is not implemented for sparse matrix of format {matrix.format}."
        )
    parts = {name: getattr(matrix, name).get() for name in _PARTS[matrix.format]}
    if matrix.format == "coo":
        if matrix.ndim == 2:
            parts.update(row=matrix.row.get(), col=matrix.col.get())
        else:
            parts["coords"] = numpy.stack([c.get() for c in matrix.coords])
    parts.update(
        format=matrix.format.encode("ascii"),
        shape=matrix.shape,
        data=matrix.data.get(),
    )
    if matrix._is_array:
        parts["_is_array"] = True
    (numpy.savez_compressed if compressed else numpy.savez)(file, **parts)


def load_npz(file):
    """Reads a sparse array from a file of save_npz(). See scipy.sparse.load_npz.

    ValueError for a file without one.

    >>> import io
    >>> from tenorite.scipy import sparse
    >>> file = io.BytesIO()
    >>> sparse.save_npz(file, sparse.eye_array(3))
    >>> _ = file.seek(0)
    >>> sparse.load_npz(file).format
    'dia'
    """
    with numpy.load(file, allow_pickle=False) as parts:
        format = parts.get("format")
        if format is None:
            raise ValueError(
                f"The file {file} does not contain a sparse array or matrix."
            )
        format = format.item()
        format = format.decode("ascii") if isinstance(format, bytes) else format
        if format not in _PARTS:
            raise ValueError(f"Unknown format {format!r}")
        cls = CLASSES[format, bool(parts.get("_is_array", False))]
        shape = tuple(map(int, parts["shape"]))
        if format == "coo":
            names = ("coords",) if "coords" in parts else ("row", "col")
            coords = tuple(parts[n] for n in names)
            given = parts["data"], tuple(coords[0]) if names == ("coords",) else coords
        else:
            given = parts["data"], *(parts[name] for name in _PARTS[format])
        return cls(given, shape=shape)
