"""The table in a browser: HTTP, WebSockets, storage and the page. ``docs/web.md`` describes the protocol."""
