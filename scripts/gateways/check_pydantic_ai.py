"""The hook for pydantic-ai, with its test model, which calls every tool."""

import asyncio
import logging

import pydantic_ai_tool_call
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ToolReturnPart
from pydantic_ai.models.test import TestModel
from pydantic_ai_tool_call import toon_tool_call
from samples import CONVERTED, RULES, UNCHANGED, Panicking, assert_converted
from toon_serde import Converter
from upstream import server


async def results(**hook):
    toolset = MCPToolset(server(), tool_error_behavior="failed", **hook)
    agent = Agent(TestModel(), toolsets=[toolset])
    run = await agent.run("call all")
    parts = [part for message in run.all_messages() for part in message.parts if isinstance(part, ToolReturnPart)]
    return {part.tool_name: part for part in parts}


async def main():
    before = await results()
    pydantic_ai_tool_call.converter = Converter(**RULES)
    after = await results(process_tool_call=toon_tool_call)
    assert after.keys() == before.keys() >= {*CONVERTED, *UNCHANGED}
    for name, value in CONVERTED.items():
        if name != "blocks":
            # What the model sees.
            assert_converted(after[name].model_response_str(), value)
    assert_converted(after["blocks"].content[0], CONVERTED["blocks"])
    assert after["blocks"].content[1] == before["blocks"].content[1]
    for name in UNCHANGED:
        assert after[name].content == before[name].content, name

    pydantic_ai_tool_call.converter = Panicking()
    logging.disable()
    after = await results(process_tool_call=toon_tool_call)
    for name in before:
        assert after[name].content == before[name].content, name


asyncio.run(main())
