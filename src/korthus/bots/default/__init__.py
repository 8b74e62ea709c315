"""Players for any game that brings none of its own: search on its rules."""
