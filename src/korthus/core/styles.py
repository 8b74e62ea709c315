"""What the parts of a text are, for every face to give them a look of its own."""

from __future__ import annotations

from enum import StrEnum


class Style(StrEnum):
    """What a part of a text is."""

    #: The title of what follows.
    HEADING = "heading"
    #: What the eye should find first: whose turn it is, a total, a mulle.
    STRONG = "strong"
    #: What is said by the way.
    SOFT = "soft"
    #: The number of an entry in a list.
    NUMBER = "number"
    #: What something is called, or a value that somebody set.
    NAME = "name"
    #: One card, as it is read; inside it the style of its suit, if it has one of the four.
    CARD = "card"
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    #: As it should be: a bid that was kept, a record that is right.
    GOOD = "good"
    #: As it should not be, or dangerous: a bid that was missed, an órdago.
    BAD = "bad"
    #: A band of a plot.
    PLOT = "plot"
    #: Why something cannot be done.
    REFUSED = "refused"
    #: Of use in a terminal only: what is typed there, and what its signs mean. Other faces leave it out.
    TERMINAL = "terminal"
