"""The lessons of Eight Cards, from ``lessons.toml`` beside this file."""

from __future__ import annotations

from typing import Final

from korthus.lessons.lesson import read_lessons

LESSONS: Final = read_lessons("korthus.lessons.eight")
