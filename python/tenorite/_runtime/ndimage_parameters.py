# SPDX-License-Identifier: Apache-2.0
"""What parameters mean in scipy.ndimage, and what its functions return."""

_SPLINES = "spline_filter spline_filter1d"
_AT_POINTS = (
    """affine_transform geometric_transform map_coordinates rotate shift zoom"""
)
_STEPS = "binary_closing binary_dilation binary_erosion binary_opening"
_SPREADING = f"{_STEPS} binary_propagation"
_BINARY = f"{_SPREADING} binary_fill_holes binary_hit_or_miss"
_GREY = """black_tophat grey_closing grey_dilation grey_erosion grey_opening
    morphological_gradient morphological_laplace white_tophat"""
_DISTANCES = "distance_transform_bf distance_transform_cdt distance_transform_edt"
_OF_LABELS = """center_of_mass extrema histogram labeled_comprehension maximum
    maximum_position mean median minimum minimum_position standard_deviation sum
    sum_labels variance"""
_ALONG_A_LINE = """convolve1d correlate1d gaussian_filter1d generic_filter1d
    maximum_filter1d minimum_filter1d prewitt sobel uniform_filter1d"""
_RANKS = "median_filter percentile_filter rank_filter"
_EXTREMES = f"{_RANKS} maximum_filter minimum_filter"
_OF_FUNCTIONS = "generic_filter vectorized_filter"
_IN_WINDOWS = f"{_EXTREMES} {_OF_FUNCTIONS} convolve correlate uniform_filter"
_DERIVATIVES = """gaussian_gradient_magnitude gaussian_laplace
    generic_gradient_magnitude generic_laplace laplace"""
_BORDERED = f"{_ALONG_A_LINE} {_IN_WINDOWS} {_DERIVATIVES} gaussian_filter"
_FOURIER = "fourier_ellipsoid fourier_gaussian fourier_shift fourier_uniform"
_WITH_ARGUMENTS = """generic_filter generic_filter1d generic_gradient_magnitude
    generic_laplace"""

# What has the same meaning in some functions.
_SHARED = (
    (
        _BORDERED,
        """
input|array_like|The image; the parts of complex ones are filtered one by one.
output|ndarray or dtype|An array for the result, or its dtype.
mode|str or sequence of str|How the image continues beyond its ends, by SciPy's names.
cval|scalar|What is outside with the mode 'constant'.
""",
    ),
    (
        _ALONG_A_LINE,
        """
axis|int|The axis along which the filter runs.
""",
    ),
    (
        f"""{_IN_WINDOWS} convolve1d correlate1d generic_filter1d maximum_filter1d
        minimum_filter1d uniform_filter1d""",
        """
origin|int or sequence of ints|By how many items windows are shifted.
""",
    ),
    (
        "convolve convolve1d correlate correlate1d",
        """
weights|array_like|The weights, in float64 or complex128.
""",
    ),
    (
        f"{_IN_WINDOWS} {_DERIVATIVES} gaussian_filter",
        """
axes|int or tuple of ints|The axes that are filtered; all by default.
""",
    ),
    (
        f"{_EXTREMES} {_OF_FUNCTIONS} uniform_filter",
        """
size|int or sequence of ints|Size of windows that are boxes, in items along each axis.
""",
    ),
    (
        f"{_EXTREMES} {_OF_FUNCTIONS}",
        """
footprint|array_like|Which items of a window count, in place of a size.
""",
    ),
    (
        "maximum_filter1d minimum_filter1d uniform_filter1d",
        """
size|int|Length of windows in items.
""",
    ),
    (
        """gaussian_filter gaussian_filter1d gaussian_gradient_magnitude
    gaussian_laplace""",
        """
sigma|float or sequence of floats|Standard deviation of the Gaussian in items.
""",
    ),
    (
        "gaussian_filter gaussian_filter1d",
        """
order|int or sequence of ints|The derivative's order; 0 is the Gaussian itself.
truncate|float|How many standard deviations the weights reach on each side.
radius|int or sequence of ints|How many items they reach, in place of `truncate`.
""",
    ),
    (
        _WITH_ARGUMENTS,
        """
extra_arguments|tuple|More arguments of the function.
extra_keywords|dict|Keyword arguments of the function.
""",
    ),
    (
        "gaussian_gradient_magnitude gaussian_laplace",
        """
kwargs|any|Keyword arguments of gaussian_filter.
""",
    ),
    (
        _FOURIER,
        """
input|array_like|A Fourier transform of an image.
n|int|Length of the real image along `axis`, or -1 if the transform is a complex one's.
axis|int|The axis of the real transform.
output|ndarray or dtype|An array for the result, or its dtype.
""",
    ),
    (
        f"{_AT_POINTS} {_SPLINES}",
        """
input|array_like|The image; the parts of complex ones are interpolated one by one.
output|ndarray or dtype|An array for the result, or its dtype.
order|int|Order of the spline, from 0 to 5.
mode|str|How the image continues beyond its ends, by SciPy's names.
""",
    ),
    (
        _AT_POINTS,
        """
cval|scalar|What is outside with the modes 'constant' and 'grid-constant'.
prefilter|bool|Whether coefficients of the spline are computed first; else they are `input`.
""",
    ),
    (
        "affine_transform geometric_transform",
        """
output_shape|tuple of ints|Shape of the result, by default that of the input.
""",
    ),
    (
        _BINARY,
        """
input|array_like|The image, in which all but 0 counts as True.
output|ndarray or dtype|An array for the result; dtypes are accepted, and it is bool.
axes|int or tuple of ints|The axes of the structure; all by default.
""",
    ),
    (
        f"{_SPREADING} binary_fill_holes",
        """
structure|array_like|Which neighbours count; those along the axes by default.
origin|int or sequence of ints|By how many items the structure is shifted.
""",
    ),
    (
        _SPREADING,
        """
mask|array_like|Only items where this is True change.
border_value|int|What is outside of the image.
""",
    ),
    (
        _STEPS,
        """
iterations|int|How many times it is done; less than 1: until nothing changes.
brute_force|bool|Accepted; the result does not depend on it.
""",
    ),
    (
        _GREY,
        """
input|array_like|The image.
size|int or sequence of ints|Size of a neighbourhood that is a box.
footprint|array_like|Which items of the neighbourhood count.
structure|array_like|Heights, which are added to the items, or taken from them.
output|ndarray or dtype|An array for the result, or its dtype.
mode|str or sequence of str|How the image continues beyond its ends, by SciPy's names.
cval|scalar|What is outside with the mode 'constant'.
origin|int or sequence of ints|By how many items the neighbourhood is shifted.
axes|int or tuple of ints|The axes of the neighbourhood; all by default.
""",
    ),
    (
        _DISTANCES,
        """
input|array_like|The image, whose items that are 0 are the background.
return_distances|bool|Whether distances are returned.
return_indices|bool|Whether indices of the nearest items are returned.
distances|ndarray|An array for the distances, which are not returned then.
indices|ndarray|An array of int32 for the indices, which are not returned then.
""",
    ),
    (
        "distance_transform_bf distance_transform_edt",
        """
sampling|float or sequence of floats|Distance of neighbours along the axes, by default 1.
""",
    ),
    (
        _OF_LABELS,
        """
input|array_like|The image.
labels|array_like|Which label each item has; it broadcasts to the image.
index|int or array_like|The labels that are wanted; by default all above 0 as one.
""",
    ),
)

_OWN = """
fourier_gaussian.sigma|float or sequence of floats|Standard deviation in items.
fourier_uniform.size|float or sequence of floats|Size of the box in items.
fourier_ellipsoid.size|float or sequence of floats|Size of the ellipsoid in items.
fourier_shift.shift|float or sequence of floats|By how many items the image moves.
generic_filter.function|callable or kernel|From a 1-D array of a window's items to a scalar; or a ReductionKernel.
generic_filter1d.function|callable|Called with a line and an array for its results.
generic_filter1d.filter_size|int|By how many items a line is longer than its results.
vectorized_filter.function|callable|A reduction with `axis`, called with windows along it.
vectorized_filter.batch_memory|int|How many bytes windows may take at a time.
generic_laplace.derivative2|callable|Makes a second derivative along an axis.
generic_gradient_magnitude.derivative|callable|Makes a first derivative along an axis.
percentile_filter.percentile|float|The percentile in percent, from -100 to 100.
rank_filter.rank|int|Which item in ascending order; -1 is the greatest.
affine_transform.matrix|array_like|The matrix, its diagonal, or both it and the offset.
affine_transform.offset|float or sequence of floats|What is added to coordinates.
geometric_transform.mapping|callable|From a tuple of ints to a tuple of floats.
geometric_transform.extra_arguments|tuple|More arguments of `mapping`.
geometric_transform.extra_keywords|dict|Keyword arguments of `mapping`.
map_coordinates.coordinates|array_like|The points; the first axis has their coordinates.
rotate.angle|float|The angle in degrees.
rotate.axes|tuple of 2 ints|The plane in which the image turns.
rotate.reshape|bool|Whether the result is as large as the turned image.
shift.shift|float or sequence of floats|By how many items the image moves.
spline_filter1d.axis|int|The axis.
zoom.zoom|float or sequence of floats|How many times as many items there will be.
zoom.grid_mode|bool|Whether items are pixels, which have a width.
generate_binary_structure.rank|int|How many axes there are.
generate_binary_structure.connectivity|int|How many steps along axes lead to a neighbour.
iterate_structure.structure|array_like|The structure.
iterate_structure.iterations|int|How many structures there are together.
iterate_structure.origin|int or sequence of ints|Origin of the structure.
binary_hit_or_miss.structure1|array_like|What has to be in the image.
binary_hit_or_miss.structure2|array_like|What has to be outside; the rest of structure1.
binary_hit_or_miss.origin1|int or sequence of ints|By how many items structure1 is shifted.
binary_hit_or_miss.origin2|int or sequence of ints|Likewise structure2; as the first one.
distance_transform_bf.metric|str|'euclidean', 'taxicab', 'cityblock', 'manhattan', 'chessboard'.
distance_transform_cdt.metric|str or array_like|A name, or which neighbours are a step away.
label.input|array_like|The image, in which all but 0 is labelled.
label.structure|array_like|Which neighbours are connected; those along the axes by default.
label.output|ndarray or dtype|An array for the labels, or their dtype; int32 by default.
find_objects.input|array_like|The labels.
find_objects.max_label|int|The last label that is wanted; the largest one by default.
value_indices.arr|array_like|An array of integers.
value_indices.ignore_value|int|A value that is left out.
labeled_comprehension.func|callable|A function of the items of one label.
labeled_comprehension.out_dtype|dtype|Dtype of the result.
labeled_comprehension.default|scalar|The result for labels without items.
labeled_comprehension.pass_positions|bool|Whether `func` gets flat positions, too.
histogram.min|float|Where the first interval begins.
histogram.max|float|Where the last interval ends.
histogram.bins|int or array_like|How many intervals there are.
"""

OF_NDIMAGE = _OWN + "".join(
    f"{function}.{line}\n"
    for functions, lines in _SHARED
    for function in functions.split()
    for line in lines.split("\n")
    if line
)

_RETURNS = {
    "ndarray": f"{_AT_POINTS} {_SPLINES} {_SPREADING} {_GREY} {_BORDERED} {_FOURIER}",
    "ndarray or None": "binary_fill_holes binary_hit_or_miss",
    "ndarray, tuple of ndarrays or None": _DISTANCES,
    "ndarray or (ndarray, list)": "iterate_structure",
    "(ndarray, int) or int": "label",
    "list of tuples of slices": "find_objects",
    "dict": "value_indices",
    "tuple or list of tuples": "center_of_mass maximum_position minimum_position",
    "tuple": "extrema",
    "any": "labeled_comprehension",
    "ndarray or numpy.ndarray": "histogram",
}
RETURNS_OF_NDIMAGE = {
    f"scipy.{name}": kind for kind, x in _RETURNS.items() for name in x.split()
}
