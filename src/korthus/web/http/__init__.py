"""The HTTP side: what is asked and answered, and the bounds on it."""
