"""What Mus brings to the web: its solution, for whoever asks."""
