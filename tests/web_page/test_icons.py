"""The icons by which the page stands among other apps: drawn by us, in the sizes that launchers ask for."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from tests.web_page.conftest import STATIC
from tools.icons.__main__ import draw, pictures, png

from korthus.locale import LANGUAGES, catalogue
from korthus.web.delivery.site import Site


def test_the_files_are_what_the_code_draws() -> None:
    for file, pixels in pictures().items():
        _is_drawn(file, pixels.astype(int))


def _is_drawn(file: Path, drawn: npt.NDArray[np.int_]) -> None:
    seen = np.asarray(Image.open(file)).astype(int)
    assert seen.shape == drawn.shape, file.name
    # The last bit of a sine may differ between machines: a pixel at an edge, no more.
    assert (seen != drawn).any(axis=2).mean() < 0.001, f"{file.name}: run python -m tools.icons"


def test_a_picture_is_a_png(tmp_path: Path) -> None:
    pixels = draw(16, scale=0.8, corner=0.2)
    (tmp_path / "x.png").write_bytes(png(pixels))
    assert (np.asarray(Image.open(tmp_path / "x.png")) == pixels).all()


def test_a_maskable_icon_is_whole_and_its_mark_lies_in_the_circle_that_is_always_seen() -> None:
    pixels = np.asarray(Image.open(STATIC / "icons" / "maskable-512.png"))
    assert (pixels[:, :, 3] == 255).all()
    mark = (pixels != pixels[0, 0]).any(axis=2)
    y, x = np.nonzero(mark)
    assert np.hypot(x - 255.5, y - 255.5).max() < 0.4 * 512


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_is_in_the_readers_language_and_names_icons_that_are_there(language: str) -> None:
    site = Site(STATIC, catalogue)
    (made,) = (each for at, each in site.files.items() if at.endswith(f"/{language}/manifest.webmanifest"))
    said = json.loads(made.content)
    assert (said["lang"], said["description"]) == (language, catalogue(language)["web_home.about"])
    assert (said["start_url"], said["scope"], said["display"]) == ("/", "/", "standalone")
    sizes = {
        (icon["purpose"], icon["sizes"])
        for icon in said["icons"]
        if site.files[icon["src"].removeprefix("/files/")].kind == icon["type"]
    }
    assert sizes == {
        ("any", "any"),
        *((purpose, f"{size}x{size}") for purpose in ("any", "maskable") for size in (192, 512)),
    }
