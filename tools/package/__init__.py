"""The package as it is given to others: built, installed into a fresh environment, and played."""
