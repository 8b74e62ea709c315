"""What a browser is sent: the page's files, put together, compressed and named by what is in them."""
