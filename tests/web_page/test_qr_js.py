"""QR codes of the page are read by a decoder that is not ours."""

from __future__ import annotations

import numpy as np
import pytest
import zxingcpp
from playwright.sync_api import Page

SIZES = (1, 14, 15, 26, 43, 62, 84, 85, 106, 122, 152, 180, 181, 213)
MATRIX = "async (text) => (await import('/static/js/qr.js')).qrMatrix(text)"


def read(matrix: list[list[bool]]) -> zxingcpp.Barcode:
    """What the decoder makes of the squares, drawn with a quiet zone and four pixels each."""
    dark = np.pad(np.array(matrix, dtype=bool), 4)
    image = np.where(dark, 0, 255).astype(np.uint8).repeat(4, axis=0).repeat(4, axis=1)
    (found,) = zxingcpp.read_barcodes(np.ascontiguousarray(image))
    return found


@pytest.mark.parametrize("length", SIZES)
def test_texts_of_every_version_are_read(modules: Page, length: int) -> None:
    text = ("http://192.168.0.17:8000/t/K7PWX3QM#join=" + "aZ09-_" * 40)[:length]
    found = read(modules.evaluate(MATRIX, text))
    assert found.text == text
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    assert found.ec_level == "M"


def test_letters_beyond_ascii_are_read(modules: Page) -> None:
    text = "https://korthus.example/t/åäö♠/órdago"
    assert read(modules.evaluate(MATRIX, text)).bytes == text.encode()


def test_what_is_too_long_is_refused(modules: Page) -> None:
    refused = modules.evaluate(
        """async () => {
          const { qrMatrix } = await import("/static/js/qr.js");
          try {
            return qrMatrix("x".repeat(214)).length;
          } catch (error) {
            return error.name;
          }
        }"""
    )
    assert refused == "RangeError"
