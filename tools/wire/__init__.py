"""The types of what the server sends of a game, for the checker of the page's scripts."""
