"""News between the servers of one PostgreSQL database, by LISTEN and NOTIFY."""

from __future__ import annotations


class Wake:
    def tell_presence(self, code: str, seat: int | None, count: int) -> None: ...
