"""Every place in the source that refuses something, found by reading it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import korthus

SOURCE = Path(korthus.__file__).parent

#: Functions that make a refusal of the code that they are given, and the argument that is the code.
HELPERS = {"illegal": 0, "invalid": 0, "impossible": 0, "_must": 1, "_must_name": 1}
#: Refusals whose class knows code and sentence.
COMPLETE = {"NotYourTurn", "GameOver", "StaleVersion", "TooManyActions", "PassedOn"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Place:
    """One refusal: where it stands, its codes (a conditional has two), and what it says there.

    ``sentence`` is None where it comes from a table of the room; ``names`` is None where the values come
    as a dictionary; ``codes`` is empty where no code could be read.
    """

    file: Path
    line: int
    codes: tuple[str, ...]
    sentence: str | None
    names: frozenset[str] | None

    @property
    def part(self) -> str:
        """The game whose rules refuse it, or the rest of the house."""
        parts = self.file.relative_to(SOURCE).parts
        return parts[1] if parts[0] == "games" and len(parts) > 2 else "house"

    def __str__(self) -> str:
        return f"{self.file.relative_to(SOURCE)}:{self.line} {'/'.join(self.codes)}"


def places() -> list[Place]:
    """Every refusal in the source, but for those of the kernels: they speak to programs about numbers.

    ``bulk.py`` and ``learnt_files.py`` there speak to people.
    """
    kernels = SOURCE / "kernels"
    files = [
        path
        for path in sorted(SOURCE.rglob("*.py"))
        if kernels not in path.parents or path in (kernels / "bulk.py", kernels / "learnt_files.py")
    ]
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}
    classes = _error_classes(trees)
    return [place for path, tree in trees.items() for place in _places(path, tree, classes)]


def _error_classes(trees: dict[Path, ast.Module]) -> dict[str, int]:
    """The classes of refusals, and the argument of each that is the code."""
    found = {"KorthusError": 0}
    nodes = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    size = 0
    while size != len(found):  # a class may be read before the one that it comes from
        size = len(found)
        for node in nodes:
            bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in found]
            if bases:
                found[node.name] = _code_at(node, found[bases[0]])
    return found


def _code_at(node: ast.ClassDef, inherited: int) -> int:
    for child in node.body:
        if isinstance(child, ast.FunctionDef) and child.name == "__init__":
            names = [argument.arg for argument in child.args.args[1:]]
            return names.index("code") if "code" in names else inherited
    return inherited


def _places(path: Path, tree: ast.Module, classes: dict[str, int]) -> Iterator[Place]:
    makers = {name: at for name, at in (classes | HELPERS).items() if name not in COMPLETE}
    complete = {
        call
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name in classes
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "__init__"
    }
    for function, call in _calls(tree):
        if call in complete:
            name = "KorthusError"  # a class that knows its code calls the one below it
        elif isinstance(call.func, ast.Name):
            name = call.func.id
            if name not in makers and _has_code(call):
                name = "KorthusError"  # a variable that is one kind or another
        else:
            continue
        if name not in makers:
            continue
        if function is not None and _passes_on(function, call, makers[name]):
            continue
        yield _place(path, call, makers[name], function)


def _has_code(call: ast.Call) -> bool:
    match call.args[:2]:
        case [ast.Constant(value=str() as code), ast.Constant(value=str()) | ast.JoinedStr()]:
            return code.isupper() and "_" in code and code.replace("_", "").isalnum()
        case _:
            return False


def _calls(tree: ast.Module) -> Iterator[tuple[Function | None, ast.Call]]:
    """Every call with the innermost function around it."""

    def walk(node: ast.AST, function: Function | None) -> Iterator[tuple[Function | None, ast.Call]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                yield function, child
            yield from walk(child, child if isinstance(child, Function) else function)

    yield from walk(tree, None)


def _passes_on(function: Function, call: ast.Call, at: int) -> bool:
    """Whether this is the inside of a helper or of a class: its code is the one that it is given."""
    code = call.args[at] if len(call.args) > at else None
    if function.name not in HELPERS and function.name != "__init__":
        return False
    return isinstance(code, ast.Name) and code.id in {argument.arg for argument in function.args.args}


def _place(path: Path, call: ast.Call, at: int, function: Function | None) -> Place:
    code = call.args[at] if len(call.args) > at else None
    said = [_sentence(argument) for argument in call.args[at + 1 : at + 2]]
    names = {keyword.arg for keyword in call.keywords}
    return Place(
        path,
        call.lineno,
        tuple(_texts(code, function)),
        said[0] if said else None,
        None if None in names else frozenset(str(name) for name in names),
    )


def _sentence(node: ast.expr) -> str:
    """What is said; what is put together only when it is said is no sentence of the catalogue."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ast.unparse(node)


def _texts(node: ast.expr | None, function: Function | None) -> list[str]:
    """The texts that an expression can be."""
    match node:
        case ast.Constant(value=str() as text):
            return [text]
        case ast.IfExp():
            return _texts(node.body, function) + _texts(node.orelse, function)
        case ast.Name() if function is not None:
            found = [
                each.value
                for each in ast.walk(function)
                if isinstance(each, ast.Assign)
                and any(isinstance(target, ast.Name) and target.id == node.id for target in each.targets)
            ]
            return [text for value in found for text in _texts(value, None)]
        case _:
            return []
