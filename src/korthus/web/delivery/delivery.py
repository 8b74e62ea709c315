"""The page's files of one server: made when somebody first comes, and anew when a file has changed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from korthus.locale import catalogue
from korthus.locale.visiting import visiting_games
from korthus.web.delivery.made import Made
from korthus.web.delivery.site import Site

#: How long the folder is believed not to have changed, in seconds.
_BELIEVED: Final = 1.0

#: Names, times and sizes of the files, and the games whose words are in the catalogue.
_Stamp = tuple[tuple[tuple[str, int, int], ...], tuple[str, ...]]


class Delivery:
    """What is sent from a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: tuple[_Stamp, Site] | None = None
        self._looked = 0.0

    def page(self, language: str) -> Made:
        """The page for a reader of a language, as the files are now."""
        return self._fresh().page(language)

    def worker(self) -> Made:
        """The service worker, as the files are now."""
        return self._fresh().worker

    def file(self, address: str) -> tuple[Made, bool] | None:
        """What lies at a hash and a name, and whether that is what was meant; None if it is gone.

        A page that is older than this server asks for files that are no more. Drawings and stylesheets it
        gets as they are today; scripts of two ages do not go together.
        """
        site = self._site()
        found = site.files.get(address)
        if found is not None:
            return found, True
        today = site.loose.get(address.partition("/")[2])
        return None if today is None else (today, False)

    def _site(self) -> Site:
        return self._fresh() if self._made is None else self._made[1]

    def _fresh(self) -> Site:
        now = time.monotonic()
        if self._made is not None and now - self._looked < _BELIEVED:
            return self._made[1]
        self._looked = now
        stamp = self._stamp()
        if self._made is None or self._made[0] != stamp:
            self._made = stamp, Site(self._folder, catalogue)
        return self._made[1]

    def _stamp(self) -> _Stamp:
        files = ((path, path.stat()) for path in sorted(self._folder.rglob("*.*")))
        return tuple((str(path), stat.st_mtime_ns, stat.st_size) for path, stat in files), visiting_games()
