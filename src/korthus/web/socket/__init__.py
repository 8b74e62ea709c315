"""The WebSocket side: messages, their order, and the protocol below them."""
