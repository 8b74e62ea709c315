"""How Mulle reads."""
