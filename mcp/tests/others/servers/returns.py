"""A tool for each way in which a function in Python returns 20 rows: python returns.py sdk|fastmcp"""

import json
import sys
from typing import Any

from pydantic import BaseModel

if sys.argv[1] == "fastmcp":
    from fastmcp import FastMCP as Server
else:
    try:
        # Version 1 of the SDK.
        from mcp.server.fastmcp import FastMCP as Server
    except ImportError:
        from mcp.server.mcpserver import MCPServer as Server

server = Server("returns")


class Row(BaseModel):
    id: int
    name: str
    email: str
    active: bool
    score: float


class Page(BaseModel):
    items: list[Row]
    total: int


def row(i: int) -> dict[str, Any]:
    return {"id": i, "name": f"User {i}", "email": f"user{i}@example.com", "active": i % 2 == 0, "score": i * 1.5}


ROWS = [row(i) for i in range(20)]


@server.tool()
def list_of_models() -> list[Row]:
    return [Row(**row) for row in ROWS]


@server.tool()
def list_of_dicts() -> list[dict[str, Any]]:
    return ROWS


@server.tool()
def untyped_list():
    return ROWS


@server.tool()
def page_model() -> Page:
    return Page(items=[Row(**row) for row in ROWS], total=len(ROWS))


@server.tool()
def page_dict() -> dict[str, Any]:
    return {"items": ROWS, "total": len(ROWS)}


@server.tool()
def json_text() -> str:
    return json.dumps(ROWS)


@server.tool()
def prose_and_json() -> str:
    return f"Found {len(ROWS)} users:\n{json.dumps(ROWS)}"


@server.tool()
def fenced_json() -> str:
    return f"```json\n{json.dumps(ROWS)}\n```"


@server.tool()
def ndjson() -> str:
    return "\n".join(json.dumps(row) for row in ROWS)


if sys.argv[1] == "fastmcp":
    # Its banner would fill the log.
    server.run(show_banner=False)
else:
    server.run()
