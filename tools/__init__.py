"""What the house is made with, and what does not go into the wheel."""
