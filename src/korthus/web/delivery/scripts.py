"""A script of the page as part of a larger file: its imports and exports become calls.

A module turns into a function ``(give, use, load, at) => {…}``. ``give`` says what it exports, ``use`` makes
another module of the same page and gives what that one exports, ``load`` stands for ``import(…)`` and ``at``
for the address of a file beside it. Names inside the function stay what they are, so nothing is renamed.
``js/delivery/loader.js`` calls it.

The scripts are in one format (Biome), and that is relied on: imports and exports begin a line.
"""

from __future__ import annotations

import posixpath
import re
from typing import Final, NamedTuple

_IMPORT: Final = re.compile(r'^import\s+(?:([^;"]*?)\s+from\s+)?"([^"]+)";', re.MULTILINE)
_DECLARED: Final = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
_DEFAULT: Final = re.compile(r"^export default ((?:async )?function\*?|class) (\w+)", re.MULTILINE)
_LISTED: Final = re.compile(r'^export \{([^}]*)\}(?: from "([^"]+)")?;', re.MULTILINE)
#: What none of the above has understood.
_LEFT: Final = re.compile(r"^(?:import|export)\b(?!\().*|\bimport\.meta\b", re.MULTILINE)
_BESIDE: Final = re.compile(r"new URL\(([^,()]+), import\.meta\.url\)\.href")
_DYNAMIC: Final = re.compile(r"(?<![\w.{])import\((.*?)\)")
_PATH: Final = re.compile(r"""^["`](\.[^"`]+)["`]$""")
#: A type for the checker, within a line: ``const x = /** @type {Card} */ (y);``.
_TYPE: Final = re.compile(r"/\*\* @type \{[^*]*\} \*/ ?")


class BadScript(Exception):
    """A script says something in a way that cannot be sent; the message has its name."""


class Script(NamedTuple):
    """A module that can be sent with others."""

    #: Below the folder of the page: ``js/dom.js``.
    name: str
    #: The body of its function.
    body: str
    #: What it imports, in order.
    imports: tuple[str, ...]
    #: What it may import later: names, with ``*`` for what is only known then.
    loads: tuple[str, ...]

    @property
    def function(self) -> str:
        """The function that makes it."""
        return f"(give, use, load, at) => {{\n{self.body}}}"


def read_script(name: str, text: str) -> Script:
    """A module from its text.

    Raises:
        BadScript: an import or export is of a kind that is not sent.
    """
    folder = posixpath.dirname(name)
    imports: list[str] = []
    given: dict[str, str] = {}

    def address(path: str) -> str:
        if not path.startswith("."):
            raise BadScript(f"{name}: {path} is not relative")
        return posixpath.normpath(posixpath.join(folder, path))

    def bring(found: re.Match[str]) -> str:
        imports.append(address(found[2]))
        return _used(found[1] or "", imports[-1])

    def declare(found: re.Match[str]) -> str:
        given[found[2]] = found[2]
        return f"{found[1]} {found[2]}"

    def default(found: re.Match[str]) -> str:
        given["default"] = found[2]
        return f"{found[1]} {found[2]}"

    def listed(found: re.Match[str]) -> str:
        pairs = [_pair(part) for part in found[1].split(",") if part.strip()]
        if found[2] is None:
            given.update({outer: inner for inner, outer in pairs})
            return ""
        imports.append(address(found[2]))
        given.update({outer: f'use("{imports[-1]}").{inner}' for inner, outer in pairs})
        return f'use("{imports[-1]}");'

    body = _BESIDE.sub(r"at(\1)", _IMPORT.sub(bring, without_comments(text)))
    body = _LISTED.sub(listed, _DEFAULT.sub(default, _DECLARED.sub(declare, body)))
    left = _LEFT.search(body)
    if left is not None:
        raise BadScript(f"{name}: cannot be sent: {left[0]}")
    loads = [_later(name, found, address) for found in _DYNAMIC.findall(body)]
    body = _DYNAMIC.sub(r"load(\1)", body)
    exports = ", ".join(f"{outer}: () => {inner}" for outer, inner in given.items())
    return Script(name, f"give({{ {exports} }});\n{body}", tuple(imports), tuple(loads))


def _used(names: str, module: str) -> str:
    """``import`` as a call: ``{ a, b as c }``, ``* as all``, ``whole`` or nothing."""
    names = " ".join(names.split())
    if not names:
        return f'use("{module}");'
    if names.startswith("* as "):
        return f'const {names.removeprefix("* as ")} = use("{module}");'
    whole, _, rest = names.partition("{") if "{" in names else (names, "", "")
    pairs = [_pair(part) for part in rest.rstrip("} ").split(",") if part.strip()]
    if whole.strip(" ,"):
        pairs.insert(0, ("default", whole.strip(" ,")))
    taken = ", ".join(inner if inner == outer else f"{inner}: {outer}" for inner, outer in pairs)
    return f'const {{ {taken} }} = use("{module}");'


def _pair(part: str) -> tuple[str, str]:
    """``a as b`` is (a, b), ``a`` is (a, a)."""
    inner, _, outer = part.strip().partition(" as ")
    return inner, outer or inner


def _later(name: str, argument: str, address: object) -> str:
    found = _PATH.match(argument)
    if found is None or not callable(address):
        raise BadScript(f"{name}: import({argument}) does not say which files it may mean")
    path: str = address(re.sub(r"\$\{[^}]*\}", "*", found[1]))
    return path


def without_comments(text: str) -> str:
    """A script without the comments that have lines of their own, its types and its indentation.

    >>> without_comments('/** What it is. */\\nexport const x = 1;\\n  // Why.\\n  f(x); // now\\n')
    'export const x = 1;\\nf(x); // now\\n'
    >>> without_comments('const card = /** @type {Card} */ (found);')
    'const card = (found);\\n'
    """
    kept: list[str] = []
    in_comment = in_template = False
    for line in text.splitlines():
        said = line.strip()
        if not in_template and not in_comment and said.startswith("/*"):
            in_comment = True
        if in_comment:
            in_comment = "*/" not in said
            # What follows on the line is code: `/** @type {…} */ (x)`.
            said = "" if in_comment else said.partition("*/")[2].strip()
        elif not in_template and said.startswith("//"):
            said = ""
        if said:
            kept.append(line if in_template else _TYPE.sub("", said))
        if said.count("`") % 2:
            in_template = not in_template
    return "".join(f"{line}\n" for line in kept)
