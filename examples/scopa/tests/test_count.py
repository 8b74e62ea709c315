"""Points counted in another way, over whole random deals."""

from __future__ import annotations

import random
from itertools import product

from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus_scopa import Scopa, events
from korthus_scopa.cards import DECK, Card
from korthus_scopa.options import ScopaRules
from korthus_scopa.scoring import primiera

#: The published table once more, written by hand from 7 down to the court cards.
WORTH = dict(zip("7615432SCR", (21, 18, 16, 15, 14, 13, 12, 10, 10, 10), strict=True))


def best_four(cards: tuple[Card, ...]) -> int:
    """The most that four cards of four suits count, by trying them all."""
    suits = [[card for card in cards if card.endswith(suit)] for suit in "oceb"]
    return max((sum(WORTH[card[0]] for card in four) for four in product(*suits)), default=0)


def test_primiera_is_the_best_of_all_fours() -> None:
    rng = random.Random(16)
    for _ in range(300):
        some = tuple(rng.sample(DECK, rng.randrange(41)))
        assert primiera(some) == best_four(some)


def test_a_deal_follows_from_its_events_alone() -> None:
    """Who only hears what is said at the table knows where all forty cards went and what they scored."""
    for preset in ScopaRules.presets:
        for seed in range(12):
            _listen(Scopa(ScopaRules.make(preset)), f"{preset} {seed}")


def _listen(game: Scopa, seed: str) -> None:
    chance, rng = FairChance.seeded(seed), random.Random(seed)
    state = game.new()
    table: list[Card] = []
    piles: tuple[list[Card], list[Card]] = ([], [])
    scope, totals = [0, 0], [0, 0]
    while (actor := game.to_act(state)) is not None:
        action = game.draw(state, chance) if actor == CHANCE else rng.choice(game.legal_actions(state))
        state, told = game.apply(state, action)
        for event in told:
            match event:
                case events.DealStarted(table=laid):
                    table = list(laid)
                case events.CardLaid(card=card):
                    table.append(card)
                case events.CardsTaken(seat=seat, card=card, cards=cards):
                    table = [each for each in table if each not in cards]
                    piles[seat].extend((card, *cards))
                case events.ScopaMade(seat=seat):
                    assert not table
                    scope[seat] += 1
                case events.RestTaken(seat=seat, cards=cards):
                    assert list(cards) == table
                    piles[seat].extend(table)
                    table = []
                case events.DealScored(totals=after):
                    assert not table
                    assert sorted((*piles[0], *piles[1])) == sorted(DECK)
                    for seat in (0, 1):
                        totals[seat] += _points(piles[seat], piles[1 - seat], game.rules.napola) + scope[seat]
                    assert tuple(totals) == after
                    piles, scope = ([], []), [0, 0]
    outcome = game.outcome(state)
    assert outcome is not None
    assert list(outcome.scores) == totals
    assert max(totals) >= game.rules.target


def _points(mine: list[Card], theirs: list[Card], with_napola: bool) -> int:
    """The points of a pile without those for scope."""
    coins = "".join(rank for rank in "1234567SCR" if rank + "o" in mine)
    row = next(size for size in range(10, -1, -1) if "1234567SCR"[:size] == coins[:size])
    return (
        (len(mine) > 20)
        + (len(coins) > 5)
        + ("7o" in mine)
        + (best_four(tuple(mine)) > best_four(tuple(theirs)))
        + (row if with_napola and row >= 3 else 0)
    )
