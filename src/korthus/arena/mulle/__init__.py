"""What Mulle brings to the arena: its own way of writing scripts."""
