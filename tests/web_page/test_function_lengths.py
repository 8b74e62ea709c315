"""No function of the page's scripts is longer than a screen: measured by the browser's own parser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from playwright.sync_api import Page
from tests.web_page.conftest import ORIGIN, STATIC

#: The most lines of a function.
LONGEST: Final = 60
#: Longer ones, as ``path: name``, each with the sentence that justifies it; three at most.
JUSTIFIED: Final[dict[str, str]] = {}

SCRIPTS: Final = sorted(path.relative_to(STATIC).as_posix() for path in (STATIC / "js").rglob("*.js"))


def functions(page: Page, addresses: list[str]) -> Iterator[tuple[str, str, int, int]]:
    """The functions of modules: address, name, and the offsets of their first and last letter.

    V8 reports what is called and what is not, but only down to functions that it had a reason to compile.
    Those at the top of a module and the methods of classes are always among them, and no inner function is
    longer than its outer.
    """
    tools = page.context.new_cdp_session(page)
    tools.send("Profiler.enable")
    tools.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
    page.evaluate("(addresses) => Promise.all(addresses.map((each) => import(each)))", addresses)
    scripts = tools.send("Profiler.takePreciseCoverage")["result"]
    tools.detach()
    for script in scripts:
        for function in script["functions"]:
            # The module itself has no name, and what sets the fields of a class has one in brackets.
            if function["functionName"] and not function["functionName"].startswith("<"):
                span = function["ranges"][0]
                yield script["url"], function["functionName"], span["startOffset"], span["endOffset"]


def lines(source: str, start: int, end: int) -> int:
    """How many lines a part of a script has; offsets count the units of UTF-16."""
    units = source.encode("utf-16-le")
    return units[2 * start : 2 * end].decode("utf-16-le").count("\n") + 1


def test_no_function_is_longer_than_a_screen(modules: Page) -> None:
    seen: set[str] = set()
    long: dict[str, int] = {}
    for address, name, start, end in functions(modules, [f"/static/{path}" for path in SCRIPTS]):
        path = address.removeprefix(f"{ORIGIN}/static/")
        if path not in SCRIPTS:
            continue
        seen.add(path)
        length = lines((STATIC / path).read_text(encoding="utf-8"), start, end)
        if length > LONGEST:
            long[f"{path}: {name}"] = length
    assert {path for path in SCRIPTS if "function" in (STATIC / path).read_text(encoding="utf-8")} <= seen
    assert set(long) == set(JUSTIFIED), long
    assert len(JUSTIFIED) <= 3


def test_a_long_function_would_be_found(modules: Page) -> None:
    body = "\n".join(f"  const x{line} = {line};" for line in range(80))
    source = f"/* é */ class Long {{ #never() {{\n{body}\n }} }}\nfunction short() {{\n return 1;\n}}\n"
    modules.route("**/long.js", lambda route: route.fulfill(content_type="text/javascript", body=source))
    found = {
        name: lines(source, start, end)
        for address, name, start, end in functions(modules, ["/long.js"])
        if address.endswith("long.js")
    }
    assert (found["#never"], found["short"]) == (82, 3)
