"""Writes ``docs/benchmarks.md`` and its pictures from the data file: ``python -m bench.write_page``."""

from __future__ import annotations

from bench.page import HOUSE, PAGE, page
from bench.page_pictures import draw_all
from bench.results import read


def main() -> None:
    """Draw, then write: the page shows the pictures that are there."""
    results = read()
    draw_all(results, HOUSE / "docs")
    PAGE.write_text(page(results), encoding="utf-8")


if __name__ == "__main__":
    main()
