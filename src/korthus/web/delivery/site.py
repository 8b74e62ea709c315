"""Everything that the page is made of, as it is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import quote

from korthus.locale import LANGUAGES
from korthus.web.delivery.bundles import bundles
from korthus.web.delivery.made import Made, hash_of
from korthus.web.delivery.scripts import read_script, without_comments
from korthus.web.delivery.styles import plain_style
from korthus.web.delivery.texts import keys_of, texts_of
from korthus.web.pages.files import TYPES

#: What brings the modules of a bundle together in the browser, and what keeps the page for when there is no
#: server. They are no modules of the page.
LOADER: Final = "js/delivery/loader.js"
WORKER: Final = "js/delivery/worker.js"
_NO_VERSION: Final = 'const VERSION = "";'
#: The script that is told the hashes of all files, and where.
_TOLD: Final = "js/files.js"
_NO_HASHES: Final = "const HASHES = {};"
#: The stylesheets of ``index.html`` in one.
_STYLES: Final = "css/page.css"

_SHEET: Final = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">\s*')
_BESIDE: Final = re.compile(r'<link rel="modulepreload" href="/static/([^"]+)">\s*')
_OPENER: Final = re.compile(r'<script type="module" src="/static/([^"]+)">')
_ICON: Final = re.compile(r'rel="icon" href="/static/([^"]+)"')
_MANIFEST: Final = re.compile(r'rel="manifest" href="/static/([^"]+)"')
_FILE: Final = re.compile(r'(href|src)="/static/([^"]+)"')

#: The texts of a language by their keys.
Catalogue = Callable[[str], Mapping[str, str]]


class Site:
    """The page's files, put together from a folder.

    ``index.html`` says what comes first: its stylesheets become one, and its script comes in one bundle with
    all that it imports and with the modules that are preloaded beside it. Every other script comes in a
    bundle of its own when it is asked for. A bundle has the texts that its scripts use, in one language.

    Raises:
        BadScript: a script cannot be sent together with others.
    """

    def __init__(self, folder: Path, catalogue: Catalogue) -> None:
        self._sources = _read(folder)
        self._front = self._sources["index.html"].decode()
        self._opener = _OPENER.findall(self._front)[0]
        self._catalogues = {lang: catalogue(lang) for lang in LANGUAGES}
        names = [name for name in self._sources if name.endswith(".js") and name not in (LOADER, WORKER)]
        self._texts = {name: self._sources[name].decode() for name in names}
        self._scripts = {name: read_script(name, text) for name, text in self._texts.items()}
        #: What each bundle holds, by the script that it is asked for by.
        self.bundles = bundles(self._scripts, [self._opener, *_BESIDE.findall(self._front)])
        #: Files that are sent under their own names, by these names.
        self.loose = self._make_loose()
        #: Everything that a browser may keep for ever, by hash and name: ``0123456789abcdef/css/page.css``.
        self.files = {f"{made.hash}/{name}": made for name, made in self.loose.items()}
        self._pages = self._make_pages(self._make_later())
        version = hash_of("\n".join([*self.files, *(page.hash for page in self._pages.values())]).encode())
        text = self._sources[WORKER].decode().replace(_NO_VERSION, f"const VERSION = {_json(version)};")
        #: The service worker, which is another with every change of a file.
        self.worker = Made(without_comments(text).encode(), TYPES[".js"])

    def page(self, language: str) -> Made:
        """The page for a reader of a language."""
        return self._pages[language]

    # -- files -------------------------------------------------------------------------------------

    def _make_loose(self) -> dict[str, Made]:
        """Files that are sent as they are, the stylesheet of every page, and the texts of every script."""
        sheets = {name: text.decode() for name, text in self._sources.items() if name.endswith(".css")}
        sheets[_STYLES] = "".join(sheets.pop(name) for name in _SHEET.findall(self._front))
        keys = self._keys(self._texts)
        others = [name for name in self._sources if not name.endswith((".js", ".css", ".html"))]
        return {
            **{name: Made(self._sources[name], TYPES[PurePosixPath(name).suffix]) for name in others},
            **{name: Made(plain_style(text).encode(), TYPES[".css"]) for name, text in sheets.items()},
            **{
                f"words/{lang}.json": Made(_json(texts_of(keys, texts)).encode(), TYPES[".json"])
                for lang, texts in self._catalogues.items()
            },
        }

    def _keys(self, names: Iterable[str]) -> frozenset[str]:
        return frozenset[str]().union(*(keys_of(self._texts[name]) for name in names))

    # -- bundles -----------------------------------------------------------------------------------

    def _make_later(self) -> dict[str, str]:
        """Adds the bundles that come after the first; the hash of each, the same in all languages."""
        hashes = {}
        for name in self.bundles:
            if name == self._opener:
                continue
            texts = {lang: self._later(name, lang).encode() for lang in LANGUAGES}
            hashes[name] = hash_of(b"".join(texts.values()))
            for lang, text in texts.items():
                self.files[f"{hashes[name]}/{lang}/{name}"] = Made(text, TYPES[".js"])
        return hashes

    def _later(self, name: str, lang: str) -> str:
        parts = self._parts(name, lang)
        return "".join(f"export const {part} = {value};\n" for part, value in parts.items())

    def _parts(self, name: str, lang: str) -> dict[str, str]:
        """What a bundle says, as JavaScript."""
        held = [self._scripts[each] for each in self.bundles[name]]
        texts = texts_of(self._keys(self.bundles[name]), self._catalogues[lang])
        modules = "".join(f"{_json(script.name)}: {script.function},\n" for script in held)
        return {"language": _json(lang), "words": _json(texts), "modules": f"{{\n{modules}}}"}

    # -- the page ----------------------------------------------------------------------------------

    def _make_pages(self, later: dict[str, str]) -> dict[str, Made]:
        hashes = {name: made.hash for name, made in self.loose.items()} | later
        told = self._texts[_TOLD].replace(_NO_HASHES, f"const HASHES = {_json(hashes)};")
        self._scripts[_TOLD] = read_script(_TOLD, told)
        return {lang: self._make_page(lang) for lang in LANGUAGES}

    def _make_page(self, lang: str) -> Made:
        parts = ", ".join(f"{part}: {value}" for part, value in self._parts(self._opener, lang).items())
        head = without_comments(self._sources[LOADER].decode())
        first = Made(f"{head}start({{ {parts} }}, {_json(self._opener)});\n".encode(), TYPES[".js"])
        opener = f"{first.hash}/{lang}/{self._opener}"
        self.files[opener] = first
        text = _SHEET.sub("", _BESIDE.sub("", self._front))
        sheet = f'<link rel="stylesheet" href="/static/{_STYLES}">'
        text = _OPENER.sub(f'{sheet}\n    <script type="module" src="/files/{opener}">', text)
        # The icon is so small that asking for it would cost more.
        text = _ICON.sub(lambda found: f'rel="icon" href="{_inline(self._sources[found[1]])}"', text)
        text = _MANIFEST.sub(lambda found: f'rel="manifest" href="{self._manifest(found[1], lang)}"', text)
        text = _FILE.sub(lambda found: f'{found[1]}="{self._at(found[2])}"', text)
        return Made(text.replace('<html lang="en"', f'<html lang="{lang}"').encode(), TYPES[".html"])

    def _at(self, name: str) -> str:
        """Where a file is kept for ever."""
        return f"/files/{self.loose[name].hash}/{name}"

    def _manifest(self, name: str, lang: str) -> str:
        """Where the manifest for readers of a language is: what a launcher shows is in their words."""
        said = json.loads(self._sources[name])
        said |= {"lang": lang, "description": self._catalogues[lang]["web_home.about"]}
        said["icons"] = [
            icon | {"src": self._at(icon["src"].removeprefix("/static/"))} for icon in said["icons"]
        ]
        made = Made(_json(said).encode(), TYPES[PurePosixPath(name).suffix])
        self.files[f"{made.hash}/{lang}/{name}"] = made
        return f"/files/{made.hash}/{lang}/{name}"


def _inline(picture: bytes) -> str:
    """A drawing as an address of its own."""
    return "data:image/svg+xml," + quote(picture.decode().strip().replace('"', "'"), safe=" :/='")


def _read(folder: Path) -> dict[str, bytes]:
    """The files of a folder, by their names below it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in TYPES and path.is_file()
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
