"""What a browser is sent: scripts in bundles with their words, compressed, and kept for ever by hash."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest
from tests.web.client import Api
from tests.web.support import in_loop

from korthus.locale import LANGUAGES, catalogue
from korthus.web.delivery import delivery as delivering
from korthus.web.delivery.bundles import bundles, closure
from korthus.web.delivery.delivery import Delivery
from korthus.web.delivery.scripts import BadScript, read_script, without_comments
from korthus.web.delivery.site import Site
from korthus.web.settings import STATIC

SITE = Site(STATIC, catalogue)
OPENER = next(iter(SITE.bundles))


# -- scripts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ('import { el } from "./dom.js";', 'const { el } = use("js/dom.js");'),
        (
            'import {\n  el,\n  svg as draw,\n} from "../js/dom.js";',
            'const { el, svg: draw } = use("js/dom.js");',
        ),
        ('import * as all from "./dom.js";', 'const all = use("js/dom.js");'),
        (
            'import whole, { part } from "./dom.js";',
            'const { default: whole, part } = use("js/dom.js");',
        ),
        ('import "./dom.js";', 'use("js/dom.js");'),
    ],
)
def test_an_import_is_a_call(said: str, sent: str) -> None:
    script = read_script("js/x.js", said)
    assert script.body == f"give({{  }});\n{sent}\n"
    assert script.imports == ("js/dom.js",)


@pytest.mark.parametrize(
    ("said", "given", "left"),
    [
        ("export const x = 1;", "x: () => x", "const x = 1;"),
        ("export async function f() {}", "f: () => f", "async function f() {}"),
        ("export function* g() {}", "g: () => g", "function* g() {}"),
        ("export class C {}", "C: () => C", "class C {}"),
        ("export default async function mount() {}", "default: () => mount", "async function mount() {}"),
        ("const a = 1;\nexport { a, a as b };", "a: () => a, b: () => a", "const a = 1;\n"),
        ('export { y } from "./y.js";', 'y: () => use("js/y.js").y', 'use("js/y.js");'),
    ],
)
def test_an_export_is_given(said: str, given: str, left: str) -> None:
    assert read_script("js/x.js", said).body == f"give({{ {given} }});\n{left}\n"


def test_a_file_beside_a_script_is_found_by_its_hash() -> None:
    script = read_script("js/x.js", 'load(new URL("./x.css", import.meta.url).href);')
    assert 'load(at("./x.css"));' in script.body


def test_a_later_import_says_what_it_may_mean() -> None:
    script = read_script("js/a/x.js", "const f = (game) => import(`../tables/${game}/index.js`);")
    assert script.loads == ("js/tables/*/index.js",)
    assert "load(`../tables/${game}/index.js`)" in script.body


@pytest.mark.parametrize(
    "said",
    [
        "export let x = 1;",  # what is given is read when it is asked for, but an importer reads it once
        "export default 1;",
        'export * from "./y.js";',
        "const here = import.meta.url;",
        "const f = (x) => import(x);",
        'import { x } from "/static/js/y.js";',
    ],
)
def test_what_cannot_be_sent_is_refused_by_name(said: str) -> None:
    with pytest.raises(BadScript, match=r"js/x\.js"):
        read_script("js/x.js", said)


def test_only_comments_with_lines_of_their_own_are_left_out() -> None:
    said = (
        '/**\n * What.\n */\nconst a = "// no";\n// Why.\nconst b = `\n  // kept\n`; // too\n/** X. */ (a);\n'
    )
    assert without_comments(said) == 'const a = "// no";\nconst b = `\n  // kept\n`; // too\n(a);\n'


def test_scripts_that_import_each_other_are_refused() -> None:
    circle = {
        f"js/{one}.js": read_script(f"js/{one}.js", f'import "./{other}.js";') for one, other in ("ab", "ba")
    }
    with pytest.raises(BadScript, match=r"js/a\.js imports js/b\.js imports js/a\.js"):
        closure(circle, ["js/a.js"])


def test_a_script_comes_with_what_it_imports_and_what_is_there_does_not_come_again() -> None:
    texts = {
        "app": 'import "./dom.js";\nimport("./page.js");',
        "dom": "",
        "page": 'import "./dom.js";\nimport "./fan.js";',
        "fan": "",
    }
    scripts = {f"js/{name}.js": read_script(f"js/{name}.js", text) for name, text in texts.items()}
    assert bundles(scripts, ["js/app.js"]) == {
        "js/app.js": ("js/dom.js", "js/app.js"),
        "js/page.js": ("js/fan.js", "js/page.js"),
    }


# -- the page's own files --------------------------------------------------------------------------


def test_every_page_and_every_table_is_sent() -> None:
    pages = {path.relative_to(STATIC).as_posix() for path in STATIC.glob("js/pages/*.js")}
    tables = {path.relative_to(STATIC).as_posix() for path in STATIC.glob("js/tables/*/index.js")}
    assert pages | tables <= {name for held in SITE.bundles.values() for name in held}
    assert tables <= SITE.bundles.keys()


def test_home_and_a_table_are_in_the_first_bundle_and_no_game_is() -> None:
    assert {"js/pages/home.js", "js/pages/table.js"} <= {*SITE.bundles[OPENER]}
    assert not [name for name in SITE.bundles[OPENER] if re.match(r"js/tables/\w+/", name)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_asks_for_one_stylesheet_and_one_script(language: str) -> None:
    text = SITE.page(language).content.decode()
    assert f'<html lang="{language}"' in text
    assert "/static/" not in text
    asked = re.findall(r'(?:href|src)="/files/([^"]+)"', text)
    assert [each for each in asked if each.endswith((".css", ".js"))] == [
        next(each for each in asked if each.endswith("/css/page.css")),
        next(each for each in asked if each.endswith(f"/{language}/{OPENER}")),
    ]
    assert {*asked} <= SITE.files.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_the_terminal_do_not_travel(language: str) -> None:
    (words,) = (made for at, made in SITE.files.items() if at.endswith(f"words/{language}.json"))
    sent = json.loads(words.content)
    known = catalogue(language)
    assert sent.items() <= known.items()
    assert len(sent) < 0.6 * len(known)
    assert not [key for key in sent if key.startswith(("common.cli.", "tools.", "parser.", "solve."))]


def test_words_travel_with_the_scripts_that_use_them() -> None:
    (explorer,) = (each for each in SITE.bundles if each.endswith("/explorer.js"))
    text = next(made.content.decode() for at, made in SITE.files.items() if at.endswith(f"/sv/{explorer}"))
    assert catalogue("sv")["web_explorer.remove"] in text
    first = next(made.content.decode() for at, made in SITE.files.items() if at.endswith(f"/sv/{OPENER}"))
    assert "web_explorer.remove" not in first
    assert catalogue("sv")["web_home.title"] in first


def test_the_first_bundle_knows_the_names_of_all_others() -> None:
    first = next(made.content.decode() for at, made in SITE.files.items() if at.endswith(f"/en/{OPENER}"))
    found = re.search(r"const HASHES = (\{.*?\});", first)
    assert found is not None
    hashes = json.loads(found[1])
    for name in SITE.bundles:
        if name != OPENER:
            assert {f"{hashes[name]}/{language}/{name}" for language in LANGUAGES} <= SITE.files.keys()
    assert f"{hashes['cards/french.svg']}/cards/french.svg" in SITE.files


def test_a_changed_file_has_another_name_and_old_pages_get_what_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivering, "_BELIEVED", 0.0)
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder)
    sent = Delivery(folder)
    before = sent.page("en")
    assert sent.page("en") is before
    style, script = (
        re.findall(rf'"/files/([^"]+{kind})"', before.content.decode())[0] for kind in (r"\.css", r"\.js")
    )
    assert sent.file(style) is not None
    with (folder / "css" / "home.css").open("a") as sheet:
        sheet.write("@layer base {\n  .new {\n    margin: 0;\n  }\n}\n")
    after = sent.page("en")
    assert after.hash != before.hash
    old_style, old_script = sent.file(style), sent.file(script)
    assert old_style is not None
    assert (b".new" in old_style[0].content, old_style[1]) == (True, False)
    assert old_script is None


# -- over the wire ---------------------------------------------------------------------------------


@in_loop
async def test_a_file_under_its_hash_is_kept_for_ever(url: str) -> None:
    async with Api(url) as api:
        text = (await api.get("/", headers={"accept-language": "sv"})).text
        assert '<html lang="sv"' in text
        for address in re.findall(r'"(/files/[^"]+)"', text):
            found = await api.get(address)
            assert found.status_code == 200
            assert found.headers["cache-control"] == "public, max-age=31536000, immutable"
            again = await api.get(address, headers={"if-none-match": found.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        for gone in ("/files/0000000000000000/en/js/app.js", "/files/x", "/files/../settings.py"):
            assert (await api.get(gone)).status_code == 404
        today = await api.get("/files/0000000000000000/cards/french.svg")
        assert today.status_code == 200
        assert today.headers["cache-control"] == "no-cache"


@in_loop
async def test_what_everybody_may_read_is_compressed_and_what_holds_a_secret_is_not(url: str) -> None:
    async with Api(url) as api:
        for path in ("/", "/api/games", "/api/locale/es", "/api/rules/mulle", "/static/js/app.js"):
            light = await api.get(path, headers={"accept-encoding": "gzip"})
            whole = await api.get(path, headers={"accept-encoding": "identity"})
            assert light.headers["content-encoding"] == "gzip", path
            assert "content-encoding" not in whole.headers
            assert light.content == whole.content
            assert int(light.headers["content-length"]) < 0.6 * len(whole.content)
            assert "accept-encoding" in light.headers["vary"]
            again = await api.get(path, headers={"if-none-match": light.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        opened = await api.post(
            "/api/tables", {"game": "mulle", "seats": [{"kind": "me", "name": "A" * 24}, {"kind": "friend"}]}
        )
        player = await api.post("/api/me", {})
        mine = await api.get("/api/me", headers={"authorization": f"Bearer {player.json()['player']}"})
        for answer in (opened, player, mine, await api.get(f"/api/tables/{opened.json()['code']}")):
            assert answer.status_code in (200, 201)
            assert "content-encoding" not in answer.headers
        assert (await api.get("/api/games?lang=sv")).headers["etag"] != (await api.get("/api/games")).headers[
            "etag"
        ]


def test_the_same_content_is_the_same_bytes_on_every_server() -> None:
    page = SITE.page("en")
    assert page.small is not None
    assert gzip.decompress(page.small) == page.content
    assert Site(STATIC, catalogue).page("en").small == page.small
