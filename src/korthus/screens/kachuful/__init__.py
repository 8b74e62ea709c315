"""How Kachuful reads."""
