"""Mulle in the terminal: the table, the questions, the news and the rules of the moment."""

from __future__ import annotations

import pytest
from tests.cli.running import Korthus
from tests.support.drawing import drawn

import korthus
from korthus import CHANCE, FairChance
from korthus.bots.registry import make_bot
from korthus.cli.choices import Node, stepped
from korthus.core.cards import Card
from korthus.core.protocol import AnyGame, Event
from korthus.games.mulle import events
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.state import Pile, Score
from korthus.games.mulle.view import MulleView
from korthus.locale import LANGUAGES, Translator
from korthus.screens.base import FittedScreen, Screen, SteppedScreen
from korthus.screens.load import screen_of
from korthus.screens.mulle.screen import SCREEN

NAMES = ("Anna", "Bo")
EN = Translator("en")

#: Two ways to rebuild the other's build, a locked build of one's own, and a choice of captures.
BUSY = (
    "rond: 2; table: KL 9, SP 5, HJ 5, RU 4, [6 of 1: SP 4 + RU 2], [7 of 0 locked: KL 4 + HJ 3],"
    " (KL 9 + RU 6); hand: HJ 9, HJ 3, KL 3, RU 7, SP A; hand 1: KL K, SP K;"
    " taken 0: RU 8, RU 8, KL A, KL A; mulles 0: RU 8, KL A; tabbe 0: 2; taken 1: SP 2, SP 2, RU 10, RU 10"
)


class Look:
    """A position as one seat sees it, and what the screen makes of it."""

    def __init__(self, position: str, preset: str | None = None, **options: object) -> None:
        game = korthus.game("mulle", preset, **options)
        assert isinstance(game, Mulle)
        self.game = game
        self.state = game.parse_state(position)
        seat = game.to_act(self.state)
        self.view: MulleView = game.view(self.state, None if seat == CHANCE else seat)
        self.screen: Screen = screen_of(game)

    def label(self, action: str, tr: Translator = EN) -> str:
        return str(self.screen.action(self.game.parse(action), self.view, tr))

    def tree(self, tr: Translator = EN) -> Node:
        return stepped(self.game.choices(self.view), self.view, self.screen, tr)

    def table(self, tr: Translator = EN) -> str:
        return drawn(self.screen.table(self.view, tr, NAMES))


def labels(node: Node) -> list[str]:
    return [str(child.label) for child in node.children]


def test_the_screen_is_fitted_to_the_rules() -> None:
    assert isinstance(SCREEN, SteppedScreen)
    assert isinstance(SCREEN, FittedScreen)
    position = "table: KL K, SP 2; hand: SP A, SP K; hand 1: KL 3"
    action = "capture SP K: KL K"
    assert "intake 1" in Look(position).label(action)
    ace = "table: [14 of 0: KL K + HJ A]; hand: SP A; hand 1: KL 3"
    assert "intake 4" in Look(ace).label("capture SP A: [14]")
    assert "intake 3" in Look(ace, "draft").label("capture SP A: [14]")


# -- the table -------------------------------------------------------------------------------------


def test_M49_the_table_shows_piles_builds_hand_and_the_score_panel() -> None:
    lines = Look(BUSY).table().splitlines()
    assert " ".join(lines[0].split()) == "Mulle omgång 1 of 2 · rond 2 of 6 your turn"
    assert "│ 4♦  5♠ 5♥  9♣ " in lines[2]
    assert "[6]  4♠ 2♦  Bo's, open" in lines[3]
    assert "[7]  4♣ 3♥  yours, locked" in lines[4]
    assert "(15)  9♣ 6♦  a plain pile" in lines[5]
    assert lines[7].rstrip() == "Hand  3♣  7♦  3♥  9♥  A♠=14"
    assert " ".join(lines[8].split()) == "mulle tabbe intake to 20 bonus session"
    # Mulles by card code, tabbe, intake on its way to 20, bonus, points.
    assert " ".join(lines[9].split()) == "▸ Anna (5) 22 RU 8, KL A 2 █░░░░░░░░░ 2 0 24"
    assert " ".join(lines[10].split()) == "Bo (2) 0 0 ████░░░░░░ 8 0 0"
    assert all(len(line) <= 80 for line in lines)
    assert len(lines) <= 12


def test_M49_intake_beyond_twenty_shows_the_bonus() -> None:
    taken = "SP A, SP A, SP 2, SP 2, RU 10, RU 10, KL A, KL A, HJ A, HJ A, RU A, SP K, SP Q"
    table = Look(f"rond: 2; table: KL 4; hand: KL 3; hand 1: KL 5; taken 0: {taken}").table()
    assert "+1 ██████████ 21      2" in table


def test_M49_a_crowded_table_and_many_mulles_are_wrapped_where_one_can_read_them() -> None:
    crowd = ", ".join(f"{suit} {rank}" for rank in range(2, 10) for suit in ("KL", "HJ", "RU", "SP"))
    mulles = "KL J, HJ J, RU J, SP J, KL 10"
    table = Look(
        f"rond: 6; table: {crowd}; hand: KL 9; hand 1: KL K; taken 0: {mulles}; mulles 0: {mulles}"
    ).table()
    lines = table.splitlines()
    assert lines[2].startswith("│ 2♣ 2♥ 2♦ 2♠  3♣ 3♥ 3♦ 3♠  4♣")
    assert lines[2].rstrip(" │").endswith("6♣ 6♥ 6♦ 6♠")
    assert lines[3].startswith("│ 7♣ 7♥ 7♦ 7♠  8♣")
    assert "54  KL J, HJ J, RU J," in table
    assert "        SP J, KL 10 " in table
    assert all(len(line) <= 80 for line in lines)


def test_M49_the_table_of_a_spectator_and_of_a_finished_session() -> None:
    look = Look("table: ; hand: KL 3; hand 1: KL 5; sheet: 10 1 22 4 / 5 0 18 0")
    spectator = drawn(look.screen.table(look.game.view(look.state, None), EN, NAMES))
    assert "Anna is to play" in spectator
    assert "empty" in spectator
    assert "3♣" not in spectator
    assert [line.split()[-1] for line in spectator.splitlines()[-2:]] == ["15", "5"]
    over = Look("omgang: 2; rond: 6; sheet: 10 1 22 4 / 5 0 18 0, 3 0 20 0 / 9 2 20 0")
    assert "the session is over" in over.table()
    assert [line.split()[-1] for line in over.table().splitlines()[-2:]] == ["18", "16"]
    assert "cards are dealt" in Look("").table()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_session_fits_into_eighty_columns(language: str) -> None:
    """Every table, event, action and help of a random session can be said and drawn."""
    tr = Translator(language)
    game: AnyGame = korthus.game("mulle", omgangar=1, first_starter="random")
    screen = screen_of(game)
    bot = make_bot("learner", game, 1)
    chance = FairChance.seeded(11)
    state = game.new()
    told: set[type[Event]] = set()
    moves = 0
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            action = game.draw(state, chance)
        else:
            view = game.view(state, seat)
            moves += 1
            if moves % 6 == 1:
                rows = drawn(screen.table(view, tr, NAMES)).splitlines()
                assert all(len(line) <= 80 for line in rows)
                for each in game.choices(view):
                    assert screen.action(each, view, tr)
                assert screen.help(view, tr)
                assert stepped(game.choices(view), view, screen, tr).leaves() == len(game.choices(view))
            action = bot.choose(view)
        step = game.apply(state, action)
        for event in step.events:
            told.add(type(event))
            for eyes in (0, 1, None):
                sentence = screen.event(event, tr, NAMES, eyes)
                if isinstance(event, events.RondEnded) and event.rond == 6:
                    assert sentence is None  # the end of the omgång says the same
                else:
                    assert sentence
                    assert str(sentence)
        state = step.state
    assert told >= {*game.event_types} - {events.BuildLeft, events.LeftoversTaken}


# -- the questions ---------------------------------------------------------------------------------


def test_M23_it_asks_up_or_down_with_both_values() -> None:
    look = Look("table: [6 of 1: SP 4 + RU 2]; hand: HJ 3, KL 9, KL 3; hand 1: KL K")
    for language, question in (("en", "Build up or down?"), ("sv", "Bygg upp eller ner?")):
        card = look.tree(Translator(language)).find("HJ 3")
        assert card is not None
        (build,) = [child for child in card.children if child.children]
        assert str(build.question) == question
        assert [str(child.label).split()[-1] for child in build.children] == ["9", "3"]
        assert [str(child.action) for child in build.children] == [
            "build HJ 3 on [6] up",
            "build HJ 3 on [6] down",
        ]


def test_M23_a_build_that_goes_one_way_only_is_not_asked_about() -> None:
    card = Look("table: HJ 4, SP 5, RU 2; hand: KL 3, RU 7; hand 1: KL K").tree().find("KL 3")
    assert card is not None
    assert "build on 4♥ · makes 7 · drawing in 5♠, 2♦, locked" in labels(card)


def test_M53_tied_captures_are_chosen_on_screen() -> None:
    """Proves: M-53."""
    card = Look("table: HJ 5, KL 4, SP 4; hand: HJ 9, KL Q; hand 1: KL K").tree().find("HJ 9")
    assert card is not None
    take = card.find("take")
    assert take is not None
    assert str(take.question) == "Equally many can be taken. Which?"
    assert labels(take) == ["4♣, 5♥ · 3 cards", "5♥, 4♠ · 3 cards, intake 1"]
    assert str(take.children[1].action) == "capture HJ 9: HJ 5, SP 4"


def test_MI53_every_legal_action_is_offered_card_by_card() -> None:
    """Proves: M-50."""
    look = Look(BUSY)
    tree = look.tree()
    assert str(tree.question) == "Which card?"
    assert [child.key for child in tree.children] == ["KL 3", "RU 7", "HJ 3", "HJ 9", "SP A"]
    assert tree.leaves() == len(look.game.choices(look.view))
    card = tree.find("kl 3")
    assert card is not None
    assert str(card.question) == "What do you do with 3♣?"
    thrown = card.find("throw")  # the quick way to discard
    assert thrown is not None
    assert str(thrown.action) == "discard KL 3"


@pytest.mark.parametrize(
    ("position", "action", "label"),
    [
        (BUSY, "capture HJ 9: KL 9, HJ 5, RU 4", "9♥: take 9♣, 4♦, 5♥ · 4 cards"),
        (
            "table: RU 9; hand: RU 9; hand 1: KL K",
            "capture RU 9: RU 9",
            "9♦: take 9♦ · 2 cards, mulle 9♦ for 9, tabbe",
        ),
        ("table: KL 4; hand: HJ 3, RU 7; hand 1: KL K", "build HJ 3 on KL 4", "3♥: build on 4♣, makes 7"),
        (BUSY, "build HJ 3 on [6] up", "3♥: build on [6], up to 9 · drawing in 9♣, 5♠, 4♦, locked"),
        ("table: KL 4; hand: HJ 4; hand 1: KL K", "trotta HJ 4", "4♥: trotta · a locked 4-build of 2 cards"),
        ("table: KL 4; hand: HJ 5; hand 1: KL K", "discard HJ 5", "5♥: throw"),
        (
            "table: [12 of 0: HJ 9 + KL 3]; hand: HJ Q, SP Q; hand 1: KL K",
            "discard HJ Q",
            "Q♥: throw · feeds your 12-build, locked",
        ),
        (
            "table: (KL 9 + RU 4), KL 2; hand: HJ K; hand 1: KL Q",
            "capture HJ K: (KL 9 + RU 4)",
            "K♥: take (9♣ 4♦) · 3 cards",
        ),
    ],
)
def test_M53_actions_say_what_they_bring(position: str, action: str, label: str) -> None:
    look = Look(position)
    if look.game.parse(action) not in look.game.choices(look.view):
        pytest.fail(f"{action} is not legal: {[str(each) for each in look.game.choices(look.view)]}")
    assert look.label(action) == label


# -- the news --------------------------------------------------------------------------------------

SEVEN = Pile((Card.C4, Card.H3), 7, 0)
SCORE = Score(28, 2, 24, 8)
NEWS: list[tuple[Event, str, str]] = [
    (events.StarterDrawn(seat=0), "You start the session.", "Anna starts the session."),
    (
        events.OmgangStarted(omgang=2, starter=0, cards=(Card.C4, Card.DT), values=(4, 10)),
        "Omgång 2: you lead. On the table: 4♣ 10♦",
        "Omgång 2: Anna leads. On the table: 4♣ 10♦",
    ),
    (events.RondStarted(rond=3, cards_each=8), "Rond 3: 8 cards each.", "Rond 3: 8 cards each."),
    (events.HandDealt(seat=0, cards=(Card.SA,)), "Your cards: A♠", "Anna is dealt A♠"),
    (
        events.Captured(seat=0, card=Card.D7, piles=(SEVEN, Pile((Card.S7,), 7)), intake=1, taken=4),
        "You take the 7-build (4♣ 3♥), 7♠ with 7♦ (intake 1).",
        "Anna takes the 7-build (4♣ 3♥), 7♠ with 7♦ (intake 1).",
    ),
    (
        events.Captured(seat=0, card=Card.DK, piles=(Pile((Card.C9, Card.D4), 13),), intake=0, taken=3),
        "You take (9♣ 4♦) with K♦.",
        "Anna takes (9♣ 4♦) with K♦.",
    ),
    (
        events.MulleTaken(seat=0, card=Card.D9, points=9),
        "Mulle! You get 9 points for 9♦.",
        "Mulle! Anna gets 9 points for 9♦.",
    ),
    (
        events.TabbeScored(seat=0),
        "Tabbe! You clear the table: 1 point.",
        "Tabbe! Anna clears the table: 1 point.",
    ),
    (
        events.BuildMade(seat=0, card=Card.H3, pile=SEVEN, how="build"),
        "You build 7 with 3♥.",
        "Anna builds 7 with 3♥.",
    ),
    (
        events.BuildMade(
            seat=0, card=Card.H3, pile=SEVEN, how="build", was=10, joined=(Pile((Card.S7,), 7),)
        ),
        "You turn the 10-build into 7 with 3♥, drawing in 7♠.",
        "Anna turns the 10-build into 7 with 3♥, drawing in 7♠.",
    ),
    (
        events.BuildMade(seat=0, card=Card.H7, pile=SEVEN, how="trotta", joined=(Pile((Card.S7,), 7),)),
        "Trotta: you gather 7♠ with 7♥ into a 7-build.",
        "Trotta: Anna gathers 7♠ with 7♥ into a 7-build.",
    ),
    (
        events.BuildMade(seat=0, card=Card.H7, pile=SEVEN, how="feed", joined=(SEVEN,)),
        "You feed 7♥ to your 7-build.",
        "Anna feeds 7♥ to the 7-build.",
    ),
    (events.BuildLocked(value=7, owner=0), "The 7-build is locked.", "The 7-build is locked."),
    (events.Discarded(seat=0, card=Card.C2, value=2), "You throw 2♣.", "Anna throws 2♣."),
    (
        events.RondEnded(rond=2, scores=(SCORE, Score(0, 0, 5, 0))),
        "Rond 2 is over: Anna mulle 28, tabbe 2, intake 24, bonus 8; Bo mulle 0, tabbe 0, intake 5, bonus 0.",
        "Rond 2 is over: Anna mulle 28, tabbe 2, intake 24, bonus 8; Bo mulle 0, tabbe 0, intake 5, bonus 0.",
    ),
    (
        events.LeftoversTaken(seat=-1, cards=(Card.C2,)),
        "Left on the table, for nobody: 2♣",
        "Left on the table, for nobody: 2♣",
    ),
    (
        events.LeftoversTaken(seat=0, cards=(Card.C2,)),
        "You get what is left: 2♣",
        "Anna gets what is left: 2♣",
    ),
    (
        events.GameEnded(totals=(38, 12), winners=(0,)),
        "You win the session, 38 to 12.",
        "Anna wins the session, 38 to 12.",
    ),
    (
        events.GameEnded(totals=(12, 12), winners=(0, 1)),
        "The session is drawn, 12 each.",
        "The session is drawn, 12 each.",
    ),
]


@pytest.mark.parametrize(("event", "to_me", "to_other"), NEWS)
def test_news_is_said_in_a_sentence(event: Event, to_me: str, to_other: str) -> None:
    for seat, words in ((0, to_me), (1, to_other), (None, to_other)):
        sentence = SCREEN.event(event, EN, NAMES, seat)
        assert sentence is not None
        assert str(sentence) == words


def test_M40_the_end_of_an_omgang_tells_the_points_so_far() -> None:
    event = events.OmgangEnded(omgang=1, scores=(SCORE, Score(0, 0, 5, 0)), totals=(38, 0))
    sentence = SCREEN.event(event, EN, NAMES, 0)
    assert sentence is not None
    assert str(sentence).startswith("Omgång 1 is over: Anna mulle 28, tabbe 2, intake 24, bonus 8; Bo")
    assert str(sentence).endswith("Session: Anna 38  Bo 0")


@pytest.mark.parametrize(
    ("language", "warning"),
    [
        ("en", "Careful: Bo leaves a 4-build at the end of the rond."),
        ("sv", "Obs: Bo lämnar ett 4-bygge vid rondens slut."),
        ("es", "Atención: Bo deja una construcción de 4 al final de la rond."),
    ],
)
def test_M43_builds_left_at_the_end_of_a_rond_are_warned_of(language: str, warning: str) -> None:
    look = Look("rond: 1; to act: 1; starter: 0; table: KL 4; hand 1: HJ 4; hand 0:")
    step = look.game.apply(look.state, look.game.parse("trotta HJ 4"))
    sentences = [look.screen.event(event, Translator(language), NAMES, 0) for event in step.events]
    assert warning in [str(sentence or "") for sentence in sentences]


def test_names_cannot_smuggle_markup_in() -> None:
    sentence = SCREEN.event(events.Discarded(seat=1, card=Card.C2, value=2), EN, ("a", "[red]b"), 0)
    assert sentence is not None
    assert str(sentence) == "[red]b throws 2♣."


# -- help, and the whole game ----------------------------------------------------------------------


def test_help_tells_the_rules_of_the_moment() -> None:
    look = Look("table: RU 9, [7 of 0: KL 4 + HJ 3]; hand: RU 9, RU 7, SP A; hand 1: KL K")
    words = str(look.screen.help(look.view, EN))
    assert words.startswith("Keep 7♦: your 7-build needs it.")
    assert "9♦ has its twin on the table" in words
    assert "In the hand an ace is 14" in words
    assert "goes into that build and locks it" in words
    assert "A♠ 3." in words
    simple = Look("table: ; hand: HJ 3, KL 5; hand 1: KL K", "draft")
    words = str(simple.screen.help(simple.view, EN))
    assert "Throw only a card that can take nothing" in words
    assert "Trotta" not in words
    assert "Build" not in words
    assert "A♠ 2." in words
    assert str(simple.screen.help(simple.game.view(simple.state, None), EN)).startswith("Points")


def test_help_where_there_are_too_many_captures_to_list() -> None:
    crowd = ", ".join(f"{suit} {rank}" for rank in ("A", 2, 3, 4, 5, 6) for suit in ("KL", "HJ", "RU", "SP"))
    position = f"rond: 6; table: {crowd}; hand: HJ 10; hand 1: KL K"
    look = Look(position, capture_choice="free")
    words = str(look.screen.help(look.view, EN))
    assert "Take any cards" in words
    assert "Trotta" in words
    simple = Look(position, capture_choice="free", trotta_enabled=False)
    assert "Trotta" not in str(simple.screen.help(simple.view, EN))


@pytest.mark.parametrize(("language", "words"), [("en", "auto"), ("sv", "auto"), ("es", "auto")])
def test_M50_a_session_can_be_played_line_by_line(run_korthus: Korthus, language: str, words: str) -> None:
    """The automatic move plays it to the end, and the summary says how it went. Proves: M-49."""
    ran = run_korthus(
        "play", "mulle", "--set", "omgangar=1", "--seed", "3", "--lang", language, stdin=f"{words}\n" * 60
    )
    assert ran.code == 0
    tr = Translator(language)
    assert tr("mulle.breakdown.bonus") in ran.out
    assert tr("mulle.head.over").removeprefix("[brass]").removesuffix("[/]") in ran.out
