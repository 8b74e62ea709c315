"""A page of the house: for dark and light screens, wide and narrow ones, asking nothing of any server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from markupsafe import Markup

from korthus.palette import DARK, LIGHT

if TYPE_CHECKING:
    from jinja2 import Environment


class Say(Protocol):
    """Says things in some language (a ``Translator`` does)."""

    def __call__(self, key: str, /, **params: object) -> str:
        """The text of a key with its placeholders filled."""
        ...

    def phrase(self, value: object) -> str:
        """A value as it is said in a sentence."""
        ...

    def figure(self, value: float, places: int = 0) -> str:
        """A number as the language writes it; ``places`` decimals."""
        ...

    def written(self, figures: str) -> str:
        """Figures that are written as in English."""
        ...


#: The page's names for colours of the house: what lies on it has one name in both lights.
_SHARED: Final = ("ink", "lingon", "brass", "lake", "moss")


def _colours(light: Mapping[str, str], table: str, edge: str, sheet: str) -> str:
    names = {"table": table, "edge": edge, "sheet": sheet, **{name: name for name in _SHARED}}
    return " ".join(f"--{name}: {light[colour]};" for name, colour in names.items())


_CSS: Final = (
    f"""
:root {{ color-scheme: light dark; {_colours(LIGHT, "table", "table-edge", "linen")} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_colours(DARK, "table-edge", "table-line", "table")} }} }}
"""
    + """
body { margin: 0; background: var(--table); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1, h2 { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif; font-weight: 600; }
h1 { margin: .5rem 0 0; } h2 { margin: 0 0 .25rem; color: var(--brass); }
section { background: var(--sheet); border: 1px solid var(--edge); border-radius: 8px; padding: 1rem;
  margin-top: 1rem; overflow-x: auto; }
p { margin: 0 0 .75rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .35rem .5rem; border-bottom: 1px solid var(--edge);
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { font-weight: 600; } td small { display: block; }
svg { display: block; width: 100%; height: auto; }
svg text { font-family: system-ui, sans-serif !important; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; }
"""
)


#: Tells a page of the house from any other.
_MARK: Final = '<meta name="generator" content="korthus">'
#: Tells which record a page is about, by its closing hash.
_ABOUT: Final = '<meta name="korthus-record" content="{}">'
#: Bytes at the beginning of a page among which the marks stand.
_HEAD: Final = 400


def is_page(raw: bytes, record: str = "") -> bool:
    """Whether some bytes are a page of the house, so that a newer one may take their place.

    Args:
        record: the closing hash of the record that the page must be about, if it must be about one.
    """
    return _marks(record).encode() in raw[:_HEAD]


def _marks(record: str) -> str:
    return _MARK + _ABOUT.format(record) if record else _MARK


def render(
    template: str, title: str, language: str, css: str = "", /, *, record: str = "", **values: object
) -> str:
    """A page made of a template of ``arena/templates``; ``css`` are its own rules of style.

    ``record`` is the closing hash of the record that it is about. Whatever is filled in is escaped, unless it
    is ``Markup``: SVG and HTML that we made ourselves.
    """
    return (
        _templates()
        .get_template(template)
        .render(
            title=title,
            language=language,
            css=Markup(_CSS + css),
            mark=Markup(_marks(record)),
            **values,
        )
    )


@cache
def _templates() -> Environment:
    # Here, so that no other command waits for it.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("korthus.arena"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


class Cell(NamedTuple):
    """A figure of a table with its interval below it."""

    figure: str
    interval: str


class Rows(NamedTuple):
    """A table."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str | Cell]]
