"""The players of Eight Cards, and how they think: placements, values and plans."""
