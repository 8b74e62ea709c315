"""What Mus brings to the arena: its players as strategies that can be judged exactly."""
