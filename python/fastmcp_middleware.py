"""Converts the results of tools in a FastMCP server or proxy: `server.add_middleware(ToonMiddleware())`."""

import asyncio
import logging

from fastmcp.server.middleware import Middleware
from fastmcp.tools import ToolResult
from mcp.types import CallToolResult
from toon_serde import Converter

logger = logging.getLogger(__name__)


class ToonMiddleware(Middleware):
    """Takes the rules of `toon_serde.Converter`. Unless they include `structured="keep"`, a text also replaces
    `structuredContent`, and tools no longer declare schemas, which would require it."""

    def __init__(self, **rules):
        self.converter = Converter(**rules)
        self.keeping = Converter(**rules | {"structured": "keep"})
        self.keeps_all = rules.get("structured") == "keep"

    async def on_list_tools(self, context, call_next):
        tools = await call_next(context)
        return [tool if self.keeps(tool) else tool.model_copy(update={"output_schema": None}) for tool in tools]

    async def on_call_tool(self, context, call_next):
        result = await call_next(context)
        if not isinstance(result, ToolResult):  # such as a task
            return result
        name, arguments = context.message.name, context.message.arguments
        converter = self.converter
        if result.structured_content is not None:
            try:
                tool = await context.fastmcp_context.fastmcp.get_tool(name)
                converter = self.keeping if tool is None or self.keeps(tool) else converter
            except Exception:
                logger.exception("the definition of %s is unknown", name)
                converter = self.keeping
        # In a thread, without Python's lock: counting the tokens of 100 kB takes 13 to 26 ms.
        return await asyncio.to_thread(converted, converter, name, arguments, result)

    def keeps(self, tool):
        """Whether results keep their `structuredContent`, which user interfaces of tools read."""
        meta = tool.meta or {}
        has_ui = any(key in meta for key in ["ui", "ui/resourceUri", "openai/outputTemplate"])
        return self.keeps_all or has_ui or not self.converter.applies_to(tool.name)


def converted(converter, name, arguments, result):
    """The converted result, or the original if an error occurs, including a panic in Rust."""
    try:
        content = [block.model_dump(mode="json", by_alias=True, exclude_none=True) for block in result.content]
        before = {"content": content, "isError": result.is_error}
        if result.structured_content is not None:
            before["structuredContent"] = result.structured_content
        after, _ = converter.convert_result(name, before, arguments)
        if after is before:
            return result
        content = CallToolResult.model_validate({"content": after["content"]}).content
        return result.model_copy(update={"content": content, "structured_content": after.get("structuredContent")})
    except (KeyboardInterrupt, SystemExit, asyncio.CancelledError):
        raise
    except BaseException:
        logger.exception("the result of %s stays unchanged", name)
        return result
