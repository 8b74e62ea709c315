"""Lessons: short positions by which a person learns a game, played with its rules.

A lesson is data: a position in the game's notation, a goal for each move, what the others answer, and words
in every language. ``lesson`` reads them, ``goal`` judges a move, ``course`` follows a person through one.
"""
