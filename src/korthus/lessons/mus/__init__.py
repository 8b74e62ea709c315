"""What a person learns first about Mus."""
