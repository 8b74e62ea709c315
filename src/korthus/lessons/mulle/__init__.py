"""What a person learns first about Mulle."""
