"""The interceptor for langchain-mcp-adapters, in front of a server with FastMCP."""

import asyncio
import logging
import os
import pathlib

import langchain_interceptor
from langchain_interceptor import toon_interceptor
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools
from samples import ARGUMENTS, CONVERTED, RULES, UNCHANGED, Panicking, assert_converted
from toon_serde import Converter

UPSTREAM = {
    "transport": "stdio",
    "command": "target/gateways/fastmcp/bin/python",
    "args": ["-P", str(pathlib.Path(__file__).with_name("upstream.py"))],
    "env": dict(os.environ),
}


async def results(*interceptors):
    client = MultiServerMCPClient({"upstream": UPSTREAM}, tool_interceptors=interceptors)
    async with client.session("upstream") as session:
        called = {}
        for tool in await load_mcp_tools(session, tool_interceptors=interceptors, server_name="upstream"):
            call = {"type": "tool_call", "id": "1", "name": tool.name, "args": ARGUMENTS.get(tool.name, {})}
            called[tool.name] = await tool.ainvoke(call)
        return called


async def main():
    before = await results()
    langchain_interceptor.converter = Converter(structured="keep", host="content", **RULES)
    after = await results(toon_interceptor)
    for name, value in CONVERTED.items():
        # What the model sees is only this.
        assert_converted(after[name].content[0]["text"], value)
        assert after[name].artifact == before[name].artifact, name
    assert after["page"].artifact["structured_content"] == CONVERTED["page"]
    assert after["blocks"].content[1]["type"] == "image"

    def without_ids(message):
        return [{key: block[key] for key in block if key != "id"} for block in message.content], message.artifact, message.status

    for name in UNCHANGED:
        assert without_ids(after[name]) == without_ids(before[name]), name

    langchain_interceptor.converter = Panicking()
    logging.disable()
    after = await results(toon_interceptor)
    for name in before:
        assert without_ids(after[name]) == without_ids(before[name]), name


asyncio.run(main())
