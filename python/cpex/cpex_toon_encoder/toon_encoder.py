"""The plug-in. What becomes of a result is decided by `toon_serde.Converter`."""

import logging
import re

from cpex.framework import Plugin, PluginConfig, ToolPostInvokePayload, ToolPostInvokeResult, ToolPreInvokeResult
from toon_serde import Converter

logger = logging.getLogger(__name__)

DEFAULTS = {
    "min_size_bytes": 100,
    "max_size_bytes": 1048576,
    "include_tools": None,
    "exclude_tools": [],
    "add_format_marker": True,
    "skip_on_error": True,
    "form": "toon",
    "structured": "keep",
    # Counting tokens would hold up the event loop for ten times as long.
    "measure": "bytes",
}


class ToonEncoderPlugin(Plugin):
    """Sends JSON results of tools as TOON, where that saves tokens."""

    def __init__(self, config: PluginConfig) -> None:
        super().__init__(config)
        options = config.config or {}
        if unknown := sorted(options.keys() - DEFAULTS.keys()):
            raise ValueError(f"unknown options {', '.join(unknown)}, expected some of {', '.join(DEFAULTS)}")
        options = DEFAULTS | options
        for key in ["include_tools", "exclude_tools"]:
            if options[key] is not None:
                options[key] = _patterns(options[key])
        # The model of a client of the gateway sees the text.
        self._converter = Converter(**options, host="content")
        self._skip_on_error = options["skip_on_error"]
        logger.info("TOON encoder: %s", options)

    async def tool_pre_invoke(self, payload, context, extensions=None) -> ToolPreInvokeResult:
        """Keeps the arguments for the result: the contents of a file that they name are not changed."""
        context.state["arguments"] = payload.args
        return ToolPreInvokeResult(continue_processing=True)

    async def tool_post_invoke(self, payload, context, extensions=None) -> ToolPostInvokeResult:
        """Replaces the result of a tool."""
        unchanged = ToolPostInvokeResult(continue_processing=True)
        tool, result = _normalized(payload.name), payload.result
        # Other calls are not counted, either.
        if not (isinstance(result, dict) and result.get("content") and self._converter.applies_to(tool)):
            return unchanged
        try:
            result, conversion = self._converter.convert_result(tool, result, context.state.get("arguments"))
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # a panic is not an `Exception`
            if not self._skip_on_error:
                raise
            logger.warning("the result of %s is not converted: %r", payload.name, error)
            return unchanged
        if not conversion["toon_encoded"]:
            if conversion["reason"].startswith("an error: "):
                logger.warning("the result of %s is not converted: %s", payload.name, conversion["reason"])
            return unchanged
        return ToolPostInvokeResult(
            modified_payload=ToolPostInvokePayload(name=payload.name, result=result),
            metadata={
                key: conversion[key] for key in ["toon_encoded", "bytes_saved", "savings_percent", "conversion_time_ms"]
            },
        )

    def get_stats(self) -> dict[str, int | float]:
        """What has been saved so far."""
        return self._converter.get_stats()


def _normalized(name: str) -> str:
    """A name as servers spell it: the gateway's have hyphens, and no capitals."""
    return name.lower().replace("-", "_")


def _patterns(patterns: list[str]) -> list[str]:
    """Globs of normalized names, which also match after the prefix that the gateway adds."""
    if not (isinstance(patterns, list) and all(isinstance(pattern, str) for pattern in patterns)):
        raise ValueError(f"expected a list of names of tools, found {patterns!r}")
    # A hyphen in brackets is a range.
    parts = [re.split(r"(\[.*?\])", pattern.lower()) for pattern in patterns]
    names = ["".join(part if part.startswith("[") else part.replace("-", "_") for part in pattern) for pattern in parts]
    return names + [f"*_{name}" for name in names]
