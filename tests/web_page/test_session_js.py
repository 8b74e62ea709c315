"""The page's session: it comes back by itself, and one press is one action however often it is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from korthus.locale import catalogue

#: A socket that does nothing by itself. ``sockets`` holds every one that was opened; ``sent`` what was said.
FAKE = """
(words) => {
  window.fetch = async () => new Response(JSON.stringify(words));
  window.sockets = [];
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    constructor(url) {
      super();
      this.url = url;
      this.readyState = 0;
      this.sent = [];
      window.sockets.push(this);
    }
    send(text) { this.sent.push(JSON.parse(text)); }
    open() { this.readyState = 1; this.dispatchEvent(new Event("open")); }
    say(message) { this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) })); }
    close(code = 1006) {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.dispatchEvent(new CloseEvent("close", { code }));
    }
  };
}
"""
WELCOME: dict[str, Any] = {
    "type": "welcome",
    "code": "ABCDEFGH",
    "seat": 0,
    "game": "mulle",
    "preset": None,
    "options": {},
    "practice": False,
    "clock": None,
    "players": [],
    "commitment": "c",
    "started": True,
    "over": False,
    "version": 5,
    "sequence": 3,
    "view": {"to_act": 0},
    "actions": [],
    "to_act": 0,
    "notices": [{"sequence": n, "event": {}, "said": f"n{n}"} for n in (1, 2, 3)],
    "deadline": None,
    "spectators": 0,
    "chat": [],
    "phrases": [],
    "undo_asked": None,
    "outcome": None,
}


def update(version: int, *notices: int) -> dict[str, Any]:
    """A change of the position, with the notices of these numbers."""
    return {
        "type": "update",
        "version": version,
        "sequence": max(notices),
        "notices": [{"sequence": n, "event": {}, "said": f"n{n}"} for n in notices],
        "view": {"to_act": 1},
        "actions": [],
        "to_act": 1,
        "deadline": None,
        "outcome": None,
    }


@pytest.fixture
def session(modules: Page) -> Iterator[Page]:
    """A page with a session ``s`` that has been welcomed through ``sockets[0]``."""
    modules.evaluate(FAKE, catalogue("en"))
    modules.evaluate(
        """async (welcome) => {
          const { loadLanguage } = await import("/static/js/i18n.js");
          const { keepSeat } = await import("/static/js/store.js");
          const { TableSession } = await import("/static/js/session.js");
          await loadLanguage();
          keepSeat("ABCDEFGH", 0, "secret");
          window.s = new TableSession("ABCDEFGH");
          window.heard = [];
          window.told = [];
          s.addEventListener("change", ({ detail }) => heard.push(...detail.notices.map((n) => n.said)));
          for (const name of ["connection", "refused", "pending"]) {
            s.addEventListener(name, ({ detail }) => told.push([name, detail.connection ?? detail.code]));
          }
          s.connect();
          sockets[0].open();
          sockets[0].say(welcome);
        }""",
        WELCOME,
    )
    yield modules
    modules.goto("http://localhost/")


def again(page: Page, *, welcome: dict[str, Any]) -> None:
    """Wait for the session to come again, and welcome it."""
    number = page.evaluate("sockets.length")
    page.wait_for_function("n => sockets.length > n", arg=number)
    page.evaluate("welcome => { const now = sockets.at(-1); now.open(); now.say(welcome); }", welcome)


def test_it_greets_with_its_token_and_what_it_has_heard(session: Page) -> None:
    hello = session.evaluate("sockets[0].sent[0]")
    assert hello == {"type": "hello", "token": "secret", "last": 0, "lang": "en", "words": True}
    assert session.evaluate("s.state.connection") == "open"
    assert session.evaluate("heard") == ["n1", "n2", "n3"]


def test_after_a_loss_it_comes_again_and_hears_only_what_is_new(session: Page) -> None:
    session.evaluate("sockets[0].close()")
    assert session.evaluate("s.state.connection") == "lost"
    again(session, welcome={**WELCOME, "sequence": 4, "notices": update(6, 4)["notices"]})
    assert session.evaluate("sockets[1].sent[0].last") == 3
    assert session.evaluate("heard") == ["n1", "n2", "n3", "n4"]
    assert session.evaluate("s.state.connection") == "open"


def test_an_unanswered_action_is_sent_again_under_the_same_id(session: Page) -> None:
    session.evaluate("() => { window.done = s.act('play'); }")
    first = session.evaluate("sockets[0].sent.at(-1)")
    assert first["version"] == 5
    session.evaluate("sockets[0].close()")
    assert session.evaluate("s.state.pending") == "play"
    again(session, welcome={**WELCOME, "notices": []})
    assert session.evaluate("sockets[1].sent.filter((m) => m.type === 'act')") == [first]
    session.evaluate(
        "([re, news]) => { sockets[1].say({ type: 'ok', re }); sockets[1].say(news); }",
        [first["id"], update(6, 4)],
    )
    assert session.evaluate("done.then((ok) => ok.re)") == first["id"]
    assert session.evaluate("s.state.pending") is None


def test_a_second_press_is_the_same_action_and_another_one_is_refused(session: Page) -> None:
    assert session.evaluate("s.act('play') === s.act('play')")
    assert session.evaluate("s.act('other').catch((error) => error.code)") == "PENDING"
    assert session.evaluate("sockets[0].sent.filter((m) => m.type === 'act').length") == 1


def test_the_table_stays_locked_until_the_position_has_come(session: Page) -> None:
    session.evaluate(
        "() => { s.act('play'); sockets[0].say({ type: 'ok', re: sockets[0].sent.at(-1).id }); }"
    )
    assert session.evaluate("s.state.pending") == "play"
    session.evaluate("news => sockets[0].say(news)", update(6, 4))
    assert session.evaluate("s.state.pending") is None


def test_a_refusal_unlocks_and_is_told(session: Page) -> None:
    code = session.evaluate(
        """() => {
          const done = s.act("play").catch((error) => error.code);
          const re = sockets[0].sent.at(-1).id;
          sockets[0].say({ type: "refused", re, code: "STALE_VERSION", reason: "no" });
          return done;
        }"""
    )
    assert code == "STALE_VERSION"
    assert session.evaluate("s.state.pending") is None
    assert ["refused", "STALE_VERSION"] in session.evaluate("told")


def test_a_gap_in_what_was_heard_makes_it_come_again(session: Page) -> None:
    session.evaluate("news => sockets[0].say(news)", update(8, 6))
    assert session.evaluate("s.state.connection") == "lost"
    assert session.evaluate("s.state.version") == 5
    again(session, welcome={**WELCOME, "version": 8, "sequence": 6, "notices": update(8, 4, 5, 6)["notices"]})
    assert session.evaluate("heard") == [f"n{n}" for n in range(1, 7)]


def test_what_is_told_twice_is_heard_once(session: Page) -> None:
    for _ in range(2):
        session.evaluate("news => sockets[0].say(news)", update(6, 4))
    assert session.evaluate("heard.filter((each) => each === 'n4').length") == 1


def test_a_seat_taken_over_does_not_come_again(session: Page) -> None:
    session.evaluate("() => { sockets[0].say({ type: 'moved' }); sockets[0].close(4001); }")
    assert session.evaluate("s.state.connection") == "moved"
    session.wait_for_timeout(900)
    assert session.evaluate("sockets.length") == 1


def test_questions_end_with_the_connection_but_answers_find_their_way(session: Page) -> None:
    answer = session.evaluate(
        """() => {
          const one = s.request("why", { text: "a" });
          const other = s.request("why", { text: "b" });
          const [first, second] = sockets[0].sent.slice(-2);
          sockets[0].say({ type: "ok", re: second.id, legal: true, code: null, reason: null });
          sockets[0].close();
          return Promise.all([one.catch((error) => error.code), other.then((ok) => ok.legal)]);
        }"""
    )
    assert answer == ["NO_CONNECTION", True]


def test_what_was_said_meanwhile_is_heard_after_coming_again(session: Page) -> None:
    session.evaluate(
        "() => { window.said = []; s.addEventListener('chat', ({ detail }) => said.push(detail.text)); }"
    )
    lines = [{"type": "chat", "seat": 1, "name": "Bo", "text": text} for text in ("hi", "hello?", "ah")]
    session.evaluate("line => sockets[0].say(line)", lines[0])
    session.evaluate("sockets[0].close()")
    again(session, welcome={**WELCOME, "notices": [], "chat": lines})
    assert session.evaluate("said") == ["hi", "hello?", "ah"]


def test_messages_stay_far_below_the_limit(session: Page) -> None:
    session.evaluate("() => { s.act('x'.repeat(2000)); }")
    assert max(len(json.dumps(each)) for each in session.evaluate("sockets[0].sent")) < 4096
