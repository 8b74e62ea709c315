"""What Kachuful brings to the arena: the scale of its reviews."""
