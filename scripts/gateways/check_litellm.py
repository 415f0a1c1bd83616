"""The guardrail for LiteLLM, called through LiteLLM's translation of results."""

import asyncio
import json
import logging

import litellm_guardrail
from litellm.proxy._experimental.mcp_server.guardrail_translation.handler import MCPGuardrailTranslationHandler
from litellm_guardrail import ToonGuardrail
from mcp.types import CallToolResult
from samples import NESTED, PAGE, ROWS, RULES, Panicking, assert_converted

IMAGE = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
WORDS = "Nothing was found, so nothing is shown. " * 5


def result_of(*content, structured=None):
    content = [block if isinstance(block, dict) else {"type": "text", "text": block} for block in content]
    return CallToolResult.model_validate({"content": content, "structuredContent": structured})


async def guarded(name, result, arguments=None, in_metadata=True):
    guardrail = ToonGuardrail(converter=RULES, guardrail_name="toon", event_hook="post_mcp_call", default_on=True)
    call = {"name": name, "arguments": arguments or {}}
    return await MCPGuardrailTranslationHandler().process_output_response(
        response=result.model_copy(deep=True),
        guardrail_to_apply=guardrail,
        request_data={"mcp_tool_call_metadata": call} if in_metadata else call,
    )


async def main():
    rows, page = json.dumps(ROWS), json.dumps(PAGE, indent=2)
    for in_metadata in [True, False]:
        result = await guarded("list_rows", result_of(rows), in_metadata=in_metadata)
        assert_converted(result.content[0].text, ROWS)

    # All blocks are converted if there is no structured content.
    result = await guarded("blocks", result_of(WORDS, IMAGE, rows, page))
    assert (result.content[0].text, result.content[1].type) == (WORDS, "image")
    assert_converted(result.content[2].text, ROWS)
    assert_converted(result.content[3].text, PAGE)

    for value, structured in [(PAGE, PAGE), (ROWS, {"result": ROWS}), (PAGE, {"text": page, page: 1})]:
        result = await guarded("page", result_of(json.dumps(value), structured=structured))
        assert_converted(result.content[0].text, value)
        assert result.structured_content == structured
    result = await guarded("json_text", result_of(page, structured={"result": page}))
    assert_converted(result.content[0].text, PAGE)
    assert result.structured_content == {"result": result.content[0].text}

    unchanged = [
        ("words", result_of(WORDS, structured={"result": WORDS})),
        ("small", result_of('{"ok":true}', structured={"ok": True})),
        ("nested", result_of(json.dumps(NESTED, separators=(",", ":")), structured=NESTED)),
        ("image", result_of(IMAGE)),
        ("empty", result_of(structured=PAGE)),
        ("read_file", result_of(rows, structured={"result": rows})),
        ("secret_rows", result_of(rows, structured={"result": ROWS})),
    ]
    for name, result in unchanged:
        assert await guarded(name, result) == result, name
    result = result_of(rows)
    assert await guarded("open", result, {"path": "package.json"}) == result

    litellm_guardrail.Converter = Panicking
    logging.disable()
    for result in [result_of(rows), result_of(page, structured={"result": page})]:
        assert await guarded("list_rows", result) == result


asyncio.run(main())
