"""What help, coach, questions and result say is true at every table.

A sentence that an option can make untrue hangs on it. Here stands for each sentence when it is true; games
are played with each value of each option, and every sentence that is said is held against that.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import pytest

import korthus
from korthus.core.errors import InvalidOptions, TooManyActions
from korthus.core.protocol import CHANCE, Action, AnyGame
from korthus.core.spans import Text
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.view import MulleView
from korthus.locale import Translator, catalogue
from korthus.screens.base import SteppedScreen, TellingScreen
from korthus.screens.load import screen_of
from korthus.web.brings import coach_of
from korthus.web.coaching import Listed, Moment
from korthus.web.http.option_info import option_infos

GAMES: Final = ("mulle", "kachuful", "mus", "eight")
#: The parts of a game's catalogue that tell rules at the table.
PARTS: Final = ("help", "coach", "ask", "result")
#: How many play, how many games of each table are looked at, and how many turns of each.
SEATS: Final[Mapping[str, int]] = {"mulle": 2, "kachuful": 3, "mus": 2, "eight": 2}
SEEDS: Final[Mapping[str, int]] = {"mulle": 3, "kachuful": 4, "mus": 6, "eight": 1}
TURNS: Final = 40


class When(NamedTuple):
    """When a sentence is true, and the options that decide about it."""

    options: tuple[str, ...]
    is_true: Callable[[Any, Any], bool]


def option(name: str, *values: object) -> When:
    """A sentence that is true where an option has one of some values."""
    return When((name,), lambda rules, view: getattr(rules, name) in values)


def _counts_tabbe(rules: MulleRules, view: MulleView) -> bool:
    last = view.rond == rules.ronder and sum(side.cards_in_hand for side in view.sides) <= 1
    return rules.tabbe_on_last_play or not last


def _all(*conditions: When) -> When:
    names = tuple(name for each in conditions for name in each.options)
    return When(names, lambda rules, view: all(each.is_true(rules, view) for each in conditions))


def _not(condition: When) -> When:
    return When(condition.options, lambda rules, view: not condition.is_true(rules, view))


_TABBE: Final = When(("tabbe_on_last_play",), _counts_tabbe)
_MATCH: Final = option("target_stones", 40, 35, 30)
_ORDAGO: Final = option("ordago", True)
_BETS: Final = When(("bets",), lambda rules, view: rules.bets is None or bool(rules.bets))
_SWEEPS: Final = _all(
    option("sweep_bonus", True), When(("sweep_multiplier",), lambda r, v: r.sweep_multiplier > 1)
)
_EACH: Final = option("scoring", "10_plus_predicted", "high_incentive", "medium")
_ALTERNATING: Final = option("assignment", "alternating")
_AT_ONCE: Final = option("assignment", "simultaneous")


def _can_raise(rules: Any, view: Any) -> bool:
    if view.bet is None or (rules.max_raises is not None and view.bet.raises >= rules.max_raises):
        return False
    steps = [rules.min_raise] if rules.raises is None else rules.raises
    return any(view.bet.stake + step <= rules.cap for step in steps)


#: Sentences that an option makes untrue, and when they are true.
WHEN: Final[Mapping[str, When]] = {
    "mulle.ask.capture": option("capture_choice", "maximum"),
    "mulle.ask.capture_any": option("capture_choice", "maximal", "free"),
    "mulle.help.bound_but": _all(
        option("trotta_enabled", True), option("trotta_respects_reservation", False)
    ),
    "mulle.help.twin": option("identical_rule", "exclusive", "exclusive_unless_own_build"),
    "mulle.help.take.maximum": option("capture_choice", "maximum"),
    "mulle.help.take.maximal": option("capture_choice", "maximal"),
    "mulle.help.take.free": option("capture_choice", "free"),
    "mulle.help.own_along": option("capture_choice", "free"),
    "mulle.help.special": option("special_capture", "builds_only"),
    "mulle.help.build.anyone": option("open_build_modifiable_by", "anyone"),
    "mulle.help.build.owner": option("open_build_modifiable_by", "owner"),
    "mulle.help.lock.anyone": option("open_build_capture_by", "anyone"),
    "mulle.help.lock.owner": option("open_build_capture_by", "owner"),
    "mulle.help.trotta": option("trotta_enabled", True),
    "mulle.help.throw.free": option("discard_rule", "free"),
    "mulle.help.throw.only_if_card_cannot_capture": option("discard_rule", "only_if_card_cannot_capture"),
    "mulle.help.feed": option("feed_enabled", True),
    "mulle.help.points.mulle.rank": option("special_mulle_value", "rank"),
    "mulle.help.points.mulle.hand": option("special_mulle_value", "hand"),
    "mulle.help.points.tabbe": _TABBE,
    "mulle.help.points.no_tabbe": _not(_TABBE),
    "mulle.help.points.intake": option("intake_in_total", True),
    "mulle.help.points.bonus.omgang": option("bonus_scope", "omgang"),
    "mulle.help.points.bonus.rond": option("bonus_scope", "rond"),
    "mulle.help.points.bonus.session": option("bonus_scope", "session"),
    "mulle.help.intake_mulle": option("mulle_card_counts_intake", False),
    "mulle.result.points": option("intake_in_total", False),
    "mulle.result.points_intake": option("intake_in_total", True),
    "mulle.result.intake.omgang": _all(option("bonus_scope", "omgang"), option("intake_in_total", False)),
    "mulle.result.intake.rond": _all(option("bonus_scope", "rond"), option("intake_in_total", False)),
    "mulle.result.intake.session": _all(option("bonus_scope", "session"), option("intake_in_total", False)),
    "kachuful.help.goal": _EACH,
    "kachuful.help.goal_each": _not(_EACH),
    "kachuful.help.barred": option("dealer_restriction", True),
    "kachuful.coach.barred": option("dealer_restriction", True),
    "kachuful.help.worthless": option("scoring", "medium"),
    "kachuful.help.play": option("must_follow", True),
    "kachuful.help.play_any": option("must_follow", False),
    "kachuful.coach.lead": option("must_follow", True),
    "kachuful.coach.lead_any": option("must_follow", False),
    "kachuful.coach.follow": option("must_follow", True),
    "kachuful.coach.any": option("must_follow", False),
    "kachuful.result.exact_hits": option("bid_accuracy", "exact_hits"),
    "kachuful.result.total_deviation": option("bid_accuracy", "total_deviation"),
    "mus.ask.mus": option("mus_phase", True),
    "mus.ask.discard": option("mus_phase", True),
    "mus.ask.bet": _BETS,
    "mus.ask.raise": When(("raises", "max_raises", "min_raise"), _can_raise),
    "mus.help.mus": option("mus_phase", True),
    "mus.help.discard": option("mus_phase", True),
    "mus.help.speak": option("bets", None),
    "mus.help.speak_some": _all(_not(option("bets", None)), _BETS),
    "mus.help.speak_none": _not(_BETS),
    "mus.help.speak_ordago": _all(_ORDAGO, _MATCH),
    "mus.help.speak_ordago_single": _all(_ORDAGO, _not(_MATCH)),
    "mus.help.raise": When(("raises", "max_raises", "min_raise"), _can_raise),
    "mus.help.ordago": _all(_ORDAGO, _MATCH),
    "mus.help.ordago_single": _all(_ORDAGO, _not(_MATCH)),
    "mus.help.values": option("punto_bonus_on_accept", True),
    "mus.help.values_no_punto": option("punto_bonus_on_accept", False),
    "mus.coach.accept_ordago": _all(_ORDAGO, _MATCH),
    "mus.coach.accept_ordago_single": _all(_ORDAGO, _not(_MATCH)),
    "mus.coach.bet": When(
        ("bets", "raises", "max_raises", "min_raise"),
        lambda rules, view: (_BETS.is_true if view.bet is None else _can_raise)(rules, view),
    ),
    "mus.coach.ordago": _all(_ORDAGO, _MATCH),
    "mus.coach.ordago_single": _all(_ORDAGO, _not(_MATCH)),
    "mus.coach.tag.all": _all(_ORDAGO, _MATCH),
    "mus.result.target": _MATCH,
    "mus.result.hand": _not(_MATCH),
    "eight.ask.plo": _not(_ALTERNATING),
    "eight.ask.cards": _not(_ALTERNATING),
    "eight.ask.board": _ALTERNATING,
    "eight.ask.take": _all(_ALTERNATING, _not(option("take_backs", 0))),
    "eight.help.sequential": option("assignment", "sequential"),
    "eight.help.simultaneous": _AT_ONCE,
    "eight.help.alternating": _all(_ALTERNATING, option("take_backs", None)),
    "eight.help.alternating.backs": _all(_ALTERNATING, _not(option("take_backs", None, 0))),
    "eight.help.alternating.no_backs": _all(_ALTERNATING, option("take_backs", 0)),
    "eight.help.open": _not(_AT_ONCE),
    "eight.help.open_at_once": _AT_ONCE,
    "eight.help.sweep": _SWEEPS,
    "eight.coach.open": _not(_AT_ONCE),
    "eight.coach.open_at_once": _AT_ONCE,
    "eight.coach.fourth": _ALTERNATING,
    "eight.result.chips": _SWEEPS,
    "eight.result.boards": _not(_SWEEPS),
}

#: Sentences that are true whatever the options; where they have numbers, these come from the rules.
_ALWAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "mulle.ask": ("card", "what", "way"),
    "mulle.help": ("bound", "points", "intake", "codes"),
    "mulle.coach": (
        "take",
        "points",
        "build",
        "throw",
        "many",
        "more",
        "tag.take",
        "tag.build",
        "tag.trotta",
        "tag.feed",
    ),
    "kachuful.ask": ("bid", "card"),
    "kachuful.help": ("bid", "more", "none", "over", "trump", "no_trump", "marks"),
    "kachuful.coach": ("bid", "free", "wins", "ahead", "loses", "tag.wins", "tag.loses"),
    "mus.ask": ("speak", "answer", "amount"),
    "mus.help": ("goal", "grande", "chica", "pares", "juego", "punto", "both_pass", "answer"),
    "mus.coach": ("hold", "pass", "accept", "refuse", "refused", "refused_more"),
    "eight.ask": ("card",),
    "eight.help": ("goal", "plo", "boards", "chips"),
    "eight.coach": ("plo", "rank", "suit", "held", "nothing"),
}
ALWAYS: Final = frozenset(f"{part}.{each}" for part, names in _ALWAYS.items() for each in names)

#: Options that make no sentence untrue, and why.
UNSAID: Final[Mapping[str, Mapping[str, str]]] = {
    "mulle": {
        "omgangar": "the view counts them",
        "ronder_nominal": "the view counts them",
        "first_starter": "the view says who starts",
        "decks": "no sentence counts packs; where there is one, nothing has a twin",
        "deck": "no sentence lists the pack",
        "hand_size": "the view counts cards",
        "table_cards": "the view counts cards",
        "builds_in_sums": "what sums are made of is not said",
        "opponent_same_value": "a build that is not allowed is among no choices",
        "down_from_single": "the question for up or down comes with such choices",
        "consolidation": "what is drawn in is said of each choice",
        "absorb_builds": "what is drawn in is said of each choice",
        "consolidate_own_locked": "what is drawn in is said of each choice",
        "lock": "whether a build is locked is said of each choice",
        "trotta_joins": "what trotta gathers is said of each choice",
        "allow_dead_builds": "that nobody can take a build of 1 is said of the choice",
        "trail_restriction": "whoever may throw nothing is told nothing about throwing",
        "mulle_identity": "which cards are a mulle is said of each choice",
        "spade_ace_intake": "a number in the sentence",
        "leftovers": "said when it happens",
        "settlement": "the sheet of the result says it",
    },
    "kachuful": {
        "start_cards": "the view counts cards",
        "total_rounds": "the view counts rounds",
        "schedule": "the view lists it",
        "too_many_cards": "asked before the game",
        "first_leader": "who leads the first trick is seen, not said",
        "decks": "which of two equal cards is higher is not said",
        "starting_dealer": "the view says who deals",
        "deck": "no sentence lists the pack",
    },
    "mus": {
        "max_mus": "where cards are changed no more, the phase does not come",
        "deje_after_raise": "a number in the sentence",
        "first_mano": "the view says who is mano",
        "deck": "no sentence lists the pack",
    },
    "eight": {
        "hands": "the view counts hands",
        "bankroll": "the view has the chips",
        "ante": "the view has the chips",
        "hidden_placement": "what is hidden is seen, not said",
        "burn_cards": "burnt cards are not spoken of",
        "runout_order": "no sentence lists the order",
        "odd_chips_rule": "odd chips are not spoken of",
        "thirds_remainder": "odd chips are not spoken of",
        "sweep_source": "who pays is said when it happens",
        "first_dealer": "the view says who deals",
    },
}

#: Sentences that random games hardly lead to.
RARE: Final[Mapping[str, str]] = {
    "mulle.coach.many": "more captures than are listed",
    "mulle.coach.tag.feed": "a card that feeds a build and can take nothing: 2♠ or 10♦",
}

#: Small games, in which everything happens soon.
SMALL: Final[Mapping[str, Mapping[str, Any]]] = {
    "mulle": {"hand_size": 4, "ronder_nominal": 2, "omgangar": 1},
    "kachuful": {"start_cards": 3},
    "mus": {},
    "eight": {"hands": 1},
}
#: Values of options that are numbers or lists, besides the usual one.
VALUES: Final[Mapping[str, Mapping[str, tuple[Any, ...]]]] = {
    "mulle": {"spade_ace_intake": (2,), "decks": (1, 3)},
    "kachuful": {"decks": (2,), "total_rounds": (3,)},
    "mus": {
        "target_stones": (None, 30),
        "max_raises": (0, 1),
        "min_raise": (1, 30),
        "bets": ((), (5, 10)),
        "raises": ((), (4,)),
        "max_mus": (1,),
    },
    "eight": {"take_backs": (0, 1, 3), "sweep_multiplier": (1, 3)},
}
#: Tables at which several options meet.
TOGETHER: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = {
    "mulle": (
        {"trotta_respects_reservation": False, "capture_choice": "free", "feed_enabled": False},
        {"intake_in_total": True, "bonus_scope": "rond"},
    ),
    "kachuful": ({"must_follow": False, "scoring": "point_per_trick"},),
    "mus": (
        {"target_stones": None, "ordago": False},
        {"mus_phase": True, "max_mus": 1},
        {"bets": (), "ordago": False},
        {"bets": (39, 40), "raises": (1,)},
    ),
    "eight": tuple(
        {"assignment": "alternating", "take_backs": most, "hidden_placement": False}
        for most in (None, 0, 1, 2)
    ),
}


def tables(name: str) -> Iterator[AnyGame]:
    """A game with each value of each option, and with some together."""
    changes: list[Mapping[str, Any]] = [{}, *TOGETHER[name]]
    for info in option_infos(name):
        values = VALUES[name].get(info.name)
        if values is None:
            values = (True, False) if info.kind == "bool" else tuple(info.choices or ())
        changes += [{info.name: value} for value in values]
    for changed in changes:
        try:
            game = korthus.game(name, **{**SMALL[name], **changed})
            game.new(SEATS[name])
        except InvalidOptions:
            continue
        yield game


class Heard(Translator):
    """A translator that keeps which sentences it was asked for."""

    def __init__(self) -> None:
        super().__init__("en")
        self.keys: set[str] = set()

    def __call__(self, key: str, /, **params: object) -> str:
        self.keys.add(key)
        return super().__call__(key, **params)

    def text(self, key: str, /, **params: object) -> Text:
        self.keys.add(key)
        return super().text(key, **params)


class Said(NamedTuple):
    """The sentences of one moment."""

    game: AnyGame
    view: Any
    keys: frozenset[str]


def listen(game: AnyGame, view: Any, choices: tuple[Action, ...] | None) -> Said:
    """Everything that is said to one pair of eyes; ``choices`` is None where they are not listed."""
    tr, screen = Heard(), screen_of(game)
    screen.help(view, tr)
    if view.seat is not None and view.seat == view.to_act:
        few = None if choices is None or len(choices) > 250 else choices
        listed = None if few is None else [Listed(each, str(each), game.effect(view, each)) for each in few]
        coach_of(game.name)(Moment(game, view, listed, tr))
        if isinstance(screen, SteppedScreen):
            for action in (choices or ())[:60]:
                screen.steps(action, view, tr)
    if isinstance(screen, TellingScreen):
        screen.result(game, tr)
    told = frozenset(key for key in tr.keys if key.split(".")[1] in PARTS)
    return Said(game, view, told)


def moments(game: AnyGame, seed: int) -> Iterator[Said]:
    """What is said in the turns of a random game, to the seat to act and to a spectator."""
    rng, chance = random.Random(seed), korthus.FairChance.seeded(str(seed))
    state, turns = game.new(SEATS[game.name]), 0
    while (seat := game.to_act(state)) is not None and turns < TURNS:
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
            continue
        turns += 1
        view = game.view(state, seat)
        try:
            choices: tuple[Action, ...] | None = game.choices(view)
        except TooManyActions:
            choices = None
        yield listen(game, view, choices)
        yield listen(game, game.view(state, None), None)
        action = game.pick(view, rng) if choices is None or rng.random() < 0.5 else rng.choice(choices[:4])
        state = game.apply(state, action).state


@cache
def walk(name: str) -> tuple[Said, ...]:
    """What is said at all tables of a game."""
    return tuple(said for game in tables(name) for seed in range(SEEDS[name]) for said in moments(game, seed))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_the_rules_is_true_at_every_table(name: str) -> None:
    for said in walk(name):
        for key in said.keys:
            assert key in ALWAYS or key in WHEN, f"{key}: can an option make it untrue?"
            if key in WHEN:
                assert WHEN[key].is_true(said.game.rules, said.view), (key, said.game)


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_about_rules_has_been_heard(name: str) -> None:
    """So that none is looked at by name only; those about one thing come along with those about many."""
    heard = {key for said in walk(name) for key in said.keys}
    wanted = {
        key
        for key in catalogue("en")
        if key.startswith(tuple(f"{name}.{part}." for part in PARTS)) and not key.endswith(".one")
    }
    assert wanted == {key for key in ALWAYS | WHEN.keys() if key.startswith(f"{name}.")}
    assert wanted - heard <= RARE.keys()


@pytest.mark.parametrize("name", GAMES)
def test_every_option_decides_about_a_sentence_or_says_why_not(name: str) -> None:
    deciding = {each for key, when in WHEN.items() if key.startswith(f"{name}.") for each in when.options}
    options = {info.name for info in option_infos(name)}
    assert not deciding & UNSAID[name].keys()
    assert deciding | UNSAID[name].keys() == options


@pytest.mark.parametrize("name", GAMES)
def test_a_sentence_that_hangs_on_an_option_meets_tables_where_it_would_be_untrue(name: str) -> None:
    for key, when in WHEN.items():
        if key.startswith(f"{name}."):
            assert not all(when.is_true(said.game.rules, said.view) for said in walk(name)), key
