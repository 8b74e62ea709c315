"""Mus for two: grande, chica, pares, juego or punto. The rules in prose are in RULES.md."""
