"""Playing whole games from what a page offers: its cards and buttons, never the server's list of actions."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as TooLate
from tests.browser.person import Person
from tests.support.patience import PATIENCE

#: Options, as they are written in the form, that make a game of each kind short.
SHORT: Final[dict[str, dict[str, str]]] = {
    "mulle": {"omgangar": "1", "ronder_nominal": "1", "hand_size": "5"},
    "kachuful": {"start_cards": "2", "total_rounds": "3"},
    "mus": {"mus_phase": "true", "target_stones": "none"},
    "eight": {"hands": "2"},
}
#: How long a button that may go by itself is tried, in milliseconds.
_SOON: Final = 1000


def _tests(buttons: Locator) -> list[str]:
    names: list[str] = buttons.evaluate_all("all => all.map((each) => each.dataset.test)")
    return names


def _some_card(person: Person, cards: Locator) -> Locator:
    expect(cards.first).to_be_visible()
    return cards.nth(person.rng.randrange(cards.count()))


def _play_mulle(person: Person) -> None:
    person.press(_some_card(person, person.page.locator(".mulle-hand .card.playable")), corner=True)
    buttons = person.page.locator(".mulle-doings button")
    while True:
        offered = [test for test in _tests(buttons) if test not in ("action-back", "action-previous")]
        test = person.rng.choice(offered)
        # Several builds may have the same name; the first is as good as any.
        person.press(person.find(test).first)
        if test not in ("action-build", "action-next"):
            return


def _play_kachuful(person: Person) -> None:
    bids = person.page.locator(".kf-bid:visible:not(.dimmed)")
    if bids.count():
        test = person.rng.choice(_tests(bids))
        if person.way == "keys":
            person.page.keyboard.press(test.removeprefix("bid-"))
        else:
            person.press(person.find(test))
        return
    card = _some_card(person, person.page.locator(".fan .card.playable"))
    person.press(card, corner=True)
    if person.way == "keys":
        person.page.keyboard.press("Enter")
    else:
        person.press(person.find("play"))


def _play_mus(person: Person) -> None:
    discard = person.find("discard")
    if discard.is_visible():
        for card in range(person.rng.randint(1, 4)):
            if person.way == "keys":
                person.page.keyboard.press(str(card + 1))
            else:
                person.press(person.page.locator(".mus-side.me .card").nth(card), corner=True)
        if person.way == "keys":
            person.page.keyboard.press("d")
        else:
            person.press(discard)
        return
    words = person.page.locator(".mus-say button:visible:not(.mus-step, .mus-chip)")
    test = person.rng.choice(_tests(words))
    # To want mus again and again is no game; and an órdago ends one that should be seen.
    if test in ("mus", "ordago") and person.rng.random() < 0.5:
        test = {"mus": "no-mus", "ordago": _tests(words)[0]}[test]
    if person.way == "keys":
        key = str(person.find(test).get_attribute("aria-keyshortcuts"))
        for _ in range(2 if test == "ordago" else 1):
            person.page.keyboard.press(key)
        return
    person.press(person.find(test))
    if test == "ordago":
        person.press(person.find(test))


def _play_eight(person: Person) -> None:
    hand = person.page.locator(".eight-hand .card.playable")
    while left := hand.count():
        card = _some_card(person, hand)
        if person.way == "keys":
            person.reach(card)
            # A board that is full says so, and the next letter is tried.
            for letter in person.rng.sample("abc", 3):
                if hand.count() == left:
                    person.page.keyboard.press(letter)
        else:
            person.press(card, corner=True)
            # Anywhere on a lane will do, except on a card: that would change places with the chosen one.
            person.press(_some_card(person, person.page.locator(".lane.target .lane-head")))
        expect(hand).not_to_have_count(left)
        if person.moment != "turn":
            return  # where cards are placed in turn
    person.press(person.find("lock"))


def play_by_cards(person: Person) -> None:
    """A turn at the default table: cards are tapped until one action is left, which is confirmed."""
    offered = person.page.locator(".df-actions button:visible")
    person.press(_some_card(person, person.page.locator(".df-hand .card.playable")), corner=True)
    expect(offered.first).to_be_visible()
    if person.way == "keys":
        person.page.keyboard.press(str(person.rng.randint(1, min(9, offered.count()))))
    else:
        person.press(offered.nth(person.rng.randrange(offered.count())))


PLAY: Final[dict[str, Callable[[Person], None]]] = {
    "mulle": _play_mulle,
    "kachuful": _play_kachuful,
    "mus": _play_mus,
    "eight": _play_eight,
}


def _go_on(person: Person) -> bool:
    """Leave a hand that lies there, unless it has just gone by itself; whether that was done."""
    if person.way == "keys":
        person.page.keyboard.press("Enter")
        return True
    button = person.find("next-hand")
    try:
        button.tap(timeout=_SOON) if person.way == "touch" else button.click(timeout=_SOON)
    except TooLate:
        return False  # who plays looks again
    return True


def play_on(
    game: str,
    persons: Sequence[Person],
    *,
    turns: int = 10_000,
    looking: Callable[[], None] = lambda: None,
) -> int:
    """Play until everybody sees the result, or for a number of turns; how many were played.

    ``looking`` is called before each turn, when nothing moves.
    """
    played = 0
    quiet_since = time.monotonic()
    while played < turns:
        moments = [person.moment for person in persons]
        if all(moment == "over" for moment in moments):
            return played
        for person, moment in zip(persons, moments, strict=True):
            if moment == "turn":
                looking()
                PLAY.get(game, play_by_cards)(person)
                played += 1
            elif moment == "next":
                if not _go_on(person):
                    continue
            else:
                continue
            quiet_since = time.monotonic()
            break
        else:
            assert time.monotonic() - quiet_since < PATIENCE, f"nothing happens: {moments}"
            persons[0].page.wait_for_timeout(15)  # lets the pages live before they are looked at again
    return played
