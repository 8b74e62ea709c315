"""The colours of the house as a browser reads them."""
