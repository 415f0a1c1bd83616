"""Converts the results of tools for pydantic-ai: `MCPToolset(…, process_tool_call=toon_tool_call)`."""

import asyncio
import json
import logging

from toon_serde import Converter

logger = logging.getLogger(__name__)
converter = Converter()


async def toon_tool_call(context, call_tool, name, arguments):
    value = await call_tool(name, arguments)
    # In a thread, without Python's lock: counting the tokens of 100 kB takes 13 to 26 ms.
    return await asyncio.to_thread(converted, name, arguments, value)


def converted(name, arguments, value):
    """The converted value, or the original if an error occurs, including a panic in Rust."""
    try:
        if isinstance(value, list) and not all(isinstance(item, str | int | float | dict | list | None) for item in value):
            return [converted(name, arguments, item) for item in value]  # images beside texts
        if not isinstance(value, str | dict | list):
            return value
        # The model would see compact JSON, and a string as it is.
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        before = {"content": [{"type": "text", "text": text}]}
        after, _ = converter.convert_result(name, before, arguments)
        return value if after is before else after["content"][0]["text"]
    except (KeyboardInterrupt, SystemExit, asyncio.CancelledError):
        raise
    except BaseException:
        logger.exception("the result of %s stays unchanged", name)
        return value
