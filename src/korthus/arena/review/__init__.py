"""A finished game looked back on: what each decision cost, how the prospects went, what was luck."""
