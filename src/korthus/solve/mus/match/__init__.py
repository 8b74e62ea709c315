"""A hand of Mus solved for the match: any score, and amounts that one seat says beyond the usual ones."""
