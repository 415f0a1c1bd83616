"""A server with results of all kinds. With a port, it serves HTTP, otherwise standard input and output."""

import base64
import json
import sys

from fastmcp import FastMCP
from fastmcp.tools import ToolResult
from mcp.types import ImageContent, TextContent
from pydantic import BaseModel
from samples import NESTED, PAGE, ROWS

PIXEL = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()


class Row(BaseModel):
    id: int
    name: str
    ratio: float
    active: bool


class Page(BaseModel):
    total: int
    next: str | None
    rows: list[Row]


def server():
    upstream = FastMCP("upstream")

    @upstream.tool
    def list_rows() -> list[dict]:
        return ROWS

    @upstream.tool
    def page() -> dict:
        return PAGE

    @upstream.tool
    def model() -> Page:
        return Page.model_validate(PAGE)

    @upstream.tool
    def json_text() -> str:
        return json.dumps(PAGE, indent=2)

    @upstream.tool(output_schema=None)
    def blocks() -> ToolResult:
        image = ImageContent(type="image", data=PIXEL, mime_type="image/png")
        return ToolResult(content=[TextContent(type="text", text=json.dumps(ROWS)), image])

    @upstream.tool(output_schema=None)
    def structured_only() -> ToolResult:
        return ToolResult(content=[], structured_content=PAGE)

    @upstream.tool(meta={"ui": {"resourceUri": "ui://page"}})
    def chart() -> dict:
        return PAGE

    @upstream.tool
    def words() -> str:
        return "Nothing was found, so nothing is shown. " * 5

    @upstream.tool
    def small() -> dict:
        return {"ok": True}

    @upstream.tool
    def nested() -> dict:
        return NESTED

    @upstream.tool(output_schema=None)
    def image() -> ToolResult:
        return ToolResult(content=[ImageContent(type="image", data=PIXEL, mime_type="image/png")])

    @upstream.tool
    def failing() -> dict:
        raise ValueError(json.dumps(ROWS))

    @upstream.tool
    def read_file(path: str) -> str:
        return json.dumps({"path": path, "rows": ROWS}, indent=2)

    @upstream.tool
    def secret_rows() -> list[dict]:
        return ROWS

    return upstream


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server().run(transport="http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False)
    else:
        server().run(show_banner=False)
