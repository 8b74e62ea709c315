"""Texts on a report: a class for each style, and nothing that anybody wrote becomes a tag."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from korthus.arena.spans_html import CSS, html
from korthus.core.spans import marked, text
from korthus.core.styles import Style


class Read(HTMLParser):
    """The words and the tags of some HTML."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.words = ""
        self.tags: list[tuple[str, str | None]] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs).get("class")))

    def handle_data(self, data: str) -> None:
        self.words += data


def test_a_span_has_a_class_for_each_style() -> None:
    words = text("Anna ", marked(Style.SOFT, "of ", marked(Style.STRONG, "3")))
    assert html(words) == ('Anna <span class="as-soft">of </span><span class="as-soft as-strong">3</span>')


def test_every_style_has_a_look() -> None:
    for style in Style:
        assert f".as-{style} {{" in CSS


@given(st.text(st.characters(exclude_characters="\r\0", codec="utf-8")), st.sampled_from(Style))
def test_whatever_is_written_is_shown_and_no_tag(written: str, style: Style) -> None:
    for hostile in (written, f"<b>{written}</b>", f'"><script>{written}', f"&lt;{written}&amp;"):
        read = Read(html(text(hostile, "|", marked(style, hostile, "!"))))
        assert read.words == f"{hostile}|{hostile}!"
        assert read.tags == [("span", f"as-{style}")]
