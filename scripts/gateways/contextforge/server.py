"""A server whose tools return results of every kind: server.py PORT"""

import base64
import json
import sys

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.tools import ToolResult
from fastmcp.utilities.types import Image
from mcp.types import EmbeddedResource, TextContent, TextResourceContents
from pydantic import BaseModel

ROWS = [
    {"id": number, "name": f"user {number}", "email": f"user{number}@example.com", "active": number % 3 > 0}
    for number in range(40)
]
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

server = FastMCP("kinds")


class User(BaseModel):
    id: int
    name: str
    email: str
    active: bool


class Page(BaseModel):
    total: int
    users: list[User]


@server.tool
def words() -> str:
    return "Plain words. " * 20


@server.tool
def json_text() -> str:
    return json.dumps(ROWS, indent=2)


@server.tool
def dictionary() -> dict:
    return {"total": 40, "users": ROWS}


@server.tool
def rows() -> list[dict]:
    return ROWS


@server.tool
def model() -> Page:
    return Page(total=40, users=ROWS)


@server.tool
def blocks():
    resource = TextResourceContents(uri="data://rows", mimeType="application/json", text=json.dumps(ROWS))
    return ToolResult(
        content=[
            TextContent(type="text", text="Two pages:"),
            TextContent(type="text", text=json.dumps(ROWS[:20]), _meta={"page": 1}),
            TextContent(type="text", text=json.dumps(ROWS[20:]), annotations={"audience": ["user"], "priority": 0.5}),
            EmbeddedResource(type="resource", resource=resource),
        ]
    )


@server.tool
def image() -> Image:
    return Image(data=PIXEL, format="png")


@server.tool
def failure() -> str:
    raise ToolError(json.dumps(ROWS))


@server.tool
def structured_only():
    return ToolResult(content=[], structured_content={"users": ROWS})


# Results that must not change.


@server.tool
def private_rows() -> list[dict]:
    return ROWS


@server.tool
def read_file() -> str:
    return json.dumps(ROWS)


@server.tool
def load(path: str) -> str:
    return json.dumps(ROWS)


@server.tool
def raises() -> list[dict]:
    return ROWS


@server.tool
def orders() -> list[dict]:
    """Of data such as this, TOON takes more tokens than JSON."""
    return [{"id": n, "a": {"b": [{"c": {"d": [n, {"e": n}]}}, {"f": [[n], [n, [n]]]}]}} for n in range(40)]


if __name__ == "__main__":
    server.run("http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False)
