"""Converts the results of MCP tools in the proxy of LiteLLM, as a guardrail with `mode: post_mcp_call`.

Not `async_post_mcp_tool_call_hook`, which turns results with `structuredContent` into errors.
"""

import asyncio
import logging

from litellm.integrations.custom_guardrail import CustomGuardrail
from toon_serde import Converter

logger = logging.getLogger(__name__)


class ToonGuardrail(CustomGuardrail):
    """Takes the rules of `toon_serde.Converter` as `converter`, since LiteLLM has its own `rules`."""

    def __init__(self, converter=None, **kwargs):
        super().__init__(**kwargs)
        self.converter = Converter(**converter or {})

    async def apply_guardrail(self, inputs, request_data, input_type, logging_obj=None):
        call = request_data.get("mcp_tool_call_metadata") or request_data
        if input_type != "response" or not inputs.get("texts") or not isinstance(call.get("name"), str):
            return inputs
        # In a thread, without Python's lock: counting the tokens of 100 kB takes 13 to 26 ms.
        texts = await asyncio.to_thread(self.converted, call["name"], call.get("arguments"), inputs["texts"])
        return {**inputs, "texts": texts}

    def converted(self, name, arguments, texts):
        """The converted texts, or the originals if an error occurs, including a panic in Rust."""
        try:
            # The texts of content blocks, then, if there is structured content, its strings, keys and numbers. A
            # change of keys would fail the call, and only strings that repeat the text, `{"result": …}`, should
            # change. Keys are not JSON: if the last text is, all are content blocks.
            if (last := self.convert(name, arguments, texts[-1])) != texts[-1]:
                return [self.convert(name, arguments, text) for text in texts[:-1]] + [last]
            first = self.convert(name, arguments, texts[0])
            return [first if text == texts[0] else text for text in texts]
        except (KeyboardInterrupt, SystemExit, asyncio.CancelledError):
            raise
        except BaseException:
            logger.exception("the result of %s stays unchanged", name)
            return texts

    def convert(self, name, arguments, text):
        result = {"content": [{"type": "text", "text": text}]}
        return self.converter.convert_result(name, result, arguments)[0]["content"][0]["text"]
