"""Helpers that every table stands on: elements that persist, hands by keyboard, cards that say why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from korthus.locale import catalogue


@pytest.fixture
def page(modules: Page) -> Iterator[Page]:
    """An empty page with the English words."""
    modules.evaluate(
        """async (words) => {
          const files = window.fetch;
          window.fetch = (path) =>
            path.startsWith("/api/") ? Promise.resolve(new Response(JSON.stringify(words))) : files(path);
          await (await import("/static/js/i18n.js")).loadLanguage();
        }""",
        catalogue("en"),
    )
    yield modules
    modules.set_viewport_size({"width": 1280, "height": 720})
    modules.goto("http://localhost/")


def test_elements_of_the_same_key_persist_and_keep_the_focus(page: Page) -> None:
    result = page.evaluate(
        """async () => {
          const { el, reconcile } = await import("/static/js/dom.js");
          const list = document.body.appendChild(el("div"));
          const show = (items) => reconcile(list, items, (x) => x, (x) => el("button", { text: x }));
          const [a, b, c] = show(["a", "b", "c"]);
          b.focus();
          const after = show(["c", "b", "d", "d"]);
          return {
            kept: after[0] === c && after[1] === b,
            text: list.textContent,
            focus: document.activeElement === b,
            gone: !a.isConnected,
          };
        }"""
    )
    assert result == {"kept": True, "text": "cbdd", "focus": True, "gone": True}


def test_texts_are_never_markup(page: Page) -> None:
    text = "<img src=x onerror=alert(1)>"
    count = page.evaluate(
        """async (text) => {
          const { el } = await import("/static/js/dom.js");
          return el("p", { text, title: text }, text).querySelectorAll("img").length;
        }""",
        text,
    )
    assert count == 0


@pytest.mark.parametrize(
    ("name", "deck", "said"),
    [
        ("9h", "french", "nine of hearts"),
        ("Td", "french", "ten of diamonds"),
        ("Ro", "spanish", "king of coins"),
    ],
)
def test_cards_are_called_by_their_names(page: Page, name: str, deck: str, said: str) -> None:
    card = page.evaluate(
        """async ([name, deck]) => {
          const { cardButton } = await import("/static/js/cards/card.js");
          const card = cardButton(name, { deck });
          const use = card.querySelector("use");
          document.body.append(card);
          await (await import("/static/js/cards/deck.js")).ensureDeck(deck);
          return [card.getAttribute("aria-label"), document.querySelector(use.getAttribute("href"))?.tagName];
        }""",
        [name, deck],
    )
    assert card == [said, "symbol"]


def test_a_card_in_a_sentence_is_drawn_and_named(page: Page) -> None:
    found = page.evaluate(
        """async () => {
          const { el, setText } = await import("/static/js/dom.js");
          const { cardMark } = await import("/static/js/cards/card.js");
          const line = el("button", { text: `Take ${cardMark("Td")} now`, title: `with ${cardMark("9h")}` });
          const card = line.querySelector(".card-text");
          const drawn = [line.textContent.length, card.textContent, card.className];
          setText(line, "\u2063R\u2063 \u2063zz\u2063");
          const names = [...line.querySelectorAll("[role=img]")].map((each) => each.ariaLabel);
          return [...drawn, card.ariaLabel, line.title, ...names, line.textContent];
        }"""
    )
    assert found == [
        len("Take 10♦ now"),
        "10♦",
        "card-text suit-d",
        "ten of diamonds",
        "with nine of hearts",
        "king",
        "zz",
        "R zz",
    ]


def test_a_word_of_the_game_is_explained_by_tap_and_by_keyboard(page: Page) -> None:
    page.evaluate(
        """async () => {
          const { el } = await import("/static/js/dom.js");
          const { explainTerms, explained } = await import("/static/js/terms.js");
          explainTerms();
          window.pressed = 0;
          const below = el("div", { on: { click: () => (window.pressed += 1) } });
          below.append(...explained("mulle", "An omgång has intake; intakes do not count, omgång."));
          const dialog = el("dialog", {}, el("p", {}, explained("mus", "Duples!")));
          document.body.replaceChildren(below, dialog);
        }"""
    )
    note = page.locator(".term-note")
    assert page.locator("div > .term").all_inner_texts() == ["omgång", "intake"]
    page.locator(".term", has_text="intake").click()
    expect(note).to_be_visible()
    expect(note).to_contain_text("gives a bonus")
    assert page.evaluate("window.pressed") == 0
    page.locator(".term", has_text="intake").click()
    expect(note).to_be_hidden()
    page.locator(".term", has_text="omgång").focus()
    page.keyboard.press("Enter")
    expect(note).to_be_visible()
    expect(page.locator(".term", has_text="omgång")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    expect(page.locator(".term", has_text="omgång")).to_have_attribute("aria-expanded", "false")
    page.locator(".term", has_text="omgång").hover()
    expect(note).to_be_visible()
    # In a window that lies over everything the note lies in the window.
    page.evaluate("document.querySelector('dialog').showModal()")
    page.locator("dialog .term").click()
    expect(note).to_contain_text("3 stones")
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
    assert found.violations_count == 0, found.generate_report()


def test_a_card_that_cannot_be_played_says_why_and_can_be_focused(page: Page) -> None:
    result = page.evaluate(
        """async () => {
          const { cardButton, markCard } = await import("/static/js/cards/card.js");
          const card = document.body.appendChild(cardButton("9h"));
          markCard(card, { dimmed: true, reason: "Follow suit." });
          card.focus();
          const told = document.getElementById(card.getAttribute("aria-describedby")).textContent;
          const first = [card.ariaDisabled, card.disabled, document.activeElement === card, told];
          markCard(card, { playable: true, selected: false });
          return [...first, card.ariaDisabled, card.ariaPressed, card.hasAttribute("aria-describedby")];
        }"""
    )
    assert result == ["true", False, True, "Follow suit.", None, "false", False]


def test_a_hand_is_one_stop_of_the_tab_key(page: Page) -> None:
    page.evaluate(
        """async () => {
          const { handFan } = await import("/static/js/tables/fan.js");
          window.picked = [];
          const onPick = (name, button, at) => picked.push([name, at]);
          window.fan = handFan(["2c", "9h", "9h", "As"], { onPick });
          document.body.append(fan);
          fan.querySelector("button").focus();
        }"""
    )
    assert page.evaluate("[...fan.querySelectorAll('button')].filter((b) => b.tabIndex === 0).length") == 1
    for key in ("ArrowRight", "ArrowRight", "Enter", "End", "Space", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("picked") == [["9h", 2], ["As", 3], ["2c", 0]]
    page.evaluate("fan.show(['9h', 'As'])")
    assert page.evaluate("[...fan.querySelectorAll('button')].filter((b) => b.tabIndex === 0).length") == 1


def test_a_hand_never_leaves_a_small_screen(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    edges = page.evaluate(
        """async () => {
          for (const name of ["reset", "theme", "card"]) {
            const sheet = document.createElement("link");
            sheet.rel = "stylesheet";
            sheet.href = `/static/css/${name}.css`;
            document.head.append(sheet);
            await new Promise((done) => sheet.addEventListener("load", done));
          }
          const { handFan } = await import("/static/js/tables/fan.js");
          const cards = [..."23456789TJQKA"].map((rank) => `${rank}h`);
          const fan = document.body.appendChild(handFan(cards));
          const boxes = [...fan.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
          return [boxes[0].left, boxes.at(-1).right, document.documentElement.scrollWidth];
        }"""
    )
    assert edges[0] >= 0
    assert edges[1] <= 360
    assert edges[2] == 360


def test_a_drag_is_a_drop_and_a_press_is_a_tap(page: Page) -> None:
    page.evaluate(
        """async () => {
          const { el } = await import("/static/js/dom.js");
          const { draggable } = await import("/static/js/drag.js");
          document.body.replaceChildren();
          window.done = [];
          const card = el("button", { text: "card" });
          const goal = el("div", { text: "goal" });
          for (const [each, left] of [[card, 0], [goal, 200]]) {
            const place = { position: "absolute", left: `${left}px`, top: 0, width: "80px", height: "80px" };
            for (const [name, value] of Object.entries(place)) each.style.setProperty(name, value);
            document.body.append(each);
          }
          const [onDrop, onTap] = ["drop", "tap"].map((what) => () => done.push(what));
          draggable(card, { targets: () => [goal], onDrop, onTap });
        }"""
    )
    page.mouse.click(40, 40)
    page.mouse.move(40, 40)
    page.mouse.down()
    page.mouse.move(120, 40)
    page.mouse.move(240, 40, steps=3)
    page.mouse.up()
    page.mouse.move(40, 40)
    page.mouse.down()
    page.mouse.move(40, 300, steps=3)
    page.mouse.up()
    page.keyboard.press("Enter")
    assert page.evaluate("done") == ["tap", "drop", "tap"]


def test_the_page_says_who_really_chose_a_move(page: Page) -> None:
    said = page.evaluate(
        """async () => {
          const { insteadNews, insteadText, insteadTexts } = await import("/static/js/frame/instead.js");
          const seat = (why, by, version) => [
            { seat: 1, name: "Bo", instead: why && { level: "normal", by, why, version } },
          ];
          return {
            none: insteadText(seat(null)[0]),
            failed: insteadText(seat("failed", "random", 4)[0]),
            again: insteadNews(seat("failed", "random", 4), seat("failed", "random", 6)),
            same: insteadNews(seat("failed", "random", 4), seat("failed", "random", 4)),
            first: insteadNews(seat(null), seat("compiling", "rules", 4)).length,
            all: insteadTexts([
              ...seat("compiling", "rules", 4),
              { ...seat("compiling", "rules", 6)[0], name: "Bo 2" },
              ...seat(null),
            ]).map(({ text }) => text),
            on: insteadNews(seat("compiling", "rules", 4), seat("compiling", "rules", 6)),
          };
        }"""
    )
    failed = "“Normal” could not think: chance chose the last move of Bo."
    ready = "“Normal” is still getting ready: until then a player of simple rules plays for Bo and Bo 2."
    assert said.pop("all") == [ready]
    assert said == {"none": None, "failed": failed, "again": [failed], "same": [], "first": 1, "on": []}


def test_a_result_says_in_a_few_words_who_won(page: Page) -> None:
    said = page.evaluate(
        """async () => {
          const { headline } = await import("/static/js/frame/result.js");
          const names = ["You", "Bo", "Eva"];
          const say = (winners, scores) =>
            headline({ outcome: { winners, scores }, seat: 0 }, (seat) => names[seat]);
          return [say([0], [2, 1]), say([1], [1, 2]), say([0, 1], [1, 1]), say([0, 1], [1, 1, 0])];
        }"""
    )
    assert said == ["You win", "Bo wins", "A draw", "Shared win: You, Bo"]


def test_computers_of_one_level_are_told_apart_by_their_faces(page: Page) -> None:
    drawn = page.evaluate(
        """async () => {
          const { alike } = await import("/static/js/people.js");
          const { face } = await import("/static/js/faces.js");
          const players = ["easy", null, "easy", "strong", "easy"].map((bot, seat) => ({ seat, bot }));
          const bots = players.filter(({ bot }) => bot);
          return bots.map((each) => face(each.bot, alike(players, each)).outerHTML);
        }"""
    )
    assert len(set(drawn)) == len(drawn) == 4
