"""Tables being served: rooms, who sits in them, and who keeps them going."""
