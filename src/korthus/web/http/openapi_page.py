"""The HTTP interface as a page: plain HTML made here, so that nothing comes from another host."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin


class SchemaPage(OpenAPIRenderPlugin):
    """Every request that the server takes, with what it expects and gives."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        info = openapi_schema["info"]
        parts = [
            "<!doctype html><html lang=en><meta charset=utf-8>",
            "<meta name=viewport content='width=device-width, initial-scale=1'>",
            f"<title>{escape(info['title'])}</title>",
            f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>",
            f"<p>{escape(info.get('description', ''))}",
            "<p><a href='/schema/openapi.json'>openapi.json</a>",
        ]
        for path, item in sorted(openapi_schema["paths"].items()):
            for method, operation in item.items():
                if method in ("get", "post"):
                    parts += _operation(path, method, operation)
        return "\n".join(parts).encode()


def _operation(path: str, method: str, operation: dict[str, Any]) -> list[str]:
    parts = [f"<h2>{method.upper()} {escape(path)}</h2>", f"<p>{escape(operation.get('description', ''))}"]
    fields = [f"{each['name']} ({each['in']})" for each in operation.get("parameters", ())]
    if fields:
        parts.append(f"<p>Parameters: {escape(', '.join(fields))}")
    body = _reference(operation.get("requestBody", {}))
    if body:
        parts.append(f"<p>Body: <code>{escape(body)}</code>")
    for status, response in sorted(operation.get("responses", {}).items()):
        parts.append(
            f"<p>{escape(status)}: {escape(_reference(response) or response.get('description', ''))}"
        )
    return parts


def _reference(holder: dict[str, Any]) -> str:
    """The name of the struct that a body has."""
    for content in holder.get("content", {}).values():
        schema = content.get("schema", {})
        name: str = schema.get("$ref") or schema.get("items", {}).get("$ref", "")
        if name:
            return name.rpartition("/")[2]
    return ""
