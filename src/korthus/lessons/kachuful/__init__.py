"""What a person learns first about Kachuful."""
