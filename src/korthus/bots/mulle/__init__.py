"""The players of Mulle, and how they think: policy, search, the last rond and reasons."""
