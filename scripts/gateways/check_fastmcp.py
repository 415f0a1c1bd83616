"""The middleware for FastMCP in a server, with FastMCP's client."""

import asyncio
import logging

import fastmcp_middleware
from fastmcp import Client
from fastmcp_middleware import ToonMiddleware
from samples import ARGUMENTS, CONVERTED, PAGE, RULES, UNCHANGED, Panicking, assert_converted
from upstream import server


async def results(*middleware):
    upstream = server()
    for each in middleware:
        upstream.add_middleware(each)
    async with Client(upstream) as client:
        tools = {tool.name: tool for tool in await client.list_tools()}
        called = {}
        for name in tools:
            called[name] = await client.call_tool(name, ARGUMENTS.get(name), raise_on_error=False)
        return tools, called


def same(one, other):
    return (one.content, one.structured_content, one.is_error) == (other.content, other.structured_content, other.is_error)


async def main():
    tools_before, before = await results()

    tools, after = await results(ToonMiddleware(**RULES))
    for name, value in CONVERTED.items():
        assert_converted(after[name].content[0].text, value)
        assert after[name].structured_content is None, name
        assert tools[name].output_schema is None, name
        assert after[name].content[0].meta == {"toon/format": "toon"}, name
    assert_converted(after["structured_only"].content[0].text, PAGE)
    assert after["structured_only"].structured_content is None
    assert after["blocks"].content[1] == before["blocks"].content[1]
    for name in UNCHANGED:
        assert same(after[name], before[name]), name
    # User interfaces and excluded tools keep what they declare.
    for name in ["chart", "secret_rows"]:
        assert after[name].structured_content == before[name].structured_content, name
        assert tools[name].output_schema == tools_before[name].output_schema is not None, name

    # The client validates structured content.
    tools, after = await results(ToonMiddleware(structured="keep", **RULES))
    for name, value in CONVERTED.items():
        assert_converted(after[name].content[0].text, value)
    for name in tools:
        assert tools[name].output_schema == tools_before[name].output_schema, name
        if name != "json_text":
            assert after[name].structured_content == before[name].structured_content, name
    assert after["json_text"].structured_content == {"result": after["json_text"].content[0].text}
    assert after["model"].data.rows[1].name == "user 1"

    fastmcp_middleware.Converter = Panicking
    logging.disable()
    _, after = await results(ToonMiddleware(**RULES))
    for name in before:
        assert same(after[name], before[name]), name


asyncio.run(main())
