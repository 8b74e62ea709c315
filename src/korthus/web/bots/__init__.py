"""Computer players of the server, in processes of their own, and the lines before them."""
