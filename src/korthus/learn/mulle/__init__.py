"""What Mulle brings to this room."""
