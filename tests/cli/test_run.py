"""``korthus run``: batches, scripts and their lines."""

from __future__ import annotations

import io
import json
import math
import pickle
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.arena import odd_bots
from tests.cli.running import Korthus
from tests.support.catalogued import put_into_catalogue
from tests.support.tables import GAME, open_table

from korthus.arena.batch import Batch, GameLine, cycle, play_game, run_batch
from korthus.arena.mulle.script import translate
from korthus.arena.script import Script, ScriptError, ScriptStep, play_script, read_script
from korthus.arena.summary import Tally
from korthus.bots.registry import make_bot
from korthus.cli.progress import progress_bar
from korthus.core.errors import IllegalAction, InvalidAction, InvalidOptions
from korthus.core.record import decode_record
from korthus.games.catalogue import game
from korthus.games.mulle.actions import Base, Build, Capture
from korthus.games.mulle.errors import REASONS as MULLE_REASONS
from korthus.games.mulle.view import MulleView
from korthus.table import Kept, Table, verify


@pytest.fixture(autouse=True)
def high_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """High card is in the catalogue."""
    put_into_catalogue(monkeypatch)


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def batch(**changes: Any) -> Batch:
    fields: dict[str, Any] = {
        "game": GAME,
        "seats": 2,
        "players": ("random", "random"),
        "seed": 5,
        "games": 1,
    }
    return Batch(**(fields | changes))


# -- batches -----------------------------------------------------------------------------------------


def test_a_line_for_each_game_and_a_summary(run_korthus: Korthus) -> None:
    ran = run_korthus("run", "high_card", "--games", "4", "--seed", "5", "--seats", "3")
    assert ran.code == 0
    rows = lines(ran.out)
    assert [row["seed"] for row in rows] == [5, 6, 7, 8]
    for row in rows:
        assert row["game"] == "high_card"
        assert row["bots"] == ["random"] * 3
        assert row["moves"] == 18
        assert sum(row["scores"]) == 6
        assert row["winners"] == [s for s, n in enumerate(row["scores"]) if n == max(row["scores"])]
        assert row["breakdown"] == [{"tricks": score} for score in row["scores"]]
        assert "record" not in row
        assert "position" not in row
    assert "4 games (seeds 5 to 8), 72 moves" in ran.err
    assert "mean score" in ran.err


def test_the_file_gets_the_lines_and_the_terminal_the_summary(run_korthus: Korthus, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    ran = run_korthus("run", "high_card", "--games", "2", "--seed", "5", "--out", str(out))
    assert len(lines(out.read_text())) == 2
    assert "2 games" in ran.out
    assert ran.err == ""


def test_a_terminal_gets_a_progress_bar() -> None:
    stream = io.StringIO()
    with progress_bar(Console(file=stream, force_terminal=True, width=80)) as report:
        for done in range(4):
            report(done, 3)
    assert "3/3" in stream.getvalue()
    with progress_bar(Console(file=stream, force_terminal=True), shown=False) as report:
        report(1, 3)


def test_the_same_seed_gives_the_same_lines_in_one_process_and_in_two(run_korthus: Korthus) -> None:
    game = ("kachuful", "--set", "start_cards=2", "--bots", "random")  # other processes know no high card
    words = ("run", *game, "--games", "7", "--seed", "3", "--records")
    alone = run_korthus(*words)
    together = run_korthus(*words, "--jobs", "2")
    assert alone.code == together.code == 0
    assert alone.out == together.out
    assert len(lines(alone.out)) == 7


def test_a_line_can_be_had_again_from_its_seed_alone() -> None:
    rows = list(run_batch(batch(games=5, rotate=True)))
    for row in rows:
        assert play_game(batch(seed=row.seed, rotate=True), 0) == row


def test_records_in_the_lines_verify(run_korthus: Korthus) -> None:
    ran = run_korthus(
        "run", "high_card", "--preset", "quick", "--set", "rounds=2", "--seed", "1", "--records"
    )
    (row,) = lines(ran.out)
    record = decode_record(json.dumps(row["record"]))
    assert record.preset == "quick"
    assert record.options == {"hand": 2}
    assert verify(record).ok


def test_without_a_seed_every_batch_is_new(run_korthus: Korthus) -> None:
    seeds = {lines(run_korthus("run", "high_card").out)[0]["seed"] for _ in range(4)}
    assert len(seeds) == 4


def test_players_are_repeated_over_the_seats() -> None:
    assert cycle(("a", "b"), 5) == ("a", "b", "a", "b", "a")
    assert cycle((), 5) == ()


def test_rotation_gives_everybody_every_seat() -> None:
    rows = list(run_batch(batch(seats=3, players=("random",) * 3, games=6, rotate=True)))
    for seat in range(3):
        assert sorted(row.players[seat] for row in rows) == [0, 0, 1, 1, 2, 2]
    fixed = list(run_batch(batch(games=3)))
    assert {row.players for row in fixed} == {(0, 1)}


@pytest.mark.parametrize("name", ["mulle", "kachuful", "mus", "eight"])
def test_every_game_runs(run_korthus: Korthus, name: str) -> None:
    ran = run_korthus("run", name, "--games", "2", "--seed", "1", "--records")
    assert ran.code == 0
    for row in lines(ran.out):
        record = decode_record(json.dumps(row["record"]))
        kept = Kept(commitment=record.shuffle.commitment, closing=record.closing)
        report = verify(record, kept=kept)
        assert report.ok
        assert report.unchecked == ()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("run",), "NO_GAME"),
        (("run", "chess"), "UNKNOWN_GAME"),
        (("run", "high_card", "--bots", "einstein"), "UNKNOWN_BOT"),
        (("run", "high_card", "--games", "0"), "BAD_GAMES"),
        (("run", "high_card", "--games", "-1"), "BAD_GAMES"),
        (("run", "high_card", "--games", "10000001"), "BAD_GAMES"),
        (("run", "high_card", "--jobs", "0"), "BAD_JOBS"),
        (("run", "high_card", "--budget-ms", "0"), "BAD_BUDGET"),
        (("run", "high_card", "--simulations", "0"), "BAD_BUDGET"),
        (("run", "high_card", "--budget-ms", "9", "--simulations", "9"), "BAD_BUDGET"),
        (("run", "high_card", "--seats", "9"), "BAD_SEATS"),
        (("run", "high_card", "--set", "hand"), "BAD_SETTING"),
        (("run", "high_card", "--set", "hand=9"), "BAD_OPTION"),
        (("run", "high_card", "--preset", "slow"), "UNKNOWN_PRESET"),
        (("run", "high_card", "--script", "/no/such/file"), "FILE_TROUBLE"),
        (("run", "high_card", "--out", "/no/such/folder/x"), "FOLDER_TROUBLE"),
    ],
)
def test_what_cannot_be_run_is_refused(run_korthus: Korthus, words: tuple[str, ...], code: str) -> None:
    ran = run_korthus(*words)
    assert ran.code == 1
    assert f"[{code}]" in ran.err
    assert ran.out == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "none"),
        (("--budget-ms", "250"), "0.25 s, None simulations"),
        (("--simulations", "8"), "None s, 8 simulations"),
    ],
)
def test_players_are_told_how_much_they_may_think(
    run_korthus: Korthus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    monkeypatch.setenv(odd_bots.TRACES, str(tmp_path))
    assert run_korthus("run", "high_card", "--bots", odd_bots.NOTING, *words).code == 0
    assert [each.name for each in tmp_path.iterdir()] == [told]


def test_a_file_goes_on_with_the_budget_that_it_was_begun_with(run_korthus: Korthus, tmp_path: Path) -> None:
    words = ("run", "high_card", "--seed", "5", "--out", str(tmp_path / "games.jsonl"))
    assert run_korthus(*words, "--simulations", "8").code == 0
    assert run_korthus(*words, "--simulations", "8").code == 0
    other = run_korthus(*words, "--simulations", "9")
    assert other.code == 1
    assert "(budget differs)" in other.err


def test_a_batch_checks_itself() -> None:
    with pytest.raises(InvalidOptions) as caught:
        batch(players=("random",))
    assert caught.value.code == "BATCH_SEATS"
    with pytest.raises(InvalidOptions) as caught:
        batch(players=())
    assert caught.value.code == "NO_PLAYERS"


@pytest.mark.parametrize("name", ["mulle", "kachuful", "mus", "eight"])
def test_a_batch_survives_the_way_to_another_process(name: str) -> None:
    script = Script(actions=("x", ScriptStep(action="capture", card_index=1, target_piles=(2, 3))), seed=4)
    for preset in game(name).rules_type.presets:
        sent = batch(game=game(name, preset), preset=preset, seats=2, script=script)
        assert pickle.loads(pickle.dumps(sent)) == sent


def test_the_tally_adds_up() -> None:
    tally = Tally(("a", "b"))
    assert tally.players() == ()
    for scores, winners, who in (((1, 5), (1,), (0, 1)), ((3, 3), (0, 1), (0, 1)), ((2, 4), (1,), (1, 0))):
        tally.add(
            GameLine(
                game="x",
                seed=1,
                players=who,
                bots=("a", "b"),
                moves=2,
                scores=scores,
                winners=winners,
                breakdown=(),
            )
        )
    a, b = tally.players()
    assert (a.wins, a.shared, b.wins, b.shared) == (1, 1, 1, 1)
    assert a.mean == pytest.approx((1 + 3 + 4) / 3)
    assert a.spread == pytest.approx(math.sqrt(7 / 3))
    assert a.error == pytest.approx(a.spread / math.sqrt(3))
    assert b.mean == pytest.approx((5 + 3 + 2) / 3)
    assert tally.moves == 6


# -- scripts -----------------------------------------------------------------------------------------


def first_cards() -> list[str]:
    """What both seats play first in the game of seed 5."""
    table = open_table(seed=5)
    texts = []
    for seat in (0, 1):
        texts.append(str(table.choices(seat)[0]))
        table.submit(seat, texts[-1])
    return texts


def script_file(tmp_path: Path, content: object) -> str:
    file = tmp_path / "script.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(file)


@pytest.mark.parametrize("form", ["strings", "objects", "players", "document"])
def test_a_script_is_played_and_the_state_printed(run_korthus: Korthus, tmp_path: Path, form: str) -> None:
    one, two = first_cards()
    script: object
    match form:
        case "strings":
            script = [one, two.upper()]
        case "objects":
            script = [{"seat": 0, "action": one}, {"seat": 1, "action": two}]
        case "players":
            script = [{"player": 0, "action": one}, {"action": two}]
        case _:
            script = {
                "game": "high_card",
                "seed": 5,
                "seats": 2,
                "options": {"rounds": 3},
                "actions": [one, two],
            }
    words = ["run", "--script", script_file(tmp_path, script)]
    if form != "document":
        words += ["high_card", "--seed", "5"]
    ran = run_korthus(*words)
    assert ran.code == 0
    (row,) = lines(ran.out)
    assert row["moves"] == 2
    assert row["scores"] is None
    assert row["seed"] == 5
    assert row["position"] in ran.err
    state = game("high_card", rounds=3).parse_state(row["position"])
    assert sum(state.tricks) == 1


def test_bots_play_on_after_a_script(run_korthus: Korthus, tmp_path: Path) -> None:
    file = script_file(tmp_path, first_cards())
    ran = run_korthus("run", "high_card", "--seed", "5", "--script", file, "--bots", "random", "--records")
    (row,) = lines(ran.out)
    assert row["moves"] == 12
    assert sum(row["scores"]) == 6
    assert [action["text"] for action in row["record"]["actions"][1:3]] == first_cards()


def test_a_setting_wins_over_the_script(run_korthus: Korthus, tmp_path: Path) -> None:
    file = script_file(tmp_path, {"game": "high_card", "options": {"rounds": 9}, "actions": []})
    ran = run_korthus("run", "--script", file, "--bots", "random", "--set", "rounds=1")
    assert lines(ran.out)[0]["moves"] == 6


@pytest.mark.parametrize(
    ("step", "code", "reason"),
    [
        ("play 2c", "NOT_IN_HAND", "2♣ is not in your hand"),
        ("dance", "UNKNOWN_ACTION", "dance"),
        ({"seat": 0, "action": "play 2s"}, "NOT_YOUR_TURN", "not the turn of seat 1"),
        ({"seat": 7, "action": "play 2s"}, "NO_SUCH_SEAT", "no seat 7"),
        ({"action": "play 2s", "card_index": 0}, "FIELDS_NOT_FOR_NOTATION", "single verb"),
    ],
)
def test_a_script_that_does_not_fit_stops_with_the_step_and_the_reason(
    run_korthus: Korthus, tmp_path: Path, step: object, code: str, reason: str
) -> None:
    ran = run_korthus(
        "run", "high_card", "--seed", "5", "--script", script_file(tmp_path, [first_cards()[0], step])
    )
    assert ran.code == 1
    assert "Step 2" in ran.err
    assert reason in ran.err
    assert f"[{code}]" in ran.err


def test_a_script_beyond_the_end_stops_there() -> None:
    table = open_table(seed=5)
    texts = []
    while table.to_act is not None:
        texts.append(str(table.choices(table.to_act)[0]))
        table.submit(table.to_act, texts[-1])
    with pytest.raises(ScriptError) as caught:
        play_script(open_table(seed=5), Script(actions=(*texts, "play 2s")), 5)
    assert (caught.value.code, caught.value.step) == ("STEP_REFUSED", 13)
    assert "[GAME_OVER]" in caught.value.reason


def test_a_script_that_fails_in_another_process_says_the_same() -> None:
    script = Script(actions=("play 2c",))
    with pytest.raises(ScriptError) as caught:
        list(run_batch(batch(games=4, script=script), jobs=2))
    assert (caught.value.code, caught.value.step) == ("STEP_REFUSED", 1)
    assert "[NOT_IN_HAND]" in caught.value.reason


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "SCRIPT_NOT_JSON"),
        ("[", "SCRIPT_NOT_JSON"),
        ("[" * 100_000, "SCRIPT_NOT_JSON"),
        ("5", "BAD_SCRIPT"),
        ("{}", "BAD_SCRIPT"),
        ("[5]", "BAD_SCRIPT"),
        ('[{"action": ""}]', "BAD_SCRIPT"),
        ('[{"seat": 0}]', "BAD_SCRIPT"),
        ('[{"seat": "0", "action": "x"}]', "BAD_SCRIPT"),
        ('[{"seat": 0, "player": 1, "action": "x"}]', "TWO_ACTORS"),
        ('[{"action": "x", "extra": 1}]', "BAD_SCRIPT"),
        ('{"actions": [], "extra": 1}', "BAD_SCRIPT"),
        ('[{"action": "capture", "card_index": -1}]', "BAD_SCRIPT"),
        (" " * (16 * 2**20 + 1), "SCRIPT_TOO_LARGE"),
    ],
)
def test_what_is_no_script_is_refused(raw: str, code: str) -> None:
    with pytest.raises(ScriptError) as caught:
        read_script(raw)
    assert caught.value.code == code


def test_a_script_for_another_game_is_refused(run_korthus: Korthus, tmp_path: Path) -> None:
    ran = run_korthus("run", "mus", "--script", script_file(tmp_path, {"game": "high_card", "actions": []}))
    assert ran.code == 1
    assert "[WRONG_SCRIPT_GAME]" in ran.err


# -- Mulle's own fields ------------------------------------------------------------------------------

MULLE = game("mulle")


def place_of(view: MulleView, base: Base, used: set[int]) -> int:
    """The first place on the table where a pile lies that is not used yet."""
    for place, pile in enumerate(view.table):
        here: Base = pile.value if pile.is_build else pile.cards[0] if len(pile.cards) == 1 else pile.cards
        if place not in used and here == base and type(here) is type(base):
            used.add(place)
            return place
    raise AssertionError(f"no {base} on the table")


def test_M51_every_legal_action_of_mulle_can_be_written_with_fields() -> None:
    """Places in hand and on the table, a declared value and a choice among ties say all there is to say."""
    table = open_table(game=MULLE, seed=3)
    bot = make_bot("random", MULLE, 3)
    seen = set()
    while table.to_act is not None:
        seat = table.to_act
        view = table.view(seat)
        assert isinstance(view, MulleView)
        choices = table.choices(seat)
        for action in choices:
            verb = type(action).__name__.lower()
            seen.add(verb)
            card_index = view.hand.index(action.card)  # type: ignore[attr-defined]  # all plays have a card
            if isinstance(action, Capture):
                used: set[int] = set()
                places = tuple(place_of(view, base, used) for base in action.piles)
                ties = [each for each in choices if isinstance(each, Capture) and each.card == action.card]
                steps = [
                    ScriptStep(action=verb, card_index=card_index, target_piles=places),
                    ScriptStep(action=verb, card_index=card_index, combo_index=ties.index(action)),
                ]
            elif isinstance(action, Build):
                place = place_of(view, action.base, set())
                steps = [
                    ScriptStep(
                        action=verb, card_index=card_index, target_piles=(place,), declared_value=action.value
                    )
                ]
            else:
                steps = [ScriptStep(action=verb, card_index=card_index)]
            for step in steps:
                meant = translate(MULLE, view, verb, step, 0)
                assert (MULLE.parse(meant) if isinstance(meant, str) else meant) == action
        table.submit(seat, bot.choose(view))
    assert seen == {"capture", "build", "trotta", "discard"}


def mulle_table() -> Table:
    return open_table(game=MULLE, seed=3)


def test_M51_a_script_of_the_document_plays() -> None:
    script = read_script(
        '[{"player": 0, "action": "discard", "card_index": 0}, {"action": "Discard", "card_index": 7}]'
    )
    table = mulle_table()
    play_script(table, script, 3)
    assert table.moves == 2


def test_M51_auto_plays_what_the_greedy_bot_would() -> None:
    table = mulle_table()
    expected = str(make_bot("greedy", MULLE, 3).choose(table.view(0)))
    play_script(table, read_script('[{"player": 0, "action": "auto"}]'), 3)
    assert table.record().actions[-1].text == expected


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ({"action": "discard"}, "STEP_REFUSED"),
        ({"action": "discard", "card_index": 8}, "STEP_REFUSED"),
        ({"action": "discard", "card_index": 0, "combo_index": 0}, "STEP_REFUSED"),
        ({"action": "trotta", "card_index": 0, "declared_value": 9}, "STEP_REFUSED"),
        ({"action": "auto", "card_index": 0}, "STEP_REFUSED"),
        ({"action": "capture", "card_index": 0, "target_piles": []}, "STEP_REFUSED"),
        ({"action": "capture", "card_index": 0, "target_piles": [99]}, "STEP_REFUSED"),
        ({"action": "capture", "card_index": 0, "target_piles": [0, 0]}, "STEP_REFUSED"),
        ({"action": "capture", "card_index": 0, "target_piles": [0], "combo_index": 1}, "STEP_REFUSED"),
        ({"action": "capture", "card_index": 0, "combo_index": 99}, "STEP_REFUSED"),
        ({"action": "build", "card_index": 0, "target_piles": [0, 1]}, "STEP_REFUSED"),
        ({"action": "build", "card_index": 0, "declared_value": 99}, "STEP_REFUSED"),
        ({"player": 1, "action": "discard", "card_index": 0}, "STEP_REFUSED"),
        ({"action": "discard KL 2", "card_index": 0}, "STEP_REFUSED"),
    ],
)
def test_M51_fields_that_do_not_fit_stop_the_script(step: dict[str, Any], code: str) -> None:
    table = mulle_table()
    with pytest.raises(ScriptError) as caught:
        play_script(table, read_script(json.dumps([step])), 3)
    assert (caught.value.code, caught.value.step) == (code, 1)
    assert table.moves == 0


def test_M51_a_build_that_is_not_allowed_is_refused_with_the_reason_of_the_rules() -> None:
    table = mulle_table()
    view = table.view(0)
    assert isinstance(view, MulleView)
    legal = {(each.card, each.base) for each in table.choices(0) if isinstance(each, Build)}
    card_index, place = next(
        (at, place)
        for at, card in enumerate(view.hand)
        for place, pile in enumerate(view.table)
        if (card, pile.cards[0]) not in legal
    )
    step = {"action": "build", "card_index": card_index, "target_piles": [place]}
    with pytest.raises(ScriptError) as caught:
        play_script(table, read_script(json.dumps([step])), 3)
    why = caught.value.params["trouble"]
    assert isinstance(why, IllegalAction)
    assert why.code in MULLE_REASONS
    with pytest.raises(InvalidAction):
        translate(MULLE, view, "capture", ScriptStep(action="capture", card_index=99), 3)
