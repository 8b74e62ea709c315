"""Eight Cards as numbers for learners."""
