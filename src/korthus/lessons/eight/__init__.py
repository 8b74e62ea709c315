"""What a person learns first about Eight Cards."""
