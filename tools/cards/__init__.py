"""The decks, drawn by code: sheets of SVG symbols in which every card is a few flat shapes.

A card is 252 by 352 (63 by 88, four units to the millimetre). Colours are custom properties of the page, so
that two-colour, four-colour, dark and light are a matter of a class on the root element. ``python -m
tools.cards`` writes the files that the page loads.
"""
