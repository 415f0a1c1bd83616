"""The plug-ins, with stubs of the programs that load them. `scripts/gateways` tests them with the programs."""

import asyncio
import importlib.util
import json
import pathlib

import pytest
import stubs
from stubs import Block, CallToolResult, Model, ToolResult

import toon_serde

PYTHON = pathlib.Path(__file__).resolve().parents[1]
ROWS = [{"id": number, "name": f"user {number}", "active": True} for number in range(60)]
TEXT = json.dumps(ROWS)


@pytest.fixture
def load(monkeypatch):
    stubs.install(monkeypatch)

    def load(name):
        spec = importlib.util.spec_from_file_location(name, PYTHON / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


class Raising:
    def __init__(self, error):
        self.error = error

    def applies_to(self, tool):
        return True

    def convert_result(self, tool, result, arguments=None):
        raise self.error


class Panic(BaseException):
    """Like PyO3's `PanicException`, which is not an `Exception`."""


def text_block(text=TEXT):
    return Block(type="text", text=text)


def assert_fails_open(convert, original, caplog):
    """`convert` is called with a converter."""
    for error in [ValueError("x"), MemoryError(), Panic("x")]:
        caplog.clear()
        assert convert(Raising(error)) == original
        assert "stays unchanged" in caplog.text
    for error in [KeyboardInterrupt, SystemExit, asyncio.CancelledError]:
        with pytest.raises(error):
            convert(Raising(error()))


class Server:
    """Of FastMCP."""

    def __init__(self, **tools):
        self.tools = {name: Model(name=name, meta=meta, output_schema={}) for name, meta in tools.items()}

    async def get_tool(self, name):
        return self.tools.get(name)

    def list(self, middleware):
        async def call_next(context):
            return list(self.tools.values())

        return {tool.name: tool.output_schema for tool in asyncio.run(middleware.on_list_tools(Model(), call_next))}

    def call(self, middleware, name, result, arguments=None):
        async def call_next(context):
            return result

        message = Model(name=name, arguments=arguments)
        context = Model(message=message, fastmcp_context=Model(fastmcp=self))
        return asyncio.run(middleware.on_call_tool(context, call_next))


def test_fastmcp(load, caplog):
    module = load("fastmcp_middleware")
    server = Server(list=None, chart={"ui": {}}, secret_rows=None)
    middleware = module.ToonMiddleware(exclude_tools=["secret_*"])
    assert server.list(middleware) == {"list": None, "chart": {}, "secret_rows": {}}
    assert server.list(module.ToonMiddleware(structured="keep")) == {"list": {}, "chart": {}, "secret_rows": {}}

    result = ToolResult([text_block()], {"result": ROWS})
    converted = server.call(middleware, "list", result)
    assert toon_serde.loads(converted.content[0].text) == ROWS
    assert converted.structured_content is None
    for name in ["chart", "unknown"]:
        converted = server.call(middleware, name, result)
        assert toon_serde.loads(converted.content[0].text) == ROWS
        assert converted.structured_content == {"result": ROWS}
    assert result == ToolResult([text_block()], {"result": ROWS})

    assert server.call(middleware, "secret_rows", result) is result
    assert server.call(middleware, "list", result, {"path": "package.json"}) is result
    assert server.call(middleware, "list", task := object()) is task
    error = ToolResult([text_block()], is_error=True)
    assert server.call(middleware, "list", error) is error

    server.get_tool = None
    assert server.call(middleware, "list", result).structured_content == {"result": ROWS}
    assert "the definition of list is unknown" in caplog.text
    assert_fails_open(lambda converter: module.converted(converter, "list", {}, result), result, caplog)


def test_litellm(load, caplog):
    module = load("litellm_guardrail")
    guardrail = module.ToonGuardrail(converter={"exclude_tools": ["secret_*"]}, guardrail_name="toon", other=1)
    assert guardrail.guardrail_name == "toon"

    def apply(texts, call, input_type="response"):
        inputs = {"texts": texts, "images": []}
        applied = asyncio.run(guardrail.apply_guardrail(inputs, call, input_type))
        assert inputs == {"texts": texts, "images": []}
        assert applied["images"] == []
        return applied["texts"]

    call = {"mcp_tool_call_metadata": {"name": "list", "arguments": {}}}
    toon = toon_serde.dumps(ROWS)
    assert apply([TEXT], call) == [toon]
    assert apply([TEXT], {"name": "list", "arguments": None}) == [toon]
    assert apply(["Rows:", TEXT, TEXT], call) == ["Rows:", toon, toon]
    # Text blocks, strings of the structured content, and its keys.
    assert apply([TEXT, TEXT, "result"], call) == [toon, toon, "result"]
    other = json.dumps({"rows": ROWS})
    assert apply([TEXT, other, other, "text", "1"], call) == [toon, other, other, "text", "1"]

    assert apply([TEXT], {"name": "secret_rows"}) == [TEXT]
    assert apply([TEXT], {"name": "open", "arguments": {"path": "package.json"}}) == [TEXT]
    assert apply([TEXT], call, "request") == [TEXT]
    assert apply([TEXT], {"model": "gpt"}) == [TEXT]
    assert apply([], call) == []

    def convert(converter):
        guardrail.converter = converter
        return guardrail.converted("list", {}, [TEXT, "other"])

    assert_fails_open(convert, [TEXT, "other"], caplog)


def test_langchain(load, caplog):
    module = load("langchain_interceptor")

    def intercept(name, arguments, result):
        async def handler(request):
            return result

        return asyncio.run(module.toon_interceptor(Model(name=name, args=arguments), handler))

    result = CallToolResult(content=[text_block()], structuredContent={"result": ROWS})
    converted = intercept("list", {}, result)
    assert toon_serde.loads(converted.content[0].text) == ROWS
    assert converted.structuredContent == {"result": ROWS}
    assert intercept("read_file", {}, result) is result
    assert intercept("open", {"path": "package.json"}, result) is result
    assert intercept("list", {}, message := object()) is message
    error = CallToolResult(content=[text_block()], isError=True)
    assert intercept("list", {}, error) is error

    def convert(converter):
        module.converter = converter
        return module.converted("list", {}, result)

    assert_fails_open(convert, result, caplog)


def test_pydantic_ai(load, caplog):
    module = load("pydantic_ai_tool_call")

    def process(name, arguments, value):
        async def call_tool(*call):
            assert call == (name, arguments)
            return value

        return asyncio.run(module.toon_tool_call(None, call_tool, name, arguments))

    toon = toon_serde.dumps(ROWS)
    image = object()
    assert process("list", {}, ROWS) == toon
    assert process("list", {}, {"rows": ROWS}) == toon_serde.dumps({"rows": ROWS})
    assert process("list", {}, json.dumps(ROWS, indent=2)) == toon
    assert process("list", {}, [ROWS, image]) == [toon, image]
    for value in ["words", {"ok": True}, [1, None], [], image, None, 1]:
        assert process("list", {}, value) is value
    assert process("read_file", {}, ROWS) is ROWS
    assert process("open", {"path": "package.json"}, ROWS) is ROWS

    def convert(converter):
        module.converter = converter
        return module.converted("list", {}, ROWS)

    assert_fails_open(convert, ROWS, caplog)
