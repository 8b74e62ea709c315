"""The coach: what can be done and what it would bring, from the view of the person who asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.web.client import Api
from tests.web.support import in_loop

import korthus
from korthus.core.protocol import AnyGame, State
from korthus.games.eight.actions import Place
from korthus.games.kachuful import Kachuful, KachufulState, Play
from korthus.locale import LANGUAGES
from korthus.web.brings import coach_of
from korthus.web.coaching import Coaching, Listed, Moment, coach_by_actions
from korthus.web.pages.words import speaker

GAMES = ("mulle", "kachuful", "mus", "eight")


def moment_of(game: AnyGame, state: State, language: str = "en") -> Moment:
    """The turn of whoever is to act."""
    view = game.view(state, game.to_act(state))
    say = speaker(game, language)
    choices = game.choices(view)
    listed = [Listed(each, say.label(each, view), game.effect(view, each)) for each in choices]
    return Moment(game, view, listed if len(listed) <= 250 else None, say.tr)


def coached(name: str, position: str, **options: Any) -> Coaching:
    """What the coach of a game says in a position."""
    game = korthus.game(name, **options)
    return coach_of(name)(moment_of(game, game.parse_state(position)))


def tags(coaching: Coaching) -> dict[str, str]:
    """What stands on what."""
    return {tip.text: tip.tag for tip in coaching.tips}


def plain(text: str) -> str:
    """A text without the marks around its cards."""
    return text.replace("\u2063", "")


def test_the_coach_of_mulle_says_what_a_card_takes_and_for_how_many_points() -> None:
    said = coached(
        "mulle", "table: HJ 9, SP 4, KL 5, KL K; hand 0: HJ 9, SP K, KL 2; hand 1: RU 5; to act: 0"
    )
    assert plain(said.now) == "You can take with 9♥ and K♠. 9♥ brings 9 points at once."
    assert sorted(tags(said).values()) == ["", "+9", "take"]
    about = next(plain(tip.says) for tip in said.tips if tip.tag == "+9")
    assert about.startswith("Take 9♥ with 9♥ · 2 cards, mulle 9♥ for 9. ")


def test_the_coach_of_mulle_says_that_nothing_can_be_taken() -> None:
    said = coached("mulle", "table: HJ 9; hand 0: SP K, KL 2; hand 1: RU 5; to act: 0")
    assert said.now == "Nothing can be taken or built now: throw a card."


def _kachuful(*plays: str, seats: int = 2) -> tuple[Kachuful, KachufulState]:
    game = korthus.game("kachuful", start_cards=2, total_rounds=3)
    state = game.new(seats)
    state = game.apply(state, game.parse("deal H2 HA D3 HK")).state
    for text in plays:
        state = game.apply(state, game.parse(text)).state
    return game, state


def _said(game: AnyGame, state: State) -> Coaching:
    return coach_of(game.name)(moment_of(game, state))


def test_the_coach_of_kachuful_says_what_a_bid_brings_and_which_is_barred() -> None:
    first = _said(*_kachuful())
    assert set(tags(first).values()) == {"+10", "+11", "+12"}
    last = _said(*_kachuful("bid 1"))
    assert tags(last)["bid 1"] == "✕"
    assert "Not 1: the bids must not add up to the 2 tricks." in last.now


def test_the_coach_of_kachuful_says_which_cards_win_the_trick() -> None:
    game, state = _kachuful("bid 1", "bid 0")
    lead = _said(game, state)
    assert set(tags(lead).values()) == {""}
    assert lead.now.startswith("You lead")
    hand = game.view(state, game.to_act(state)).hand
    hearts = next(card for card in hand if card.suit.name == "HEARTS")
    plays = (each for each in game.legal_actions(state) if isinstance(each, Play))
    state = game.apply(state, next(play for play in plays if play.card is hearts)).state
    followed = _said(game, state)
    assert followed.now.startswith("The suit led is hearts and you have it")
    assert set(tags(followed).values()) <= {"wins", "loses"}
    assert len(followed.tips) == len(game.legal_actions(state))


_TO_LEAD = "leader: 0; hand 0: S9 HA C4; hand 1: D2 D3 H5"
_TO_FOLLOW = "leader: 1; hand 0: S9 HA C4; hand 1: D2 D3; trick:"


@pytest.mark.parametrize(
    ("position", "must_follow", "says", "plays"),
    [
        (_TO_LEAD, True, "You lead: the others must follow your suit if they can.", 3),
        (_TO_LEAD, False, "You lead: the others may play any card.", 3),
        (f"{_TO_FOLLOW} H5", True, "The suit led is hearts and you have it: you must follow.", 1),
        (f"{_TO_FOLLOW} H5", False, "The suit led is hearts and you have it, but you may play any card.", 3),
        (f"{_TO_FOLLOW} DK", True, "The suit led is diamonds and you have none: play any card.", 3),
        (f"{_TO_FOLLOW} DK", False, "The suit led is diamonds and you have none: play any card.", 3),
    ],
)
def test_KI12_the_coach_of_kachuful_says_what_the_suit_led_asks(
    position: str, must_follow: bool, says: str, plays: int
) -> None:
    game = korthus.game("kachuful", start_cards=5, total_rounds=5, must_follow=must_follow)
    state = game.parse_state(f"seats: 2; round: 3; bids: 1 1; won: 0 0; {position}")
    said = _said(game, state)
    assert said.now == f"{says} You need 1 more trick."
    assert len(said.tips) == plays


def _mus(*words: str) -> Coaching:
    game = korthus.game("mus")
    state = game.apply(game.new(2), game.parse("deal R R C 1 7 6 5 4")).state
    for word in words:
        state = game.apply(state, game.parse(word)).state
    return _said(game, state)


def test_the_coach_of_mus_says_what_the_hand_makes_and_what_a_word_means() -> None:
    said = _mus()
    assert said.now.startswith("You hold par, juego 31. Grande: the highest cards win.")
    assert tags(said) == {"pass": "1", "envido 2": "+1", "ordago": "all"}


def test_the_coach_of_mus_says_what_a_refusal_gives() -> None:
    answer = _mus("envido 2", "envido 3")
    assert tags(answer)["no quiero"] == "−2"
    assert tags(answer)["quiero"] == "5"
    raised = next(tip for tip in answer.tips if tip.text.startswith("envido"))
    assert raised.says == (
        "Refused, it gives you 5 stones at once. Accepted, the better grande takes what is bet."
    )


def test_the_coach_of_eight_says_which_board_is_omaha_and_which_cards_go_where() -> None:
    game = korthus.game("eight", first_dealer=1)
    state = game.apply(game.new(2), game.draw(game.new(2), korthus.FairChance.seeded("coach"))).state
    while game.to_act(state) == korthus.CHANCE:
        state = game.apply(state, game.draw(state, korthus.FairChance.seeded("coach"))).state
    moment = moment_of(game, state)
    said = coach_of("eight")(moment)
    assert said.now.startswith("Put four cards on one board")
    assert len(said.tips) == 8
    for card, tip in zip(moment.view.hand, said.tips, strict=True):
        alike = [any(each.rank is card.rank for each in board) for board in moment.view.boards]
        assert tip.tag == "".join(letter for letter, is_there in zip("ABC", alike, strict=True) if is_there)
    first = next(iter(game.legal_actions(state)))
    assert isinstance(first, Place)
    state = game.apply(state, first).state
    four = "ABC"[[len(cards) for cards in first.boards].index(4)]
    assert coach_of("eight")(moment_of(game, state)).now.startswith(f"Board {four} is PLO")


@pytest.mark.parametrize("name", GAMES)
def test_the_default_coach_says_every_legal_action(name: str) -> None:
    game = korthus.game(name)
    state = game.new(2)
    chance = korthus.FairChance.seeded(name)
    while game.to_act(state) == korthus.CHANCE:
        state = game.apply(state, game.draw(state, chance)).state
    moment = moment_of(game, state)
    said = coach_by_actions(moment)
    assert said.now
    whole = " ".join(tip.says for tip in said.tips)
    assert all(each.label in whole for each in moment.listed or ())


async def _coach(api: Api, game: str, language: str, level: Sequence[dict[str, str]]) -> dict[str, Any]:
    opened = await api.open_table(game, [{"kind": "me", "name": "Anna"}, *level])
    async with api.socket(opened["code"], opened["token"], lang=language) as client:
        while client.state["to_act"] != client.state["seat"]:
            await client.until(lambda message: message["type"] == "update")
        said: dict[str, Any] = await client.ask("coach")
        listed = {each["text"] for each in client.state["actions"] or []}
        if game != "eight":  # its placements are not listed
            assert {tip["text"] for tip in said["tips"] if tip.get("tag") != "✕"} <= listed
        return said


@pytest.mark.parametrize("game", GAMES)
@in_loop
async def test_against_computers_the_coach_speaks_every_language(url: str, game: str) -> None:
    async with Api(url) as api:
        nows = {
            language: (await _coach(api, game, language, [{"kind": "bot", "level": "random"}]))["now"]
            for language in LANGUAGES
        }
    assert len(set(nows.values())) == len(LANGUAGES)


@in_loop
async def test_against_people_there_is_no_coach(url: str) -> None:
    async with Api(url) as api:
        code, (anna, _) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first:
            assert (await first.ask("coach"))["code"] == "NO_COACH"
