# SPDX-License-Identifier: Apache-2.0
"""What parameters of public functions mean: name, type, text.

One line for a name that means the same wherever it stands, before them a few as
`function.name` where it does not; names of packages and of classes are in
package_parameters.py. help.py makes sections of docstrings of them.
"""

from .cuda_parameters import OF_CUDAS_CALLS
from .cupy_parameters import OF_CUPYS_NAMES
from .distributed_parameters import OF_COMMUNICATORS
from .interpolate_parameters import OF_INTERPOLATE
from .jit_parameters import OF_JIT
from .ndimage_parameters import OF_NDIMAGE
from .package_parameters import OF_PACKAGES
from .science_parameters import OF_SCIENCE
from .signal_parameters import OF_SIGNAL
from .sparse_parameters import OF_SPARSE
from .stats_parameters import OF_STATS
from .system_parameters import OF_SYSTEMS

_TABLE = """
N|int|Number of rows.
dot.other|array_like|The second operand.
resize.refcheck|bool|Whether it is an error that other objects refer to the array.
to_numpy.na_value|any|Nothing is absent, so that nothing becomes it; pandas passes it.
resolve_dtypes.dtypes|tuple of dtypes|One for each operand and each result.
resolve_dtypes.reduction|bool|Whether it is of a reduction, whose first operand is the result's.
to_numpy.copy|bool|It is always a copy; pandas passes it.
format_float_positional.x|float|The number.
format_float_positional.unique|bool|Whether the digits are the fewest that tell the number from its neighbours of its dtype.
format_float_positional.trim|{'k', '.', '0', '-'}|What becomes of zeros at the end: kept, cut, cut but one, cut with the point.
format_float_positional.sign|bool|Whether positive numbers have a sign.
format_float_scientific.x|float|The number.
format_float_scientific.unique|bool|Whether the digits are the fewest that tell the number from its neighbours of its dtype.
format_float_scientific.trim|{'k', '.', '0', '-'}|What becomes of zeros at the end: kept, cut, cut but one, cut with the point.
format_float_scientific.sign|bool|Whether positive numbers have a sign.
vander.N|int|Number of columns; as many as `x` has items by default.
M|int|Number of points; an empty array if it is less than 1.
eye.M|int|Number of columns; `N` by default.
tri.M|int|Number of columns; `N` by default.
A|array_like|What is computed with.
X|array_like|Data of one or two dimensions.
UPLO|{'L', 'U'}|Which half of each matrix is read.
a|array_like|What is computed with.
a1|array_like|The first operand.
a2|array_like|The second operand.
a_max|scalar or array_like|Largest value of the result, or None.
a_min|scalar or array_like|Least value of the result, or None.
allow_pickle|bool|Whether objects may be pickled.
append|array_like|Items behind `a` along `axis`.
ar|array_like|What is computed with; flat unless `axis` is given.
ar1|array_like|The first set of items.
ar2|array_like|The second set of items.
args|any|Further arguments of the function.
broadcast_arrays.args|array_like|The arrays.
exp_digits|int|Least number of digits of the exponent.
fractional|bool|Whether `precision` and `min_digits` count from the point, not from the first digit.
ix_.args|array_like|One-dimensional sequences of integers or bools.
get_array_module.args|any|What may be an array.
arr|array_like|What is computed with.
array|array_like|What is computed with.
arrays|sequence of array_like|The arrays.
common_type.arrays|array_like|The arrays.
arrays_and_dtypes|array_like or dtype|What takes part in the promotion.
ary|array_like|What is computed with.
arys|array_like|One or several arrays.
assume_unique|bool|Whether the items of each argument are known to differ, which saves time.
atol|float|Absolute tolerance.
autostrip|bool|Whether white space around values is dropped.
aweights|array_like|Weight of each observation.
axes|int or sequence of ints|The axes.
fft2.axes|sequence of ints|The two axes to transform.
axis|int or tuple of ints|The axis, or axes; all of them where it is None.
axis1|int|The first of two axes.
axis2|int|The second of two axes.
axisa|int|Axis of `a` with the components.
axisb|int|Axis of `b` with the components.
axisc|int|Axis of the result with the components.
b|array_like|The second operand.
logsumexp.b|array_like|Factors of the exponentials.
backend|{'nvrtc', 'nvcc'}|The compiler.
base|array_like|The base of the powers.
beta|float|Shape of the window.
bias|bool|Whether sums are divided by the count of observations rather than one less.
bins|int, str or array_like|Number of equal bins, or their edges.
digitize.bins|array_like|Edges of the bins, ascending or descending.
bitorder|{'big', 'little'}|Whether the first bit is the most significant.
blocking|bool|Whether to wait until the data has been copied.
buffer|buffer|An object with Python's buffer interface.
buffersize|int|Number of items in a buffer; 0 for NumPy's choice.
case_sensitive|bool or str|Whether names keep their case.
casting|{'no', 'equiv', 'safe', 'same_kind', 'unsafe'}|Which conversions of dtypes are allowed.
check_bounds|bool|Accepted; bounds are always checked.
choicelist|sequence of array_like|The values that the conditions choose.
choices|sequence of array_like|The arrays to choose from.
comments|str or sequence of str|What begins a comment.
compute_uv|bool|Whether U and Vh are computed beside the singular values.
condition|array_like of bool|Which items are taken.
condlist|sequence of array_like of bool|The conditions; the first that holds decides.
converters|dict or callable|What makes a value of a text, for all columns or by column.
copy|bool|Whether a copy is made; None where it is needed, False never.
meshgrid.copy|bool|Whether results are copies rather than views.
min_digits|int|Least number of digits, with `unique`.
nan_to_num.copy|bool|Whether `x` is left as it is.
correction|float|The same as `ddof`.
count|int|Number of items; -1 for all.
d|float|Distance between samples.
ddof|float|What is taken from the count of items that is divided by.
decimals|int|Number of digits behind the point; negative before it.
default|scalar|Value where no condition holds.
defaultfmt|str|Format of names for columns without one.
deg|int|Degree of the polynomial.
angle.deg|bool|Whether the angle is in degrees.
deletechars|str|Characters that names must not have.
delimiter|str|What separates values.
density|bool|Whether the integral over the range becomes 1.
descending|bool|Whether the largest comes first.
destination|int or sequence of ints|Where the axes go.
device|str or Device|Where the result is; the default device by default.
devices|tuple of ints|The GPUs to time.
dimensions|sequence of ints|Shape of the grid.
dims|tuple of ints|Shape of the array that is indexed.
discont|float|Largest jump that stays; half of `period` by default.
dst|ndarray|The array that is changed.
dtype|dtype|Dtype of the result, and of what is computed with.
argmax.dtype|dtype|Dtype of the result; int64 by default.
argmin.dtype|dtype|Dtype of the result; int64 by default.
astype.dtype|dtype|Dtype of the result.
dx|float|Distance between the points.
edge_order|{1, 2}|Order of the differences at both ends.
edgeitems|int|Number of items shown at each end of an axis.
einsum_call|bool|Whether what einsum() needs is returned as well.
element|array_like|What is looked for.
encoding|str|Encoding of the text.
endpoint|bool|Whether `stop` is the last value.
equal_nan|bool|Whether NaN equals NaN.
excludelist|sequence of str|Names that get an underscore.
f|array_like|Values of the function.
file|str, path or file|Where the data is.
fill_value|scalar or array_like|Value of the items.
filling_values|any|Values in place of those that are missing.
filt|array_like|What is computed with.
fix_imports|bool|Accepted; for pickles of Python 2.
flags|sequence of str|Flags of the iterator.
floatmode|str|How many digits are shown; see numpy.set_printoptions.
fmt|str or sequence of str|Format of a value, or of a row.
fname|str, path or file|Where the text is.
footer|str|Text behind the data.
formatter|dict of callables|What makes the text of an item, by the kind of its dtype.
fp|array_like|Values at `xp`.
from_|dtype or array_like|What is converted.
full_matrices|bool|Whether U and Vh are square.
func|callable|The function.
func1d|callable|A function of one-dimensional arrays.
funclist|sequence of callables or scalars|What gives the values where a condition holds.
function|callable|The function.
fweights|array_like of int|How often each observation is there.
header|str|Text before the data.
hermitian|bool|Whether the matrices are their own conjugate transpose.
include_initial|bool|Whether the identity comes before the first item.
increasing|bool|Whether powers grow from left to right.
ind|array_like of int|Places in the flat array.
pad_left|int|Characters before the point, filled with spaces.
pad_right|int|Characters behind the point, filled with spaces.
tensorinv.ind|int|Number of first axes that are involved.
indexing|{'xy', 'ij'}|Whether the first two axes change places.
indices|array_like of int|Places along `axis`, or in the flat array.
unravel_index.indices|array_like of int|Places in the flat array.
indices_or_sections|int or sequence of ints|Number of equal parts, or where to split.
initial|scalar|Value that the operation starts with.
invalid_raise|bool|Whether rows of another length are an error.
invert|bool|Whether the answer is negated.
iter|iterable|Where the items come from.
itershape|tuple of ints|Shape of the iterator.
k|int|Which diagonal: 0 the main one, above it if positive.
rot90.k|int|How often to turn by 90 degrees.
top_k.k|int|How many items.
keepdims|bool|Whether axes that are reduced stay, with length 1.
matmul.keepdims|bool|Accepted by NumPy's rules; see numpy.matmul.
keys|sequence of array_like|What is sorted by; the last one first.
kind|str|Accepted; all algorithms give the same result.
isin.kind|{None, 'sort', 'table'}|Accepted; the result is the same.
kth|int or sequence of ints|Places that get what they have in sorted order.
kw|any|Further arguments of the functions.
kwargs|any|Further arguments.
kwds|array_like|The arrays, by their names in the file.
largest|bool|Whether the largest items are found rather than the least.
left|float|Value to the left of `xp`; the first one of `fp` by default.
legacy|str or False|NumPy's version whose form is wanted.
like|array_like|An array of another library whose function is called.
loose|bool|Whether values that cannot be read are filled rather than an error.
m|array_like|What is computed with.
tril_indices.m|int|Number of columns; `n` by default.
triu_indices.m|int|Number of columns; `n` by default.
mask|array_like of bool|Which items are changed.
mask_func|callable|A function of a matrix and `k`, such as triu().
max|scalar or array_like|The same as `a_max`.
max_duration|float|Seconds after which no further call is made.
max_header_size|int|Largest header of a file that is not trusted.
max_line_width|int|Longest line, in characters.
max_rows|int|Largest number of rows that are read.
max_work|int|Accepted; see numpy.shares_memory.
maxwidth|int|Longest line, in characters.
mean|array_like|The mean, where it has been computed before.
method|str|How values between two items are found; see numpy.quantile.
min|scalar or array_like|The same as `a_min`.
minlength|int|Least number of bins.
missing_values|any|Texts of values that are missing.
mmap_mode|str|How the file is mapped into memory; see numpy.load.
mode|str|What happens at the ends; see the function of NumPy.
choose.mode|{'raise', 'wrap', 'clip'}|What becomes of indices out of bounds.
put.mode|{'raise', 'wrap', 'clip'}|What becomes of indices out of bounds.
ravel_multi_index.mode|{'raise', 'wrap', 'clip'}|What becomes of indices out of bounds.
take.mode|{'raise', 'wrap', 'clip'}|What becomes of indices out of bounds.
qr.mode|{'reduced', 'complete', 'r', 'raw'}|What is returned.
show_config.mode|{'stdout', 'dicts'}|Whether the text is printed or a dict returned.
multi_index|tuple of array_like|The indices along each axis.
n|int|Length of each side.
diff.n|int|How many times differences are taken.
matrix_power.n|int|The exponent.
fft.n|int|Length of the transformed axis; the input is cropped or filled with zeros.
n_repeat|int|How many calls are timed.
n_warmup|int|How many calls come first and are not timed.
name|str|A name, for messages.
name_expressions|sequence of str|Template instances to compile.
names|str or sequence of str|Names of the columns.
nan|scalar|Value in place of NaN.
ndim|int|Number of dimensions.
ndmax|int|Largest number of dimensions; 0 for any.
ndmin|int|Least number of dimensions.
neginf|scalar|Value in place of negative infinity.
newline|str|What separates rows.
new_shape|int or tuple of ints|Shape of the result.
norm|{'backward', 'ortho', 'forward'}|Which direction is scaled.
num|int|Number of values.
obj|int, slice or array_like of int|Places along `axis`.
object|array_like|What becomes an array.
info.object|any|What help is wanted for.
offset|int|Which diagonal: 0 the main one, above it if positive.
frombuffer.offset|int|Bytes before the first item.
fromfile.offset|int|Bytes before the first item.
op|array_like or sequence of array_like|What is iterated over.
op_axes|sequence of sequences of ints|Axes of each operand.
op_dtypes|sequence of dtypes|Dtype of each operand.
op_flags|sequence of sequences of str|Flags of each operand.
operands|str and array_like|Subscripts, such as "ij,jk->ik", and the arrays.
optimize|bool, str or list|In which order arrays are multiplied; see numpy.einsum_path.
options|sequence of str|Options of the compiler.
ord|int, float or str|Which norm; see numpy.linalg.norm.
order|{'C', 'F', 'A', 'K'}|Order of the items in memory.
argpartition.order|str|Accepted for NumPy's sake; for structured dtypes.
argsort.order|str|Accepted for NumPy's sake; for structured dtypes.
partition.order|str|Accepted for NumPy's sake; for structured dtypes.
sort.order|str|Accepted for NumPy's sake; for structured dtypes.
out|ndarray|An array of the result's shape on the same device, which gets the result.
output|str|What is made; see above.
info.output|file|Where the text goes; the standard output by default.
overwrite_input|bool|Whether `a` may be changed, which saves memory.
p|array_like|Coefficients, the highest power first.
unwrap.p|array_like|What is computed with.
cond.p|int, float or str|Which norm; see numpy.linalg.norm.
pad_width|int or sequence of pairs of ints|Number of items before and after each axis.
period|float|Period of the values.
posinf|scalar|Value in place of positive infinity.
precision|int|Number of digits.
prefix|str|Text before the array, which lines are indented by.
prepend|array_like|Items before `a` along `axis`.
prototype|array_like|What gives shape, dtype and order.
q|array_like of float|What is asked for: shares in [0, 1].
percentile.q|array_like of float|What is asked for: percentages in [0, 100].
nanpercentile.q|array_like of float|What is asked for: percentages in [0, 100].
zeta.q|array_like|Offset of the terms; 1 by default.
quotechar|str|What encloses values that have separators in them.
range|(float, float)|Lowest and highest edge; the least and largest item by default.
histogram2d.range|sequence of pairs|Lowest and highest edge along each dimension.
histogramdd.range|sequence of pairs|Lowest and highest edge along each dimension.
rcond|float|Singular values below this share of the largest count as 0.
regexp|str or pattern|A regular expression with a group for each column.
repeats|int or array_like of int|How often each item is repeated.
replace_space|str|What stands for spaces in names.
reps|int or sequence of ints|How often along each axis.
requirements|str or sequence of str|Properties of the memory, such as 'C' or 'W'.
retstep|bool|Whether the distance between values is returned as well.
return_counts|bool|Whether the number of times that each occurs is returned as well.
return_index|bool|Whether the places of the first ones are returned as well.
return_indices|bool|Whether the places in both arguments are returned as well.
return_inverse|bool|Whether the places that rebuild the input are returned as well.
return_sign|bool|Whether the sign of the sum is returned as well.
returned|bool|Whether the sum of the weights is returned as well.
right|bool|Whether bins contain their right edge rather than the left one.
interp.right|float|Value to the right of `xp`; the last one of `fp` by default.
rowvar|bool|Whether rows are variables and columns observations.
rtol|float|Relative tolerance.
s|sequence of ints|Length of each transformed axis.
sample|array_like|Points, one a row.
sep|str|What separates items; empty for binary data.
separator|str|What separates items.
shape|int or tuple of ints|Shape of the result.
shift|int or tuple of ints|By how many places items move.
side|{'left', 'right'}|Whether equal items are found before or behind.
sig|str|The same as `signature`.
sign|{'-', '+', ' '}|Which sign positive numbers have.
signature|str or tuple of dtypes|Dtypes of the loop.
skip_footer|int|Number of lines to leave out at the end.
skip_header|int|Number of lines to leave out at the beginning.
skiprows|int|Number of lines to leave out at the beginning.
sorted|bool|Whether results are sorted; they always are.
sorter|array_like of int|Places that sort `a`, as argsort() finds them.
source|int or sequence of ints|The axes that move.
compile.source|str|CUDA C++ or C++ text.
sparse|bool|Whether results have length 1 along the other axes.
src|array_like|What is copied.
stable|bool|Accepted; sorting is always stable.
start|scalar|The first value.
rollaxis.start|int|Before which axis it goes.
step|scalar|Distance between values.
stop|scalar|The end of the values.
stream|Stream|The CUDA stream that copies.
strides|tuple of ints|Bytes between neighbours along each axis.
string|str|Text with the data.
subok|bool|Accepted; there are no subclasses.
suffix|str|Text behind the array, which shortens the last line.
suppress_small|bool|Whether numbers close to 0 are shown as 0.
target|str|What to compile for; see above.
test_elements|array_like|Where it is looked for.
threshold|int|Number of items above which only the ends are shown.
to|dtype|What it is converted to.
to_begin|array_like|Items before the differences.
to_end|array_like|Items behind the differences.
tol|float|Tolerance; see the function of NumPy.
toplevel|str|Module in which names are looked up.
trim|{'f', 'b', 'fb'}|Whether the front or the back is cut.
tup|sequence of array_like|The arrays.
unpack|bool|Whether columns are returned one by one.
upper|bool|Whether the upper factor is returned.
usecols|int or sequence of ints|Columns to read.
usemask|bool|Whether a masked array is returned.
v|array_like|The second operand.
diag.v|array_like|A diagonal, or a matrix.
diagflat.v|array_like|The diagonal.
put.v|array_like|The new values.
searchsorted.v|array_like|What is looked for.
val|array_like|What is computed with.
fill_diagonal.val|scalar or array_like|The new values.
vals|array_like|The new values.
astype.copy|bool|Whether to copy where nothing has to be converted.
fill.value|scalar|The value.
get.stream|Stream|The CUDA stream that copies.
get.out|numpy.ndarray|Where the copy goes.
item.args|int|Index of the item; none where there is one item.
reshape.shape|int or tuple of ints|Shape of the result; -1 for what is left.
set.arr|numpy.ndarray|The new items.
transpose.axes|int or tuple of ints|The new order; the reverse one by default.
view.args|dtype|Dtype of the items.
view.kwargs|any|`dtype`, by name.
fid|file|Where the items go.
format|str|Format of an item in text.
inplace|bool|Whether the array itself is changed.
write|bool|Whether the array may be written to.
align|bool|Accepted.
uic|bool|Accepted.
setfield.val|array_like|The new values.
getfield.offset|int|Bytes from the beginning of each item.
setfield.offset|int|Bytes from the beginning of each item.
values|array_like|The new values.
varargs|float or array_like|Distances between samples, or their places.
weights|array_like|Weights of the items.
where|array_like of bool|Which items take part.
copyto.where|array_like of bool|Which items are changed.
window_shape|int or tuple of ints|Shape of a window.
wrap|bool|Whether the diagonal begins anew below the last row.
fill_diagonal.a|ndarray|The array that is changed.
put.a|ndarray|The array that is changed.
putmask.a|ndarray|The array that is changed.
place.arr|ndarray|The array that is changed.
put_along_axis.arr|ndarray|The array that is changed.
writeable|bool|Whether the view may be written to.
x|array_like|What is computed with.
where.x|array_like|Values where the condition holds.
fromDlpack.dltensor|capsule|What `toDlpack()` or `__dlpack__()` returned.
from_dlpack.x|array|An array of any library that has `__dlpack__`.
trapezoid.x|array_like|The points; `dx` apart by default.
interp.x|array_like|Where values are wanted.
x1|array_like|The first operand.
x2|array_like|The second operand.
xi|array_like|One-dimensional coordinates.
xp|array_like|Where values are known, ascending.
y|array_like|The second operand.
where.y|array_like|Values where the condition does not hold.
trapezoid.y|array_like|Values to integrate.
z|array_like|Complex numbers.
"""

TEXTS = {}
_TABLES = (
    _TABLE,
    OF_PACKAGES,
    OF_CUPYS_NAMES,
    OF_CUDAS_CALLS,
    OF_INTERPOLATE,
    OF_SCIENCE,
    OF_NDIMAGE,
    OF_SIGNAL,
    OF_SPARSE,
    OF_STATS,
    OF_SYSTEMS,
    OF_COMMUNICATORS,
    OF_JIT,
)
for _line in filter(None, "\n".join(_TABLES).split("\n")):
    _name, _type, _text = _line.split("|")
    TEXTS[_name] = f" : {_type}", f"\n    {_text}\n"

# What every ufunc takes.
UFUNC_KEYWORDS = """\
out : ndarray or tuple of ndarrays, optional
    An array of the result's shape on the same device, which gets the result.
where : array_like of bool, optional
    Which items are computed; the others of the result keep what they have.
casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}, optional
    Which conversions of dtypes are allowed.
order : {'C', 'F', 'A', 'K'}, optional
    Order of the result's items in memory.
dtype : dtype, optional
    Dtype of the loop.
subok : bool, optional
    Accepted; there are no subclasses.
signature : str or tuple of dtypes, optional
    Dtypes of the loop, one for each operand.
"""
