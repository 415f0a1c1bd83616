"""Stubs of the programs that load the plug-ins: as much as the plug-ins and the README use."""

import sys
import types


class Model:
    """As much of a pydantic model as the plug-ins use."""

    def __init__(self, **fields):
        vars(self).update(fields)

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)

    def model_copy(self, *, update):
        return type(self)(**vars(self) | update)


class Block(Model):
    def model_dump(self, *, mode, by_alias, exclude_none):
        assert (mode, by_alias, exclude_none) == ("json", True, True)
        return vars(self)


class CallToolResult(Model):
    def model_dump(self, *, mode, by_alias, exclude_none):
        assert (mode, by_alias, exclude_none) == ("json", True, True)
        return vars(self) | {"content": [vars(block) for block in self.content]}

    @classmethod
    def model_validate(cls, fields):
        return cls(**fields | {"content": [Block(**block) for block in fields["content"]]})


class ToolResult(Model):
    def __init__(self, content, structured_content=None, is_error=False):
        super().__init__(content=content, structured_content=structured_content, is_error=is_error)


class CustomGuardrail:
    def __init__(self, guardrail_name=None, event_hook=None, default_on=False, **kwargs):
        self.guardrail_name = guardrail_name


class Options:
    def __init__(self, *arguments, **options):
        self.options = options


class FastMCP(Options):
    def add_middleware(self, middleware):
        self.middleware = middleware


STUBS = {
    "fastmcp": {"FastMCP": FastMCP},
    "fastmcp.server.middleware": {"Middleware": object},
    "fastmcp.tools": {"ToolResult": ToolResult},
    "mcp.types": {"CallToolResult": CallToolResult},
    "langchain_mcp_adapters.client": {"MultiServerMCPClient": Options},
    "pydantic_ai.mcp": {"MCPToolset": Options},
    "litellm.integrations.custom_guardrail": {"CustomGuardrail": CustomGuardrail},
}


def install(monkeypatch):
    for path, names in STUBS.items():
        parts = path.split(".")
        for end in range(1, len(parts) + 1):
            name = ".".join(parts[:end])
            if name not in STUBS or name == path:
                monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
        vars(sys.modules[path]).update(names)
