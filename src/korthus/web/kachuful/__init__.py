"""What this game brings to the web."""
