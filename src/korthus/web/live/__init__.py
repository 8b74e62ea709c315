"""Live tables: who sits at them, and who keeps them going."""
