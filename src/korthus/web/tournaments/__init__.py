"""Tournaments among friends: everybody meets everybody, and all tables of a round play the same cards."""
