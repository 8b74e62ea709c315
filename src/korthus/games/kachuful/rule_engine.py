"""The document's ``RuleEngine``: the pure rules under one name, in snake case and in its own camelCase."""
# ruff: noqa: N815 - the camelCase names are the document's own, kept for programs written against it

from __future__ import annotations

from korthus.games.kachuful import rules


class RuleEngine:
    """All rules as static methods; see ``korthus.games.kachuful.rules`` for what each promises.

    >>> RuleEngine.calculate_score(3, 3, "medium"), RuleEngine.calculateScore(3, 3, "medium")
    (30, 30)
    """

    calculate_score = calculateScore = staticmethod(rules.calculate_score)
    validate_bids = validateBids = staticmethod(rules.validate_bids)
    legal_bids = legalBids = staticmethod(rules.legal_bids)
    validate_results = validateResults = staticmethod(rules.validate_results)
    get_trump_suit = getTrumpSuit = staticmethod(rules.get_trump_suit)
    get_cards_dealt = getCardsDealt = staticmethod(rules.get_cards_dealt)
    get_dealer_index = getDealerIndex = staticmethod(rules.get_dealer_index)
    get_bidding_order = getBiddingOrder = staticmethod(rules.get_bidding_order)
    get_trick_winner = getTrickWinner = staticmethod(rules.get_trick_winner)
    is_game_complete = isGameComplete = staticmethod(rules.is_game_complete)
    get_winners = getWinners = staticmethod(rules.get_winners)
    get_winner = getWinner = staticmethod(rules.get_winner)
