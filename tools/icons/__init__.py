"""The icons of the page as pictures, for home screens and launchers."""
