# SPDX-License-Identifier: Apache-2.0
"""Types of ufuncs and of operators: their arity, and what their loops return.

`Same`: the dtype of the operands, bool too. `Number`: the same, for numbers alone.
`Float`: that of floats and complex numbers, float64 for wide integers. `Wide`:
that of float32 and float64. `Real`: the same, for real numbers. `Bool`. `Any`: no type tells.
"""

import dataclasses

import tenorite

_INTEGERS = set("bBhHiIlL")
_ARITIES = ("Unary", "Binary", "Ternary")
_RESULTS = {1: "", 2: "Pair", 4: "Four"}
_CALL = """where: ArrayLike = True, casting: _Casting = 'same_kind', order: _Order = 'K',
    dtype: {dtype}, subok: bool = True, signature: Any = None"""


def kind_of(ufunc):
    """The word for the results of a ufunc's loops."""
    loops = [text.split("->") for text in ufunc.types]
    outputs = {out for _, outs in loops for out in outs}
    if outputs == {"?"}:
        return "Bool"
    uniform = {ins[0]: set(outs) for ins, outs in loops if len(set(ins)) == 1}
    same = {letter for letter, outs in uniform.items() if outs == {letter}}
    others = {letter: outs for letter, outs in uniform.items() if letter not in same}
    if same == set("fd") and not others:
        return "Wide"
    if "e" not in same and not _INTEGERS <= same:
        return "Any"
    if all(k in _INTEGERS and outs == {"d"} for k, outs in others.items()):
        if not _INTEGERS & same:
            return "Float"
        return "Any" if others else "Same" if "?" in same else "Number"
    return "Real" if others == {"F": {"f"}, "D": {"d"}} else "Any"


def class_of(ufunc):
    """The name of the class of a ufunc."""
    arity = _ARITIES[ufunc.nin - 1]
    return f"_{arity}{kind_of(ufunc)}{_RESULTS[ufunc.nout]}"


def acts_as_one(value):
    """Whether a value is a ufunc, or a composition of some that has its attributes."""
    is_composition = getattr(value, "made_of_ufuncs", False)
    return isinstance(value, tenorite.ufunc) or is_composition


@dataclasses.dataclass
class Case:
    """Types of operands, and the dtype of the result."""

    operands: tuple[str, ...]
    result: str


def _weak(dtype, number):
    """An array beside a number of Python, in both orders."""
    array = f"_Array[{dtype}]"
    return [Case((array, number), dtype), Case((number, array), dtype)]


def _both(dtype):
    """Operands of one dtype, of which one may be a NumPy scalar."""
    array = f"_Array[{dtype}]"
    return [Case((array, f"{array} | {dtype}"), dtype), Case((dtype, array), dtype)]


# NumPy's scalars are floats and complex numbers of Python, but not weak.
_SCALARS = [
    Case(("_Array[Any]", "np.generic"), "Any"),
    Case(("np.generic", "_Array[Any]"), "Any"),
]
_NUMBERS = [
    *_both("_NumericT"),
    *_SCALARS,
    *_weak("_NumberT", "int"),
    *_weak("_InexactT", "float"),
    *_weak("_ComplexT", "complex"),
]
_BOOLS = [
    Case(("_Array[np.bool]", "_Array[np.bool] | np.bool | bool"), "np.bool"),
    Case(("np.bool | bool", "_Array[np.bool]"), "np.bool"),
]
_FLOATS = [
    *_both("_FloatOrComplexT"),
    *_SCALARS,
    *_weak("_InexactT", "float"),
    *_weak("_ComplexT", "complex"),
    Case(("_Array[_WideInteger]", "_Array[_WideInteger] | float"), "np.float64"),
    Case(("float", "_Array[_WideInteger]"), "np.float64"),
]
_CASES = {
    ("Unary", "Same"): [Case(("_Array[_T]",), "_T")],
    ("Unary", "Number"): [Case(("_Array[_NumberT]",), "_NumberT")],
    ("Unary", "Real"): [Case(("_Array[_RealT]",), "_RealT")],
    ("Unary", "Float"): [
        Case(("_Array[_InexactT]",), "_InexactT"),
        Case(("_Array[_WideInteger]",), "np.float64"),
    ],
    ("Unary", "Wide"): [
        Case(("_Array[_WideFloatT]",), "_WideFloatT"),
        Case(("_Array[_WideInteger]",), "np.float64"),
    ],
    ("Binary", "Wide"): [
        Case(("_Array[_WideFloatT]", "_Array[_WideFloatT]"), "_WideFloatT")
    ],
    ("Ternary", "Wide"): [Case(("_Array[_WideFloatT]",) * 3, "_WideFloatT")],
    ("Binary", "Same"): [*_BOOLS, *_NUMBERS],
    ("Binary", "Number"): _NUMBERS,
    ("Binary", "Float"): _FLOATS,
}


def _cases(arity, kind):
    count = _ARITIES.index(arity) + 1
    last = "np.bool" if kind == "Bool" else "Any"
    return [*_CASES.get((arity, kind), []), Case(("ArrayLike",) * count, last)]


def _ufunc_class(name, arity, kind, results):
    count = _ARITIES.index(arity) + 1
    names = ["x"] if count == 1 else [f"x{k + 1}" for k in range(count)]
    lines = [f"class {name}(ufunc):"]

    def call(operands, out, dtype, result):
        given = ", ".join(f"{n}: {t}" for n, t in zip(names, operands, strict=True))
        keywords = _CALL.format(dtype=dtype)
        lines.append("    @overload")
        lines.append(
            f"    def __call__(self, {given}, /, {out}, *, {keywords}) -> {result}: ..."
        )

    def arrays(dtype):
        array = f"NDArray[{dtype}]"
        return several(array) if results > 1 else array

    def several(item):
        return f"tuple[{', '.join([item] * results)}]"

    none = f"None | {several('None')} = ..." if results > 1 else "None = None"
    cases = _cases(arity, kind)
    whole = cases[-1].operands
    for case in cases[:-1]:
        call(case.operands, f"out: {none}", "None = None", arrays(case.result))
    if kind in ("Same", "Number", "Float", "Wide") and results == 1:
        call(whole, f"out: {none}", "_DType[_DT]", arrays("_DT"))
    call(whole, f"out: {none}", "DTypeLike | None = None", arrays(cases[-1].result))
    out, result = "_OutT | tuple[_OutT]", "_OutT"
    if results > 1:
        out = result = several("_OutT")
    call(whole, f"out: {out}", "DTypeLike | None = None", result)
    return lines


def classes(ufuncs):
    """The lines of the classes of these ufuncs."""
    lines = []
    for name in sorted({class_of(u) for u in ufuncs}):
        arity = next(x for x in _ARITIES if name.startswith(f"_{x}"))
        kind = name.removeprefix(f"_{arity}")
        results = max(n for n, suffix in _RESULTS.items() if kind.endswith(suffix))
        kind = kind.removesuffix(_RESULTS[results])
        lines += _ufunc_class(name, arity, kind, results)
    return lines


# Operators of ndarray by the kind of their ufunc.
_OPERATORS = {
    "Same": "add mul and or xor",
    "Number": "sub mod floordiv pow lshift rshift",
    "Float": "truediv",
    "Matrix": "matmul",
    "Pair": "divmod",
}
_COMPARISONS = "eq ne lt le gt ge".split()
_UNARY = {"neg": "N", "pos": "N", "invert": "T", "abs": "A"}


def operators():
    """The lines of each operator of ndarray, by its name."""
    table = {}
    for kind, names in _OPERATORS.items():
        for name in names.split():
            kind_of_cases = "Number" if kind in ("Matrix", "Pair") else kind
            cases = _cases("Binary", kind_of_cases)
            if kind == "Matrix":
                cases = [*_both("_NumericT"), cases[-1]]
            for reflected in (False, True):
                method = f"__{'r' if reflected else ''}{name}__"
                table[method] = _operator(method, cases, reflected, kind == "Pair")
            if kind != "Pair":
                table[f"__i{name}__"] = [
                    f"    def __i{name}__(self, other: ArrayLike, /) -> Self: ..."
                    "  # type: ignore[misc]"
                ]
    for name in _COMPARISONS:
        table[f"__{name}__"] = [
            f"    def __{name}__(self, other: object, /) -> NDArray[np.bool]: ..."
            + ("  # type: ignore[override]" if name in ("eq", "ne") else "")
        ]
    return table


def _operator(method, cases, reflected, pair):
    lines = []
    for case in cases:
        own, other = reversed(case.operands) if reflected else case.operands
        if own == "ArrayLike":
            own, other = None, "ArrayLike"
        elif not own.startswith("_Array["):
            continue
        else:
            own = own.partition(" | ")[0].replace("_Array[", "NDArray[")
        this = f"self: {own}" if own else "self"
        result = f"NDArray[{case.result}]"
        result = f"tuple[{result}, {result}]" if pair else result
        lines.append(f"    def {method}({this}, other: {other}, /) -> {result}: ...")
    if len(lines) > 1:
        lines = [line for each in lines for line in ("    @overload", each)]
    return lines
