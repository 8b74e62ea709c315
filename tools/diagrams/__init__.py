"""The diagrams of the rules, which the engine plays, as pictures for the docs."""
