"""Cards, protocol, events, errors and chance: what all rooms of the house stand on."""
