"""Bodies as strangers send them: cut off, nested without end, or no text. Each is refused with a sentence."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import InternalServerException

from korthus.core.phrases import Phrase
from korthus.core.troubles import NESTED, NOT_UTF8
from korthus.web.bounds import MAX_NESTING
from korthus.web.http.refusals import bad_request

_NOT_WHOLE: Final = Phrase("serve.trouble.not_whole", "the body is not whole")


class KorthusRequest(Request[Any, Any, State]):
    """A request whose body is not trusted."""

    async def body(self) -> bytes:
        """The whole body.

        Raises:
            ServerRefusal: the client hung up before its end.
        """
        try:
            return await super().body()
        except InternalServerException:  # Litestar's word for a client that has gone
            raise bad_request(_NOT_WHOLE) from None

    async def json(self) -> Any:
        """The body, read as JSON.

        Raises:
            ServerRefusal: it is no text, or nested too deeply.
        """
        try:
            found = await super().json()
        except UnicodeError:
            raise bad_request(NOT_UTF8) from None
        except RecursionError:
            raise bad_request(NESTED) from None
        if _is_deep(found):
            raise bad_request(NESTED)
        return found


def _is_deep(value: Any) -> bool:
    """Whether something is nested more deeply than anybody needs.

    >>> _is_deep([[{"a": [1]}]]), _is_deep([[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]])
    (False, True)
    """
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_NESTING):
        if not level:
            return False
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    return bool(level)
