"""A plug-in for MCP gateways that sends JSON results of tools as TOON."""

from cpex_toon_encoder.toon_encoder import ToonEncoderPlugin

__all__ = ["ToonEncoderPlugin"]
