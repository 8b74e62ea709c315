"""The worked positions of the rules, MW-1 to MW-12 (complete preset; seat 0 is to move)."""

from tests.games.mulle.table import At, made, mulle, table_text

from korthus.core.cards import Card
from korthus.games.mulle.events import BuildMade, MulleTaken, TabbeScored
from korthus.games.mulle.scoring import bonus_points, total
from korthus.games.mulle.state import Score

#: Cards for the other seat, so that the rond goes on.
MORE = "; hand 1: KL K, HJ K"


def test_MW1_a_twin_is_the_only_capture() -> None:
    """Proves: M-11."""
    here = At("table: RU 9, KL 9, SP 4, HJ 5; hand: RU 9" + MORE)
    assert here.plays("capture", "RU 9") == ["RU 9"]
    state, events = here.do("capture RU 9: RU 9")
    side = state.sides[0]
    assert (side.mulles, len(side.taken), side.intake) == ((Card.D9,), 2, 0)
    assert [event.points for event in events if isinstance(event, MulleTaken)] == [9]
    assert table_text(state) == ["KL 9", "SP 4", "HJ 5"]
    assert here.refusal("capture RU 9: KL 9") == "TWIN_ONLY"


def test_MW2_the_largest_set_is_taken() -> None:
    """Proves: M-9, M-12."""
    here = At("table: KL 9, SP 4, HJ 5, RU 6, SP 3, KL 2; hand: HJ 9" + MORE)
    assert here.plays("capture", "HJ 9") == ["KL 9, RU 6, HJ 5, SP 3, SP 4"]
    state, events = here.do("capture HJ 9: KL 9, SP 4, HJ 5, RU 6, SP 3")
    assert table_text(state) == ["KL 2"]
    assert (len(state.sides[0].taken), state.sides[0].intake) == (6, 2)
    assert not any(isinstance(event, MulleTaken | TabbeScored) for event in events)
    assert here.refusal("capture HJ 9: KL 9, KL 2, SP 4, SP 3") == "MORE_TO_CAPTURE"


def test_MW3_an_ace_takes_only_a_build_of_fourteen() -> None:
    """Proves: M-10, M-16, M-21."""
    here = At("table: KL A; hand: SP K, SP A" + MORE)
    assert here.plays("capture", "SP A") == []
    assert here.refusal("capture SP A: KL A") == "BUILDS_ONLY"
    step = here.do("build SP K on KL A")
    pile = made(step)
    assert (pile.value, pile.owner, pile.locked, pile.cards) == (14, 0, False, (Card.CA, Card.SK))
    later = At("table: [14 of 0: KL A + SP K]; hand: SP A; holds 0: 14" + MORE)
    state, events = later.do("capture SP A: [14]")
    assert (len(state.sides[0].taken), state.sides[0].intake) == (3, 5)
    assert state.sides[0].mulles == ()
    assert any(isinstance(event, TabbeScored) for event in events)
    draft = At("table: [14 of 0 locked: KL A + SP K]; hand: SP A" + MORE, "draft")
    assert draft.do("capture SP A: [14]").state.sides[0].intake == 4


def test_MW4_a_build_absorbs_what_adds_up_to_it() -> None:
    """Proves: M-25, MI-14."""
    here = At("table: HJ 4, SP 5, RU 2; hand: KL 3, RU 7" + MORE)
    state, events = here.do("build KL 3 on HJ 4")
    assert table_text(state) == ["[7 of 0 locked: HJ 4 + KL 3 + SP 5 + RU 2]"]
    assert not any(isinstance(event, TabbeScored) for event in events)


def test_MW5_a_direct_match_is_absorbed_and_locks() -> None:
    """Proves: M-20, M-26, M-28."""
    here = At("table: RU 5, KL 8; hand: SP 3, HJ 8" + MORE)
    assert here.after("build SP 3 on RU 5") == ["[8 of 0 locked: RU 5 + SP 3 + KL 8]"]
    assert At("table: RU 5, KL 8; hand: SP 3, RU 2" + MORE).refusal("build SP 3 on RU 5") == "NO_RESERVATION"


def test_MW6_trotta_gathers_everything_of_its_value() -> None:
    """Proves: M-31, M-32."""
    table = "table: HJ 4, KL 4, [4 of 0: RU 2 + SP 2]; hand: "
    pile = made(At(table + "SP 4, RU 4" + MORE).do("trotta SP 4"))
    assert (pile.value, pile.owner, pile.locked, len(pile.cards)) == (4, 0, True, 5)
    assert At(table + "SP 4, RU 7" + MORE).refusal("trotta SP 4") == "CARD_RESERVED"
    theirs = At("table: HJ 4, KL 4, [4 of 1: RU 2 + SP 2]; hand: SP 4, RU 7" + MORE)
    pile = made(theirs.do("trotta SP 4"))
    assert (pile.owner, pile.locked, len(pile.cards)) == (0, True, 5)


def test_MW7_a_discard_of_the_value_feeds_and_a_reserved_card_stays() -> None:
    """Proves: M-34, M-35."""
    table = "table: [12 of 0: HJ 9 + KL 3]; hand: "
    assert At(table + "HJ Q, KL 2" + MORE).refusal("discard HJ Q") == "CARD_RESERVED"
    state, events = At(table + "HJ Q, SP Q" + MORE).do("discard HJ Q")
    assert table_text(state) == ["[12 of 0 locked: HJ 9 + KL 3 + HJ Q]"]
    assert [event.how for event in events if isinstance(event, BuildMade)] == ["feed"]


def test_MW8_total_is_mulle_tabbe_and_bonus() -> None:
    """Proves: M-15, M-38, M-39, MI-6."""
    rules = mulle().rules
    assert total(rules, [Score(9 + 14 + 5, 2, 24, bonus_points(24))]) == 38
    assert [bonus_points(intake) for intake in (0, 20, 21, 24)] == [0, 0, 2, 8]


def test_MW9_the_opponents_value_is_forbidden_or_merges() -> None:
    """Proves: MI-10."""
    text = "table: [7 of 1: KL 5 + HJ 2], HJ 3; hand: KL 4, RU 7" + MORE
    here = At(text)
    assert here.refusal("build KL 4 on HJ 3") == "OPPONENT_HAS_VALUE"
    assert here.plays("capture", "RU 7") == ["[7]"]
    assert here.after("capture RU 7: [7]") == ["HJ 3"]
    pile = made(At(text, opponent_same_value="merge").do("build KL 4 on HJ 3"))
    assert set(pile.cards) == {Card.C5, Card.H2, Card.H3, Card.C4}
    assert (pile.owner, pile.locked) == (0, True)


def test_MW10_an_open_build_can_go_up_or_down() -> None:
    """Proves: M-22, MI-11, MI-12."""
    text = "table: [6 of 1: SP 4 + RU 2]; hand: HJ 3, KL 9, KL 3" + MORE
    here = At(text)
    assert here.plays("build", "HJ 3") == ["on [6] up", "on [6] down"]
    assert here.after("build HJ 3 on [6] up") == ["[9 of 0: SP 4 + RU 2 + HJ 3]"]
    assert here.after("build HJ 3 on [6] down") == ["[3 of 0: SP 4 + RU 2 + HJ 3]"]
    assert At(text, open_build_modifiable_by="owner").refusal("build HJ 3 on [6] up") == "NOT_OWNER"


def test_MW11_two_alike_on_the_table_are_one_mulle() -> None:
    """Proves: M-14, M-61, MI-21."""
    here = At("table: KL 9, KL 9, RU 4; hand: HJ 9" + MORE)
    state, events = here.do("capture HJ 9: KL 9, KL 9")
    assert state.sides[0].mulles == (Card.C9,)
    assert [event.points for event in events if isinstance(event, MulleTaken)] == [9]
    assert len(state.sides[0].taken) == 3
    assert table_text(state) == ["RU 4"]


def test_MW12_emptying_the_table_is_a_tabbe() -> None:
    """Proves: M-36, MI-7."""
    here = At("table: KL 8; hand: HJ 8, RU 5; hand 1: SP 8, KL 2")
    state, events = here.do("capture HJ 8: KL 8")
    assert state.table == ()
    assert state.sides[0].tabbe == 1
    assert any(isinstance(event, TabbeScored) for event in events)
    assert {str(action).split()[0] for action in here.game.legal_actions(state)} == {"discard"}
