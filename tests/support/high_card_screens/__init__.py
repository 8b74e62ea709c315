"""What high card brings to the room of screens."""
