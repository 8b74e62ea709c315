"""The inner classes of uvicorn and websockets that the server builds on are still what it takes them for.

They are nobody's promise, so ``pyproject.toml`` bounds both libraries from above. Whoever raises a bound
hears here, and not from a server that is wide open, what has changed.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.protocol import Protocol

#: What is called, overridden or set, by class; ``self.x`` is looked for in the source of ``__init__``.
USED: dict[type, tuple[str, ...]] = {
    HttpToolsProtocol: (
        "connection_made",
        "connection_lost",
        "data_received",
        "resume_writing",
        "on_message_begin",
        "on_url",
        "on_header",
        "on_headers_complete",
        "on_body",
        "on_message_complete",
        "handle_websocket_upgrade",
        "_should_upgrade",
        "_unset_keepalive_if_required",
        "self.parser",
        "self.pipeline",
        "self.cycle",
        "self.client",
        "self.flow",
        "self.transport",
        "self.loop",
        "self.config",
    ),
    RequestResponseCycle: (
        "self.response_started",
        "self.response_complete",
        "self.disconnected",
        "self.keep_alive",
        "self.message_event",
    ),
    FlowControl: ("self.read_paused",),
    WebSocketsSansIOProtocol: (
        "connection_lost",
        "data_received",
        "resume_writing",
        "send_receive_event_to_app",
        "handle_cont",
        "handle_ping",
        "handle_pong",
        "handle_parser_exception",
        "send",
        "shutdown",
        "self.conn",
        "self.frames",
        "self.queue",
        "self.curr_msg_data_type",
        "self.writable",
        "self.disconnected",
        "self.close_sent",
        "self.handshake_complete",
        "self.transport",
        "self.client",
        "self.loop",
        "self.config",
    ),
    ServerState: ("self.connections",),
    uvicorn.Server: ("startup", "shutdown", "self.started", "self.server_state"),
    Protocol: ("fail", "data_to_send", "self.close_sent"),
}


@pytest.mark.parametrize(
    ("owner", "name"), [(owner, name) for owner, names in USED.items() for name in names]
)
def test_an_inner_name_is_still_there(owner: type, name: str) -> None:
    if name.startswith("self."):
        found = re.search(
            rf"{re.escape(name)}\b\s*(:|=)", inspect.getsource(inspect.getattr_static(owner, "__init__"))
        )
    else:
        found = getattr(owner, name, None)
    assert found, (
        f"{owner.__module__}.{owner.__qualname__} has no {name.removeprefix('self.')} any more, which "
        "korthus.web.http.protocol, web.socket.protocol or web.run builds on: see what became of it"
    )


@pytest.mark.parametrize("library", ["uvicorn", "websockets"])
def test_a_library_whose_inside_is_used_is_bounded_from_above(library: str) -> None:
    house = Path(__file__).parents[2] / "packages" / "house" / "pyproject.toml"
    project = tomllib.loads(house.read_text(encoding="utf-8"))["project"]
    wanted = [each for each in project["dependencies"] if re.match(rf"{library}\b", each)]
    assert len(wanted) == 1
    assert re.search(r"<\d", wanted[0]), (
        f"{wanted[0]} may become any later version, whose inside is not known"
    )
