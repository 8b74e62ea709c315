"""A lance of Mus solved at the table, for the score and the words that are there."""
