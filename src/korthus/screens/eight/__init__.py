"""How Eight Cards reads: its screen, and the names of poker hands."""
