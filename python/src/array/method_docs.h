// SPDX-License-Identifier: Apache-2.0
// Made by tools/make_method_docs.py.
#pragma once
// clang-format off

#define TENORITE_DOC_astype \
  "The items as another dtype.\n" \
  "\n" \
  "The array itself where that is its dtype and `copy` is false.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "dtype : dtype\n" \
  "    Dtype of the result.\n" \
  "order : {'C', 'F', 'A', 'K'}, optional\n" \
  "    Order of the items in memory.\n" \
  "casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}, optional\n" \
  "    Which conversions of dtypes are allowed.\n" \
  "subok : bool, optional\n" \
  "    Accepted; there are no subclasses.\n" \
  "copy : bool, optional\n" \
  "    Whether to copy where nothing has to be converted.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If no device computes with the dtype.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.astype\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.astype(np.float32)\n" \
  "array([[1., 2.],\n" \
  "       [3., 4.]], dtype=float32)\n"

#define TENORITE_DOC_conj \
  "The complex conjugates of the items.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.conj\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.conj()\n" \
  "array([[1, 2],\n" \
  "       [3, 4]])\n"

#define TENORITE_DOC_conjugate \
  "The complex conjugates of the items.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.conjugate\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.conjugate()\n" \
  "array([[1, 2],\n" \
  "       [3, 4]])\n"

#define TENORITE_DOC_copy \
  "A copy on the same device.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "order : {'C', 'F', 'A', 'K'}, optional\n" \
  "    Order of the items in memory.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.copy\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.copy()\n" \
  "array([[1, 2],\n" \
  "       [3, 4]])\n"

#define TENORITE_DOC_cumprod \
  "Products of the items up to each one.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "axis : int or tuple of ints, optional\n" \
  "    The axis, or axes; all of them where it is None.\n" \
  "dtype : dtype, optional\n" \
  "    Dtype of the result, and of what is computed with.\n" \
  "out : ndarray, optional\n" \
  "    An array of the result's shape on the same device, which gets the result.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "AxisError\n" \
  "    If there is no such axis.\n" \
  "TypeError\n" \
  "    If no device computes with the dtype.\n" \
  "ValueError\n" \
  "    If `out` has another shape than the result.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.cumprod\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.cumprod()\n" \
  "array([ 1,  2,  6, 24])\n"

#define TENORITE_DOC_cumsum \
  "Sums of the items up to each one.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "axis : int or tuple of ints, optional\n" \
  "    The axis, or axes; all of them where it is None.\n" \
  "dtype : dtype, optional\n" \
  "    Dtype of the result, and of what is computed with.\n" \
  "out : ndarray, optional\n" \
  "    An array of the result's shape on the same device, which gets the result.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "AxisError\n" \
  "    If there is no such axis.\n" \
  "TypeError\n" \
  "    If no device computes with the dtype.\n" \
  "ValueError\n" \
  "    If `out` has another shape than the result.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.cumsum\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.cumsum(axis=0)\n" \
  "array([[1, 2],\n" \
  "       [4, 6]])\n"

#define TENORITE_DOC_diagonal \
  "A read-only view of a diagonal.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "offset : int, optional\n" \
  "    Which diagonal: 0 the main one, above it if positive.\n" \
  "axis1 : int, optional\n" \
  "    The first of two axes.\n" \
  "axis2 : int, optional\n" \
  "    The second of two axes.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.diagonal\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.diagonal()\n" \
  "array([1, 4])\n"

#define TENORITE_DOC_fill \
  "Sets every item to `value`.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "value : scalar\n" \
  "    The value.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "None\n" \
  "    Nothing.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.fill\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.fill(7)\n" \
  ">>> x\n" \
  "array([[7, 7],\n" \
  "       [7, 7]])\n"

#define TENORITE_DOC_flatten \
  "A one-dimensional copy.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "order : {'C', 'F', 'A', 'K'}, optional\n" \
  "    Order of the items in memory.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.flatten\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.flatten()\n" \
  "array([1, 2, 3, 4])\n"

#define TENORITE_DOC_get \
  "A copy of the array as a numpy.ndarray on the host.\n" \
  "\n" \
  "The copy is work on `stream`, by default the current one. Without `blocking`,\n" \
  "a copy into page-locked `out` is only queued: it is there when the stream is\n" \
  "synchronized.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "stream : Stream, optional\n" \
  "    The CUDA stream that copies.\n" \
  "order : {'C', 'F', 'A', 'K'}, optional\n" \
  "    Order of the items in memory.\n" \
  "out : numpy.ndarray, optional\n" \
  "    Where the copy goes.\n" \
  "blocking : bool, optional\n" \
  "    Whether to wait until the data has been copied.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "numpy.ndarray\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "ValueError\n" \
  "    If `out` has another shape than the result.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "cupy.ndarray.get\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> type(x.get())\n" \
  "<class 'numpy.ndarray'>\n"

#define TENORITE_DOC_item \
  "One item as a Python number; it waits for it.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "*args : int\n" \
  "    Index of the item; none where there is one item.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "number\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.item\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.item(0, 1)\n" \
  "2\n"

#define TENORITE_DOC_nonzero \
  "Places of the items that are not zero.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "tuple of ndarrays\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.nonzero\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> (x > 2).nonzero()\n" \
  "(array([1, 1]), array([0, 1]))\n"

#define TENORITE_DOC_ravel \
  "The items in one dimension, a view if possible.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "order : {'C', 'F', 'A', 'K'}, optional\n" \
  "    Order of the items in memory.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.ravel\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.ravel()\n" \
  "array([1, 2, 3, 4])\n"

#define TENORITE_DOC_reshape \
  "The items in another shape, a view if possible.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "*shape : int or tuple of ints\n" \
  "    Shape of the result; -1 for what is left.\n" \
  "order : {'C', 'F', 'A', 'K'}, optional\n" \
  "    Order of the items in memory.\n" \
  "copy : bool, optional\n" \
  "    Whether a copy is made; None where it is needed, False never.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.reshape\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.reshape(4)\n" \
  "array([1, 2, 3, 4])\n"

#define TENORITE_DOC_resize \
  "Changes shape and size in place; new items are zeros.\n" \
  "\n" \
  "ValueError if other objects refer to the array, unless `refcheck` is false.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "*new_shape : int or tuple of ints\n" \
  "    Shape of the result.\n" \
  "refcheck : bool, optional\n" \
  "    Whether it is an error that other objects refer to the array.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.resize\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.resize(2, 3, refcheck=False)\n" \
  ">>> x\n" \
  "array([[1, 2, 3],\n" \
  "       [4, 0, 0]])\n"

#define TENORITE_DOC_set \
  "Copies a numpy.ndarray of the same shape and dtype into the array.\n" \
  "\n" \
  "Given a `stream`, a copy from page-locked memory is only queued on it: `arr` has\n" \
  "to stay as it is until the stream is synchronized.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "arr : numpy.ndarray\n" \
  "    The new items.\n" \
  "stream : Stream, optional\n" \
  "    The CUDA stream that copies.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "None\n" \
  "    Nothing.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "cupy.ndarray.set\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.set(x.get() + 1)\n" \
  ">>> x\n" \
  "array([[2, 3],\n" \
  "       [4, 5]])\n"

#define TENORITE_DOC_squeeze \
  "A view without axes of length 1.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "axis : int or tuple of ints, optional\n" \
  "    The axis, or axes; all of them where it is None.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "AxisError\n" \
  "    If there is no such axis.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.squeeze\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x[:1].squeeze()\n" \
  "array([1, 2])\n"

#define TENORITE_DOC_swapaxes \
  "A view with two axes in each other's place.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "axis1 : int\n" \
  "    The first of two axes.\n" \
  "axis2 : int\n" \
  "    The second of two axes.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.swapaxes\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.swapaxes(0, 1)\n" \
  "array([[1, 3],\n" \
  "       [2, 4]])\n"

#define TENORITE_DOC_to_device \
  "The array on another device; itself if it is there.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "device : str or Device\n" \
  "    Where the result is; the default device by default.\n" \
  "stream : Stream, optional\n" \
  "    The CUDA stream that copies.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "ValueError\n" \
  "    If there is no such device.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.to_device\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "An array may be made on any device; NumPy knows the CPU alone.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.to_device(x.device) is x\n" \
  "True\n"

#define TENORITE_DOC_tolist \
  "Nested lists of Python numbers; it waits for them.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "number or list\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.tolist\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.tolist()\n" \
  "[[1, 2], [3, 4]]\n"

#define TENORITE_DOC_transpose \
  "A view with the axes in another order.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "*axes : int or tuple of ints\n" \
  "    The new order; the reverse one by default.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.transpose\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.transpose()\n" \
  "array([[1, 3],\n" \
  "       [2, 4]])\n"

#define TENORITE_DOC_view \
  "The same memory, as another dtype if one is given.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "*args : dtype\n" \
  "    Dtype of the items.\n" \
  "**kwargs : any\n" \
  "    `dtype`, by name.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ndarray.view\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> x.view()\n" \
  "array([[1, 2],\n" \
  "       [3, 4]])\n"

#define TENORITE_DOC_ufunc_accumulate \
  "Results for the items up to each one.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "array : array_like\n" \
  "    What is computed with.\n" \
  "axis : int or tuple of ints, optional\n" \
  "    The axis, or axes; all of them where it is None.\n" \
  "dtype : dtype, optional\n" \
  "    Dtype of the result, and of what is computed with.\n" \
  "out : ndarray, optional\n" \
  "    An array of the result's shape on the same device, which gets the result.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "AxisError\n" \
  "    If there is no such axis.\n" \
  "TypeError\n" \
  "    If no device computes with the dtype.\n" \
  "ValueError\n" \
  "    If `out` has another shape than the result.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ufunc.accumulate\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> np.add.accumulate(x)\n" \
  "array([[1, 2],\n" \
  "       [4, 6]])\n"

#define TENORITE_DOC_ufunc_at \
  "Computes in place at indices, as often as each of them is there.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "a : ndarray\n" \
  "    The array that is changed.\n" \
  "indices : array_like of int\n" \
  "    Which items, each as often as it is there.\n" \
  "b : array_like, optional\n" \
  "    The second operand of a ufunc that has two.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "None\n" \
  "    Nothing.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ufunc.at\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> np.add.at(x, [0, 0], 1)\n" \
  ">>> x\n" \
  "array([[3, 4],\n" \
  "       [3, 4]])\n"

#define TENORITE_DOC_ufunc_outer \
  "Results for all pairs of items.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "A : array_like\n" \
  "    The first operand.\n" \
  "B : array_like\n" \
  "    The second operand.\n" \
  "**kwargs : any\n" \
  "    What the ufunc itself takes by name.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ufunc.outer\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> np.add.outer([1, 2], x[0])\n" \
  "array([[2, 3],\n" \
  "       [3, 4]])\n"

#define TENORITE_DOC_ufunc_reduce \
  "One result for all items along axes.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "array : array_like\n" \
  "    What is computed with.\n" \
  "axis : int or tuple of ints, optional\n" \
  "    The axis, or axes; all of them where it is None.\n" \
  "dtype : dtype, optional\n" \
  "    Dtype of the result, and of what is computed with.\n" \
  "out : ndarray, optional\n" \
  "    An array of the result's shape on the same device, which gets the result.\n" \
  "keepdims : bool, optional\n" \
  "    Whether axes that are reduced stay, with length 1.\n" \
  "initial : scalar, optional\n" \
  "    Value that the operation starts with.\n" \
  "where : array_like of bool, optional\n" \
  "    Which items take part.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "AxisError\n" \
  "    If there is no such axis.\n" \
  "TypeError\n" \
  "    If no device computes with the dtype.\n" \
  "ValueError\n" \
  "    If `out` has another shape than the result.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ufunc.reduce\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n" \
  "that nobody waits for its value; it behaves as a scalar.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> np.add.reduce(x)\n" \
  "array([4, 6])\n"

#define TENORITE_DOC_ufunc_reduceat \
  "One result for each part of an axis.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "array : array_like\n" \
  "    What is computed with.\n" \
  "indices : array_like of int\n" \
  "    Where each part begins.\n" \
  "axis : int or tuple of ints, optional\n" \
  "    The axis, or axes; all of them where it is None.\n" \
  "dtype : dtype, optional\n" \
  "    Dtype of the result, and of what is computed with.\n" \
  "out : ndarray, optional\n" \
  "    An array of the result's shape on the same device, which gets the result.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "ndarray\n" \
  "    The result.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "AxisError\n" \
  "    If there is no such axis.\n" \
  "TypeError\n" \
  "    If no device computes with the dtype.\n" \
  "ValueError\n" \
  "    If `out` has another shape than the result.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ufunc.reduceat\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> np.add.reduceat(x, [0, 1])\n" \
  "array([[1, 2],\n" \
  "       [3, 4]])\n"

#define TENORITE_DOC_ufunc_resolve_dtypes \
  "The dtypes of operands and results of the loop for dtypes of operands.\n" \
  "\n" \
  "Each is a dtype, int, float or complex for a Python number, or None for a result.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "dtypes : tuple of dtypes\n" \
  "    One for each operand and each result.\n" \
  "signature : str or tuple of dtypes, optional\n" \
  "    Dtypes of the loop.\n" \
  "casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}, optional\n" \
  "    Which conversions of dtypes are allowed.\n" \
  "reduction : bool, optional\n" \
  "    Whether it is of a reduction, whose first operand is the result's.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "tuple of dtypes\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "See Also\n" \
  "--------\n" \
  "numpy.ufunc.resolve_dtypes\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> x = np.array([[1, 2], [3, 4]])\n" \
  ">>> np.add.resolve_dtypes((np.dtype(\"i4\"), float, None))\n" \
  "(dtype('float64'), dtype('float64'), dtype('float64'))\n"

#define TENORITE_DOC_RawKernel_compile \
  "Compiles for the current device, which calls do by themselves.\n" \
  "\n" \
  "Parameters\n" \
  "----------\n" \
  "log_stream : file, optional\n" \
  "    Where the compiler's warnings are written, a text file.\n" \
  "\n" \
  "Returns\n" \
  "-------\n" \
  "None\n" \
  "    Nothing.\n" \
  "\n" \
  "Raises\n" \
  "------\n" \
  "TypeError\n" \
  "    If an argument is of a type that the function does not take.\n" \
  "\n" \
  "Notes\n" \
  "-----\n" \
  "The result is on the device of the arguments.\n" \
  "\n" \
  "Examples\n" \
  "--------\n" \
  ">>> import tenorite as np\n" \
  ">>> k = np.RawKernel(\"__global__ void twice(int* a) { *a *= 2; }\", \"twice\")\n" \
  ">>> k.compile()\n"

namespace tenorite::python {

// Names and docstrings of the methods of reductions.
inline constexpr const char* kReductionDocs[][2] = {
  {"all",
   "Whether all items along axes are true.\n"
   "\n"
   "Parameters\n"
   "----------\n"
   "axis : int or tuple of ints, optional\n"
   "    The axis, or axes; all of them where it is None.\n"
   "out : ndarray, optional\n"
   "    An array of the result's shape on the same device, which gets the result.\n"
   "keepdims : bool, optional\n"
   "    Whether axes that are reduced stay, with length 1.\n"
   "where : array_like of bool, optional\n"
   "    Which items take part.\n"
   "\n"
   "Returns\n"
   "-------\n"
   "ndarray\n"
   "    The result.\n"
   "\n"
   "Raises\n"
   "------\n"
   "AxisError\n"
   "    If there is no such axis.\n"
   "ValueError\n"
   "    If `out` has another shape than the result.\n"
   "\n"
   "See Also\n"
   "--------\n"
   "numpy.ndarray.all\n"
   "\n"
   "Notes\n"
   "-----\n"
   "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
   "that nobody waits for its value; it behaves as a scalar.\n"
   "\n"
   "Examples\n"
   "--------\n"
   ">>> import tenorite as np\n"
   ">>> x = np.array([[1, 2], [3, 4]])\n"
   ">>> x.all(axis=0)\n"
   "array([ True,  True])\n"},
  {"any",
   "Whether any item along axes is true.\n"
   "\n"
   "Parameters\n"
   "----------\n"
   "axis : int or tuple of ints, optional\n"
   "    The axis, or axes; all of them where it is None.\n"
   "out : ndarray, optional\n"
   "    An array of the result's shape on the same device, which gets the result.\n"
   "keepdims : bool, optional\n"
   "    Whether axes that are reduced stay, with length 1.\n"
   "where : array_like of bool, optional\n"
   "    Which items take part.\n"
   "\n"
   "Returns\n"
   "-------\n"
   "ndarray\n"
   "    The result.\n"
   "\n"
   "Raises\n"
   "------\n"
   "AxisError\n"
   "    If there is no such axis.\n"
   "ValueError\n"
   "    If `out` has another shape than the result.\n"
   "\n"
   "See Also\n"
   "--------\n"
   "numpy.ndarray.any\n"
   "\n"
   "Notes\n"
   "-----\n"
   "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
   "that nobody waits for its value; it behaves as a scalar.\n"
   "\n"
   "Examples\n"
   "--------\n"
   ">>> import tenorite as np\n"
   ">>> x = np.array([[1, 2], [3, 4]])\n"
   ">>> x.any(axis=0)\n"
   "array([ True,  True])\n"},
  {"argmax",
   "Index of the first largest item along an axis.\n"
   "\n"
   "Parameters\n"
   "----------\n"
   "axis : int or tuple of ints, optional\n"
   "    The axis, or axes; all of them where it is None.\n"
   "out : ndarray, optional\n"
   "    An array of the result's shape on the same device, which gets the result.\n"
   "keepdims : bool, optional\n"
   "    Whether axes that are reduced stay, with length 1.\n"
   "\n"
   "Returns\n"
   "-------\n"
   "ndarray\n"
   "    The result.\n"
   "\n"
   "Raises\n"
   "------\n"
   "AxisError\n"
   "    If there is no such axis.\n"
   "ValueError\n"
   "    If `out` has another shape than the result.\n"
   "\n"
   "See Also\n"
   "--------\n"
   "numpy.ndarray.argmax\n"
   "\n"
   "Notes\n"
   "-----\n"
   "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
   "that nobody waits for its value; it behaves as a scalar.\n"
   "\n"
   "Examples\n"
   "--------\n"
   ">>> import tenorite as np\n"
   ">>> x = np.array([[1, 2], [3, 4]])\n"
   ">>> x.argmax(axis=0)\n"
   "array([1, 1])\n"},
  {"argmin",
   "Index of the first smallest item along an axis.\n"
   "\n"
   "Parameters\n"
   "----------\n"
   "axis : int or tuple of ints, optional\n"
   "    The axis, or axes; all of them where it is None.\n"
   "out : ndarray, optional\n"
   "    An array of the result's shape on the same device, which gets the result.\n"
   "keepdims : bool, optional\n"
   "    Whether axes that are reduced stay, with length 1.\n"
   "\n"
   "Returns\n"
   "-------\n"
   "ndarray\n"
   "    The result.\n"
   "\n"
   "Raises\n"
   "------\n"
   "AxisError\n"
   "    If there is no such axis.\n"
   "ValueError\n"
   "    If `out` has another shape than the result.\n"
   "\n"
   "See Also\n"
   "--------\n"
   "numpy.ndarray.argmin\n"
   "\n"
   "Notes\n"
   "-----\n"
   "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
   "that nobody waits for its value; it behaves as a scalar.\n"
   "\n"
   "Examples\n"
   "--------\n"
   ">>> import tenorite as np\n"
   ">>> x = np.array([[1, 2], [3, 4]])\n"
   ">>> x.argmin(axis=0)\n"
   "array([0, 0])\n"},
  {"max",
   "Largest item along axes; NaN if there is one.\n"
   "\n"
   "Parameters\n"
   "----------\n"
   "axis : int or tuple of ints, optional\n"
   "    The axis, or axes; all of them where it is None.\n"
   "out : ndarray, optional\n"
   "    An array of the result's shape on the same device, which gets the result.\n"
   "keepdims : bool, optional\n"
   "    Whether axes that are reduced stay, with length 1.\n"
   "initial : scalar, optional\n"
   "    Value that the operation starts with.\n"
   "where : array_like of bool, optional\n"
   "    Which items take part.\n"
   "\n"
   "Returns\n"
   "-------\n"
   "ndarray\n"
   "    The result.\n"
   "\n"
   "Raises\n"
   "------\n"
   "AxisError\n"
   "    If there is no such axis.\n"
   "ValueError\n"
   "    If `out` has another shape than the result.\n"
   "\n"
   "See Also\n"
   "--------\n"
   "numpy.ndarray.max\n"
   "\n"
   "Notes\n"
   "-----\n"
   "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
   "that nobody waits for its value; it behaves as a scalar.\n"
   "\n"
   "Examples\n"
   "--------\n"
   ">>> import tenorite as np\n"
   ">>> x = np.array([[1, 2], [3, 4]])\n"
   ">>> x.max(axis=0)\n"
   "array([3, 4])\n"},
  {"mean",
   "Arithmetic mean along axes.\n"
   "\n"
   "Parameters\n"
   "----------\n"
   "axis : int or tuple of ints, optional\n"
   "    The axis, or axes; all of them where it is None.\n"
   "dtype : dtype, optional\n"
   "    Dtype of the result, and of what is computed with.\n"
   "out : ndarray, optional\n"
   "    An array of the result's shape on the same device, which gets the result.\n"
   "keepdims : bool, optional\n"
   "    Whether axes that are reduced stay, with length 1.\n"
   "where : array_like of bool, optional\n"
   "    Which items take part.\n"
   "\n"
   "Returns\n"
   "-------\n"
   "ndarray\n"
   "    The result.\n"
   "\n"
   "Raises\n"
   "------\n"
   "AxisError\n"
   "    If there is no such axis.\n"
   "TypeError\n"
   "    If no device computes with the dtype.\n"
   "ValueError\n"
   "    If `out` has another shape than the result.\n"
   "\n"
   "See Also\n"
   "--------\n"
   "numpy.ndarray.mean\n"
   "\n"
   "Notes\n"
   "-----\n"
   "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
   "that nobody waits for its value; it behaves as a scalar.\n"
   "\n"
   "Examples\n"
   "--------\n"
   ">>> import tenorite as np\n"
   ">>> x = np.array([[1, 2], [3, 4]])\n"
   ">>> x.mean(axis=0)\n"
   "array([2., 3.])\n"},
  {"min",
   "Smallest item along axes; NaN if there is one.\n"
   "\n"
   "Parameters\n"
   "----------\n"
   "axis : int or tuple of ints, optional\n"
   "    The axis, or axes; all of them where it is None.\n"
   "out : ndarray, optional\n"
   "    An array of the result's shape on the same device, which gets the result.\n"
   "keepdims : bool, optional\n"
   "    Whether axes that are reduced stay, with length 1.\n"
   "initial : scalar, optional\n"
   "    Value that the operation starts with.\n"
   "where : array_like of bool, optional\n"
   "    Which items take part.\n"
   "\n"
   "Returns\n"
   "-------\n"
   "ndarray\n"
   "    The result.\n"
   "\n"
   "Raises\n"
   "------\n"
   "AxisError\n"
   "    If there is no such axis.\n"
   "ValueError\n"
   "    If `out` has another shape than the result.\n"
   "\n"
   "See Also\n"
   "--------\n"
   "numpy.ndarray.min\n"
   "\n"
   "Notes\n"
   "-----\n"
   "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
   "that nobody waits for its value; it behaves as a scalar.\n"
   "\n"
   "Examples\n"
   "--------\n"
   ">>> import tenorite as np\n"
   ">>> x = np.array([[1, 2], [3, 4]])\n"
   ">>> x.min(axis=0)\n"
   "array([1, 2])\n"},
  {"prod",
   "Product of the items along axes.\n"
   "\n"
   "Parameters\n"
   "----------\n"
   "axis : int or tuple of ints, optional\n"
   "    The axis, or axes; all of them where it is None.\n"
   "dtype : dtype, optional\n"
   "    Dtype of the result, and of what is computed with.\n"
   "out : ndarray, optional\n"
   "    An array of the result's shape on the same device, which gets the result.\n"
   "keepdims : bool, optional\n"
   "    Whether axes that are reduced stay, with length 1.\n"
   "initial : scalar, optional\n"
   "    Value that the operation starts with.\n"
   "where : array_like of bool, optional\n"
   "    Which items take part.\n"
   "\n"
   "Returns\n"
   "-------\n"
   "ndarray\n"
   "    The result.\n"
   "\n"
   "Raises\n"
   "------\n"
   "AxisError\n"
   "    If there is no such axis.\n"
   "TypeError\n"
   "    If no device computes with the dtype.\n"
   "ValueError\n"
   "    If `out` has another shape than the result.\n"
   "\n"
   "See Also\n"
   "--------\n"
   "numpy.ndarray.prod\n"
   "\n"
   "Notes\n"
   "-----\n"
   "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
   "that nobody waits for its value; it behaves as a scalar.\n"
   "\n"
   "Examples\n"
   "--------\n"
   ">>> import tenorite as np\n"
   ">>> x = np.array([[1, 2], [3, 4]])\n"
   ">>> x.prod(axis=0)\n"
   "array([3, 8])\n"},
  {"std",
   "Standard deviation along axes.\n"
   "\n"
   "Parameters\n"
   "----------\n"
   "axis : int or tuple of ints, optional\n"
   "    The axis, or axes; all of them where it is None.\n"
   "dtype : dtype, optional\n"
   "    Dtype of the result, and of what is computed with.\n"
   "out : ndarray, optional\n"
   "    An array of the result's shape on the same device, which gets the result.\n"
   "ddof : float, optional\n"
   "    What is taken from the count of items that is divided by.\n"
   "keepdims : bool, optional\n"
   "    Whether axes that are reduced stay, with length 1.\n"
   "where : array_like of bool, optional\n"
   "    Which items take part.\n"
   "mean : array_like, optional\n"
   "    The mean, where it has been computed before.\n"
   "correction : float, optional\n"
   "    The same as `ddof`.\n"
   "\n"
   "Returns\n"
   "-------\n"
   "ndarray\n"
   "    The result.\n"
   "\n"
   "Raises\n"
   "------\n"
   "AxisError\n"
   "    If there is no such axis.\n"
   "TypeError\n"
   "    If no device computes with the dtype.\n"
   "ValueError\n"
   "    If `out` has another shape than the result.\n"
   "\n"
   "See Also\n"
   "--------\n"
   "numpy.ndarray.std\n"
   "\n"
   "Notes\n"
   "-----\n"
   "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
   "that nobody waits for its value; it behaves as a scalar.\n"
   "\n"
   "Examples\n"
   "--------\n"
   ">>> import tenorite as np\n"
   ">>> x = np.array([[1, 2], [3, 4]])\n"
   ">>> x.std(axis=0)\n"
   "array([1., 1.])\n"},
  {"sum",
   "Sum of the items along axes.\n"
   "\n"
   "Parameters\n"
   "----------\n"
   "axis : int or tuple of ints, optional\n"
   "    The axis, or axes; all of them where it is None.\n"
   "dtype : dtype, optional\n"
   "    Dtype of the result, and of what is computed with.\n"
   "out : ndarray, optional\n"
   "    An array of the result's shape on the same device, which gets the result.\n"
   "keepdims : bool, optional\n"
   "    Whether axes that are reduced stay, with length 1.\n"
   "initial : scalar, optional\n"
   "    Value that the operation starts with.\n"
   "where : array_like of bool, optional\n"
   "    Which items take part.\n"
   "\n"
   "Returns\n"
   "-------\n"
   "ndarray\n"
   "    The result.\n"
   "\n"
   "Raises\n"
   "------\n"
   "AxisError\n"
   "    If there is no such axis.\n"
   "TypeError\n"
   "    If no device computes with the dtype.\n"
   "ValueError\n"
   "    If `out` has another shape than the result.\n"
   "\n"
   "See Also\n"
   "--------\n"
   "numpy.ndarray.sum\n"
   "\n"
   "Notes\n"
   "-----\n"
   "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
   "that nobody waits for its value; it behaves as a scalar.\n"
   "\n"
   "Examples\n"
   "--------\n"
   ">>> import tenorite as np\n"
   ">>> x = np.array([[1, 2], [3, 4]])\n"
   ">>> x.sum(axis=0)\n"
   "array([4, 6])\n"},
  {"var",
   "Variance along axes.\n"
   "\n"
   "Parameters\n"
   "----------\n"
   "axis : int or tuple of ints, optional\n"
   "    The axis, or axes; all of them where it is None.\n"
   "dtype : dtype, optional\n"
   "    Dtype of the result, and of what is computed with.\n"
   "out : ndarray, optional\n"
   "    An array of the result's shape on the same device, which gets the result.\n"
   "ddof : float, optional\n"
   "    What is taken from the count of items that is divided by.\n"
   "keepdims : bool, optional\n"
   "    Whether axes that are reduced stay, with length 1.\n"
   "where : array_like of bool, optional\n"
   "    Which items take part.\n"
   "mean : array_like, optional\n"
   "    The mean, where it has been computed before.\n"
   "correction : float, optional\n"
   "    The same as `ddof`.\n"
   "\n"
   "Returns\n"
   "-------\n"
   "ndarray\n"
   "    The result.\n"
   "\n"
   "Raises\n"
   "------\n"
   "AxisError\n"
   "    If there is no such axis.\n"
   "TypeError\n"
   "    If no device computes with the dtype.\n"
   "ValueError\n"
   "    If `out` has another shape than the result.\n"
   "\n"
   "See Also\n"
   "--------\n"
   "numpy.ndarray.var\n"
   "\n"
   "Notes\n"
   "-----\n"
   "What NumPy returns as a scalar is a 0-d array on the device of the argument, so\n"
   "that nobody waits for its value; it behaves as a scalar.\n"
   "\n"
   "Examples\n"
   "--------\n"
   ">>> import tenorite as np\n"
   ">>> x = np.array([[1, 2], [3, 4]])\n"
   ">>> x.var(axis=0)\n"
   "array([1., 1.])\n"},
};

}  // namespace tenorite::python
