"""Mus as numbers: ``encoding`` from views, ``compiled`` the same from packed states."""
