#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the stubs (.pyi) of the package from its live namespace.

`python tools/make_stubs.py` writes them beside the modules; with `--check` it prints
the names of those that differ from what it would write, and exits with 1. It needs
the built package, and ruff to write. docs/design/types.md says how it works.
"""

import argparse
import ast
import importlib
import inspect
import pathlib
import re
import subprocess
import sys
import textwrap
import types

import numpy
import tenorite
from stubs.modules import MODULES, STAND_INS
from stubs.results import result_of
from stubs.signatures import Unknown, builtin, definition
from stubs.ufuncs import acts_as_one, class_of, classes, operators

ROOT = pathlib.Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "python" / "tenorite"
WRITTEN = ROOT / "tools" / "stubs" / "written"
_NUMPY = ".".join(numpy.__version__.split(".")[:2])  # its names are among ours
_HEADER = f"""# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy {_NUMPY}.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false
"""
_SPECIAL_MEMBERS = {  # of every object, or of no use to a type checker
    *dir(object),
    "__annotations__", "__dict__", "__module__", "__slots__", "__weakref__", "__del__",
    "__vectorcalloffset__", "__match_args__", "__orig_bases__", "__name__",
    "__abstractmethods__", "__array_priority__", "__class_getitem__", "__signature__",
    "__setstate__", "__getnewargs__", "__reversed__", "__array_ufunc__",
    "__dlpack_c_exchange_api__",
    "__pyx_vtable__", "__reduce_cython__", "__setstate_cython__",
}  # fmt: skip

# Classes that users meet without a public name for them.
_HIDDEN = {"_Config": type(tenorite.config)}
_COMPARISONS = {f"__{name}__" for name in ("eq", "ne", "lt", "le", "gt", "ge")}


def module_of(name):
    return importlib.import_module(f"tenorite.{name}" if name else "tenorite")


def public_names(module):
    """The public names of a module, and those that importing it does not load."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return sorted(listed)
    return sorted(
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and _is_own(value, module)
    )


def _is_own(value, module):
    """Whether a module without `__all__` defines `value`."""
    if isinstance(value, types.ModuleType):
        return False
    where = getattr(value, "__module__", None)
    return where is None or where in (module.__name__, "tenorite")


def is_number(value):
    return isinstance(value, (bool, int, float))


def _homes():
    """The module and name under which each object of the package is defined."""
    homes = {}
    for module_name in MODULES:
        module = module_of(module_name)
        for name in public_names(module):
            value = getattr(module, name)
            if isinstance(value, type) and value.__module__ == module.__name__:
                homes[id(value)] = module_name, name
    for module_name in MODULES:
        module = module_of(module_name)
        for name in public_names(module):
            value = getattr(module, name)
            # Else it is made each time anew; equal numbers are one object.
            if value is getattr(module, name) and not is_number(value):
                homes.setdefault(id(value), (module_name, name))
    return homes


class Stub:
    """The stub of one module, as it grows."""

    def __init__(self, name, homes):
        self.name = name
        self.module = module_of(name)
        self.homes = homes
        self.imports = {}  # module -> names
        self.lines = []
        self.unknown = []
        path = WRITTEN / f"{name or 'tenorite'}.pyi"
        self.written = path.read_text("utf-8") if path.exists() else ""
        self.defined = {}  # name -> node
        for node in ast.parse(self.written).body:
            for name in _names_of(node):
                self.defined[name] = node

    def text(self):
        """The whole stub, before it is formatted."""
        names = public_names(self.module)
        body = []
        for name in names:
            if name not in self.defined:
                try:
                    body += self._define(name, getattr(self.module, name))
                except Unknown as error:
                    self.unknown.append(str(error))
        written = self._with_members()
        imports = [
            f"from {module} import {', '.join(f'{n} as {n}' for n in sorted(group))}"
            for module, group in sorted(self.imports.items())
        ]
        modules = [line for line in body if line.startswith(("import ", "from "))]
        body = [line for line in body if line not in modules]
        listed = getattr(self.module, "__all__", None)
        tail = [f"__all__ = {sorted(listed)!r}"] if listed else []
        return "\n".join(
            [
                _HEADER,
                _prelude(self.name),
                *imports,
                *modules,
                *self.lines,
                written,
                *tail,
                *body,
            ]
        )

    def _define(self, name, value):
        module, home_name = self.homes.get(id(value), (self.name, name))
        if isinstance(value, types.ModuleType):
            return self._import_module(name, value)
        if _is_numpys(value):
            return self._import_numpys(name, value)
        if inspect.isclass(value) and not value.__module__.startswith("tenorite"):
            self.imports.setdefault(value.__module__, set()).add(name)
            return []
        if (module, home_name) != (self.name, name) and module != self.name:
            source = f"tenorite.{module}" if module else "tenorite"
            self.imports.setdefault(source, set()).add(home_name)
            return [f"{name} = {home_name}"] if name != home_name else []
        qualified = f"{self.name}.{name}" if self.name else name
        if acts_as_one(value):
            if self.name:
                self.imports.setdefault("tenorite", set()).add(class_of(value))
            return [f"{name}: {class_of(value)}"]
        if inspect.isclass(value):
            return self._class(name, value, qualified)
        if callable(value):
            return self._function(name, value, qualified)
        kind = type(value).__name__ if is_number(value) else result_of(qualified)
        if kind is None and isinstance(value, str):
            kind = "str"
        if kind is None and isinstance(value, tenorite.ndarray):
            kind = "ndarray"
        if kind is None:
            raise Unknown(f"attribute {qualified}")
        return [f"{name}: {builtin(kind)}"]

    def _import_module(self, name, value):
        if value.__name__.startswith("tenorite"):
            package = f"tenorite.{self.name}" if self.name else "tenorite"
            if value.__name__ != f"{package}.{name}":
                package = value.__name__.rpartition(".")[0]
                return [
                    f"from {package} import {value.__name__.rpartition('.')[2]} as {name}"
                ]
            return [f"from {package} import {name} as {name}"]
        return [f"import {value.__name__} as {name}"]

    def _import_numpys(self, name, value):
        source = f"numpy.{self.name}" if self.name else "numpy"
        if getattr(sys.modules.get(source), name, None) is not value:
            source = value.__module__
        self.imports.setdefault(source, set()).add(name)
        return []

    def _function(self, name, value, qualified, indent="", owner=None):
        result = result_of(qualified)
        if result is None:
            raise Unknown(f"result {qualified}")
        try:
            signature = inspect.signature(value)
        except (TypeError, ValueError):
            raise Unknown(f"signature {qualified}") from None
        owners = [qualified, qualified.partition(".")[2] or qualified]
        scope = qualified.rpartition(".")[0]
        while scope:
            owners.append(f"{scope}.*")
            scope = scope.rpartition(".")[0]
        is_method = owner is not None and (
            name == "__new__"
            or not isinstance(
                inspect.getattr_static(owner, name), (staticmethod, classmethod)
            )
        )
        lines = []
        if owner and isinstance(inspect.getattr_static(owner, name), classmethod):
            lines = [f"{indent}@classmethod"]
            parameter = inspect.Parameter(
                "cls", inspect.Parameter.POSITIONAL_OR_KEYWORD
            )
            signature = signature.replace(
                parameters=[parameter, *signature.parameters.values()]
            )
            is_method = True
        return lines + definition(name, signature, result, owners, is_method, indent)

    def _class(self, name, value, qualified):
        if issubclass(value, tuple) and hasattr(value, "_fields"):
            fields = [
                f"    {n}: {t.__name__}" for n, t in value.__annotations__.items()
            ]
            return [f"class {name}(NamedTuple):", *fields]
        bases = [b for b in value.__bases__ if b is not object]
        texts = []
        for base in bases:
            if base.__module__ == "builtins":
                texts.append(base.__name__)
            elif base.__module__ == "collections.abc":
                texts.append(f"{base.__name__}[str, Any]")
            elif id(base) in self.homes:
                module, home = self.homes[id(base)]
                if module != self.name:
                    alias = f"_Base{home}" if home == name else home
                    source = f"tenorite.{module}" if module else "tenorite"
                    self.lines.append(f"from {source} import {home} as {alias}")
                    home = alias
                texts.append(home)
        head = f"class {name}({', '.join(texts)}):" if texts else f"class {name}:"
        inherited = [b for b in bases if id(b) in self.homes]
        body = self._members(value, qualified, set(), inherited)
        return [head, *(body or ["    ..."])]

    def _members(self, cls, qualified, have, inherited=()):
        """The lines of a class's members, less those of `have`."""
        lines = []
        for name in sorted(_assigned(cls, inherited) - have - set(dir(cls))):
            kind = result_of(f"{qualified}.{name}")
            if kind is None:
                self.unknown.append(f"attribute {qualified}.{name}")
            lines.append(f"    {name}: {builtin(kind or 'Any')}")
        for name in dir(cls):
            static = inspect.getattr_static(cls, name)
            if name in have or name.startswith("_") and not name.startswith("__"):
                continue
            if name in ("__init__", "__new__"):
                if not _has_parameters(getattr(cls, name), name in _own(cls)):
                    continue
            elif name in _SPECIAL_MEMBERS and (
                name not in _COMPARISONS or static is getattr(object, name)
            ):
                continue
            if any(inspect.getattr_static(b, name, None) is static for b in inherited):
                continue
            if any(hasattr(b, name) for b in cls.__mro__[:-1] if _is_builtin(b)):
                continue
            try:
                lines += self._member(cls, name, static, f"{qualified}.{name}")
            except Unknown as error:
                self.unknown.append(str(error))
        return lines

    def _member(self, cls, name, static, qualified):
        if cls is tenorite.ndarray and name in (table := operators()):
            return table[name]
        if callable(getattr(cls, name)) and not inspect.isclass(static):
            lines = self._function(name, getattr(cls, name), qualified, "    ", cls)
            if name in ("__eq__", "__ne__") and result_of(qualified) != "bool":
                lines[-1] += "  # type: ignore[override]"  # by items, not of objects
            return lines
        if (kind := result_of(qualified)) is None:
            raise Unknown(f"member {qualified}")
        kind = builtin(kind)
        if isinstance(static, property) or inspect.isgetsetdescriptor(static):
            lines = ["    @property", f"    def {name}(self) -> {kind}: ..."]
            if getattr(static, "fset", None):
                lines += [
                    f"    @{name}.setter",
                    f"    def {name}(self, value: {kind}) -> None: ...",
                ]
            return lines
        return [f"    {name}: {kind}"]

    def _with_members(self):
        """The written part, its classes completed with the members that it lacks."""
        lines = self.written.splitlines()
        nodes = [n for n in ast.parse(self.written).body if isinstance(n, ast.ClassDef)]
        for node in reversed(nodes):
            value = getattr(self.module, node.name, None) or _HIDDEN.get(node.name)
            if value is None:
                continue
            have = {name for child in node.body for name in _names_of(child)}
            qualified = f"{self.name}.{node.name}" if self.name else node.name
            bases = [b for b in value.__bases__ if id(b) in self.homes]
            lines[node.end_lineno : node.end_lineno] = self._members(
                value, qualified, have, bases
            )
        if not self.name:
            values = [getattr(self.module, n) for n in public_names(self.module)]
            values += vars(tenorite.special).values()
            lines += classes([v for v in values if acts_as_one(v)])
        return builtin("\n".join(lines))


def _assigned(cls, inherited):
    """Public names that methods written in Python assign to `self`."""
    names = set()
    for base in cls.__mro__:
        if base in inherited or base.__module__ in ("builtins", "numpy"):
            break
        for method in vars(base).values():
            code = getattr(method, "__code__", None)
            if code and code.co_filename.startswith(str(PACKAGE)) and code.co_argcount:
                if not pathlib.Path(code.co_filename).exists():
                    continue
                this = code.co_varnames[0]
                source = textwrap.dedent(inspect.getsource(method))
                names |= set(
                    re.findall(rf"\b{this}\.([a-z]\w*)\b(?=[^=\n]* = )", source)
                )
    return names


def _has_parameters(function, is_own):
    """Whether a constructor has a signature that says anything."""
    if not is_own:
        return False
    try:
        return "*args, **kwargs" not in str(inspect.signature(function))
    except ValueError:
        return False


def _is_builtin(cls):
    return cls.__module__ == "builtins"


def _own(cls):
    """Names that a class or a private base of it defines."""
    return {name for base in cls.__mro__[:-1] for name in vars(base)}


def _is_numpys(value):
    where = getattr(value, "__module__", None) or ""
    return where.partition(".")[0] == "numpy" or any(
        value is getattr(numpy, name, None) for name in ("s_", "index_exp", "test")
    )


def _names_of(node):
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        return [node.target.id]
    if isinstance(node, ast.Assign):
        return [t.id for t in node.targets]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [a.asname or a.name for a in node.names]
    return []


_PRELUDE = """
import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from os import PathLike
from types import EllipsisType
from typing import Any, IO, Generic, Literal, NamedTuple, Self, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike
from typing_extensions import TypeVar
"""


def _prelude(name):
    """Imports of every stub, of which ruff removes what is not used."""
    if name == "typing":  # which offers these two itself
        return _PRELUDE.replace("from numpy.typing import ArrayLike, DTypeLike\n", "")
    ours = {"Device", "ndarray"} - set(public_names(module_of(name)))
    lines = [f"from tenorite import {', '.join(sorted(ours))}"] if name else []
    lines += [f"from tenorite.typing import NDArray, {', '.join(_names_in_typing())}"]
    return "\n".join([_PRELUDE, *lines])


def _names_in_typing():
    tree = ast.parse((WRITTEN / "typing.pyi").read_text("utf-8"))
    return [
        n
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.ClassDef, ast.AnnAssign))
        for n in _names_of(node)
        if n.startswith("_") and n != "__all__"
    ]


def path_of(name):
    """The file of a module's stub."""
    place = PACKAGE.joinpath(*name.split(".")) if name else PACKAGE
    return place / "__init__.pyi" if place.is_dir() else place.with_suffix(".pyi")


def make():
    """The text of every stub by its path. Unknown names end the program."""
    homes = _homes()
    texts, unknown = {}, []
    for name in MODULES:
        stub = Stub(name, homes)
        texts[path_of(name)] = stub.text()
        unknown += stub.unknown
    for name, source in STAND_INS.items():
        texts[path_of(name)] = f"{_HEADER}\nfrom {source} import *  # noqa: F403\n"
    if unknown:
        sys.exit("no table has\n" + "\n".join(sorted(set(unknown))))
    return texts


def formatted(text, path):
    """The text as ruff writes it, without unused imports."""
    for arguments in (
        ["check", "--fix", "--quiet", "--exit-zero", "--select", "I,F401,F811"],
        ["format", "--quiet"],
    ):
        command = [
            sys.executable,
            "-m",
            "ruff",
            *arguments,
            "--stdin-filename",
            path,
            "-",
        ]
        text = subprocess.run(
            command, input=text, text=True, check=True, capture_output=True
        ).stdout
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    stale = []
    for path, text in make().items():
        text = formatted(text, path)
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(str(path.relative_to(ROOT)))
            if not check:
                path.write_text(text, "utf-8")
    print(*stale, sep="\n")
    sys.exit(bool(stale) and check)


if __name__ == "__main__":
    main()
