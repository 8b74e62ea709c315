"""How a game reads that brings no screen: drawn from its description, told in words made from its types."""
