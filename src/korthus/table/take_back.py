"""What may be taken back in a game that counts: an action from which its seat learnt nothing.

Whoever takes back decides anew, so nothing that came to light by the first try may help with the second: no
deal, nobody's answer, and no event that the cards of the others had a say in, told to all or not. Each event
says for itself whether the seat that caused it could foresee it (``Event.foreseen_by``); one that does not
say so could not be foreseen. ``korthus.testing`` plays the same action in other worlds that the seat could
not tell apart, and finds an event that claims too much.
"""

from __future__ import annotations

from collections.abc import Sequence

from korthus.core.protocol import Event


def reveals(events: Sequence[Event], seat: int) -> bool:
    """Whether an action of a seat, by the events it caused, told anybody something hidden.

    An event for another seat alone counts too: nobody can vouch for what that seat does with it.
    """
    return any(event.audience not in (None, seat) or not event.foreseen_by(seat) for event in events)
