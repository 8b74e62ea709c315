"""What Eight Cards brings to the arena: the scale of its reviews."""
