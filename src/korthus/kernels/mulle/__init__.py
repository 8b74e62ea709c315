"""Mulle compiled: ``kernel`` has the verbs, the other files what they are made of."""
