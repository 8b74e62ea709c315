"""What Kachuful brings to this room."""
