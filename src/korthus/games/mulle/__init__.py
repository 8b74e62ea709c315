"""Mulle: a Swedish fishing game for two, with two decks. ``RULES.md`` tells how it is played."""
