"""Mulle as numbers for learners."""
