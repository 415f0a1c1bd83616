"""The Python SDK: python python.py PROGRAM|URL legacy|2026-07-28"""

import asyncio
import faulthandler
import json
import os
import sys

import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

TOOLS = ["toon_decode", "toon_encode", "toon_ping", "toon_stats", "toon_validate"]
DATA = [{"name": "Ada", "id": 1}, {"name": "Bob", "id": 2}]
TOON = "[2]{name,id}:\n  Ada,1\n  Bob,2"


def first(result):
    """The text of the only content block, and its marker."""
    (block,) = result.content
    return block.text, (block.meta or {}).get("toon/format")


async def check(client):
    tools = (await client.list_tools()).tools
    assert sorted(tool.name for tool in tools) == TOOLS
    assert all(tool.annotations.read_only_hint and tool.annotations.idempotent_hint for tool in tools)

    assert first(await client.call_tool("toon_encode", {"json": DATA})) == (TOON, "toon")
    nested = {"json": json.dumps(DATA), "options": {"delimiter": "pipe"}}
    piped = TOON.replace(",", "|").replace("[2]", "[2|]")
    assert first(await client.call_tool("toon_encode", nested)) == (piped, "toon")
    text, marker = first(await client.call_tool("toon_decode", {"toon": TOON}))
    assert (text, marker) == (json.dumps(DATA, separators=(",", ":")), "json")

    invalid = await client.call_tool("toon_validate", {"toon": "items[3]: a,b"})
    assert invalid.structured_content["valid"] is False
    assert json.loads(first(invalid)[0]) == invalid.structured_content

    stats = (await client.call_tool("toon_stats", {"json": DATA})).structured_content
    assert stats["toon"]["bytes"] == len(TOON)

    assert first(await client.call_tool("toon_ping", {}))[0] == "pong - toon-mcp server is running"

    # SEP-1303: what is wrong with arguments is a result, which reaches the model.
    failed = await client.call_tool("toon_decode", {"toon": 'a: "b'})
    assert failed.is_error
    assert "at line 1, column 4: " in failed.content[0].text
    assert "\nSuggestion: " in failed.content[0].text
    assert failed.structured_content["error"]["column"] == 4

    try:
        await client.call_tool("toon_transmogrify", {})
    except MCPError as error:
        assert error.error.code == -32602
    else:
        raise AssertionError("no error")


async def main():
    server, version = sys.argv[1:]
    if server.startswith("http://"):
        headers = {"Authorization": f"Bearer {os.environ['CLIENT_TOKEN']}"}
        # The default of 5 s is too short on a busy machine.
        http = httpx2.AsyncClient(headers=headers, timeout=60)
        target = streamable_http_client(server, http_client=http)
    else:
        target = StdioServerParameters(command=server, args=["serve"])
    async with Client(target, mode=version) as client:
        if version != "legacy":
            assert client.protocol_version == version
        await check(client)
    print("ok")


# Shows where it hangs before the test ends it.
faulthandler.dump_traceback_later(100)
asyncio.run(main())
