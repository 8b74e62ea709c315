"""Worlds that a Kachuful seat imagines come up as often as what the others did speaks for them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from korthus.bots.kachuful import belief
from korthus.bots.kachuful.belief import imagine
from korthus.bots.kachuful.explain import ALIKE, BELIEFS, fit, retell
from korthus.bots.kachuful.players import RulesBot
from korthus.bots.kachuful.together import SLOTS, _recall
from korthus.bots.kachuful.worlds import FIT, LACKS, NEED, READS, UNSEEN, VIEW_SIZE, WORLDS, pack_view
from korthus.core.cards import Card
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.kachuful import Kachuful, KachufulRules, KachufulView, Phase
from korthus.kernels.kachuful.convert import _bits
from korthus.kernels.kachuful.layout import Packed

#: Three seats and all cards but one dealt: with two cards left in each hand, few deals are possible.
GAME = Kachuful(KachufulRules.make(None, start_cards=17))
SEATS = 3
#: Three seats and few cards, of which four are dealt to nobody.
_FEW = "C2 C6 C8 CA D3 D7 D9 DK H4 H5 H8 HJ HQ S2 S6 S9 SJ SQ SA"
ROOMY = Kachuful(KachufulRules.make(None, deck=tuple(Card[card] for card in _FEW.split()), start_cards=5))


def late_views(seed: int, sensible: float = 0.8, game: Kachuful = GAME) -> list[KachufulView]:
    """What seats see with two cards left, in a round of players who do what is sensible with this chance."""
    state, chance, luck = game.new(SEATS), FairChance.seeded(seed), random.Random(seed)
    bot, views = RulesBot(game, luck), []
    while state.round == 1:
        seat = game.to_act(state)
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
            continue
        assert seat is not None
        view = game.view(state, seat)
        if view.phase is Phase.PLAY and len(view.hand) == 2:
            views.append(view)
        action = bot.choose(view) if luck.random() < sensible else luck.choice(game.choices(view))
        state = game.apply(state, action).state  # type: ignore[arg-type]  # a bot of this game
    return views


def by_hand(packed: Packed, seat: int, belief: float) -> dict[tuple[int, ...], float]:
    """Every deal that the view allows, with its chance: the weights that the acts of the seats give it."""
    unseen = [1 << place for place in range(64) if int(packed[UNSEEN]) >> place & 1]
    others = [other for other in range(SEATS) if other != seat]
    one, two = others
    told, chances = retell(packed), {}
    for first in combinations(unseen, int(packed[NEED + one])):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, int(packed[NEED + two])):
            hands = {one: sum(first), two: sum(second)}
            if all(hand & int(packed[LACKS + other]) == 0 for other, hand in hands.items()):
                weight = sum(fit(packed, told, other, hand, -np.inf) for other, hand in hands.items())
                chances[sum(first), sum(second)] = float(np.exp(belief * weight))
    total = sum(chances.values())
    return {deal: chance / total for deal, chance in chances.items()}


@pytest.mark.parametrize(("game", "least_chance"), [(GAME, 2.0), (GAME, 0.0), (ROOMY, 0.0)])
@pytest.mark.parametrize("reads", [True, False])
@pytest.mark.parametrize(("seed", "sensible"), [(1, 0.2), (2, 1.0)])
def test_worlds_come_up_in_proportion_to_how_well_they_explain_what_was_seen(
    game: Kachuful,
    least_chance: float,
    seed: int,
    sensible: float,
    reads: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By worlds as a whole, where no chance is enough, and by hands found for each seat apart."""
    monkeypatch.setattr(belief, "_ROOMY", least_chance)
    told, number = Counter[bool](), 16_000
    for view in late_views(seed, sensible, game):
        assert view.seat is not None
        packed = pack_view(game, view, random.Random(1))
        full = imagine(packed, number, 7, reads=reads)
        believed = bool(full[FIT] >= ALIKE)
        # Who speaks for the others is part of what was imagined: the sensible seat, or the learnt one.
        exact = by_hand(full[:VIEW_SIZE], view.seat, BELIEFS[-1] if believed else 1.0)
        worlds = full[VIEW_SIZE:].reshape(int(full[WORLDS]), SEATS)
        others = [other for other in range(SEATS) if other != view.seat]
        drawn = Counter(map(tuple, worlds[:, others].tolist()))
        assert set(drawn) <= set(exact)
        for deal, chance in exact.items():
            # Worlds that come from one draw stay alike for a while: the error is some times that of chance.
            error = (chance * (1 - chance) / number) ** 0.5
            assert abs(drawn[deal] / number - chance) < 8 * error + 0.003
        assert full[READS] == (reads or believed)
        told[believed] += max(exact.values()) > (1.5 if reads else 1.01) / len(exact)
    assert told[sensible == 1.0]


def test_its_own_hand_is_the_seat_s() -> None:
    view = late_views(4)[0]
    assert view.seat is not None
    full = imagine(pack_view(GAME, view, random.Random(1)), 500, 3)
    worlds = full[VIEW_SIZE:].reshape(500, SEATS)
    assert set(worlds[:, view.seat].tolist()) == {_bits(view.hand)}


def test_what_is_remembered_of_a_hand_is_what_weighing_it_says() -> None:
    asked = 0
    for view in late_views(1, 0.2):
        packed = pack_view(GAME, view, random.Random(1))
        told, room = retell(packed), (SEATS, 1 << SLOTS)
        memory = (np.zeros(room, dtype=np.int64), np.zeros(room), np.zeros(room, dtype=np.bool_))
        unseen = [1 << place for place in range(64) if int(packed[UNSEEN]) >> place & 1]
        for who in (seat for seat in range(SEATS) if seat != view.seat):
            for cards in combinations(unseen, int(packed[NEED + who])):
                exact = fit(packed, told, who, sum(cards), -np.inf)
                for least in (exact / 2 + 0.5, exact, exact / 2 + 0.5, -np.inf):
                    found = _recall(packed, told, who, sum(cards), least, memory)
                    assert found == exact or exact <= found < least
                asked += 1
    assert asked > 20
