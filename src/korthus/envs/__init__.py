"""The games as environments for learners: PettingZoo, Gymnasium, OpenSpiel, and thousands of games at once.

Every environment is a face: it shows a seat its view, as numbers, and takes one of the seat's legal actions,
as a number. ``encoding`` says what the numbers are; ``envs/<game>/`` has those of a game, and any other
game gets one made from its view's fields and its action texts.
"""
