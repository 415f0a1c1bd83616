"""The plug-in for MCP gateways, with stubs of what `cpex` documents."""

import asyncio
import dataclasses
import json
import pathlib
import re
import sys
import types

import pytest

from toon_serde import loads, normal_loads

PACKAGE = pathlib.Path(__file__).resolve().parents[1] / "cpex"
ROWS = [{"id": number, "name": f"user {number}", "active": True} for number in range(50)]


class Plugin:
    def __init__(self, config):
        self.config = config


@dataclasses.dataclass
class PluginConfig:
    config: dict | None


@dataclasses.dataclass
class PluginContext:
    state: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class ToolPreInvokePayload:
    name: str
    args: dict | None


@dataclasses.dataclass
class ToolPreInvokeResult:
    continue_processing: bool = True


@dataclasses.dataclass
class ToolPostInvokePayload:
    name: str
    result: object


@dataclasses.dataclass
class ToolPostInvokeResult:
    continue_processing: bool = True
    modified_payload: ToolPostInvokePayload | None = None
    metadata: dict | None = None


class Panic(BaseException):
    """As PyO3 raises it."""


class Raising:
    def __init__(self, error):
        self.error = error

    def applies_to(self, tool):
        return True

    def convert_result(self, tool, result, arguments):
        raise self.error


@pytest.fixture
def encoder(monkeypatch):
    framework = types.ModuleType("cpex.framework")
    for stub in [Plugin, PluginConfig, ToolPreInvokeResult, ToolPostInvokePayload, ToolPostInvokeResult]:
        setattr(framework, stub.__name__, stub)
    monkeypatch.setitem(sys.modules, "cpex", types.ModuleType("cpex"))
    monkeypatch.setitem(sys.modules, "cpex.framework", framework)
    monkeypatch.syspath_prepend(str(PACKAGE))
    for name in ["cpex_toon_encoder", "cpex_toon_encoder.toon_encoder"]:
        monkeypatch.delitem(sys.modules, name, raising=False)
    from cpex_toon_encoder import toon_encoder

    return toon_encoder


@pytest.fixture
def plugin(encoder):
    return lambda **options: encoder.ToonEncoderPlugin(PluginConfig(options))


def text_block(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return {"type": "text", "text": text, "annotations": None, "_meta": None}


def result_of(*blocks, **more):
    return {"content": list(blocks), "isError": False, "structuredContent": None, "_meta": None, **more}


def call(plugin, result, name="up-list-users", context=None):
    payload = ToolPostInvokePayload(name, result)
    return asyncio.run(plugin.tool_post_invoke(payload, context or PluginContext()))


def test_a_text(plugin):
    encoder = plugin()
    annotations = {"audience": ["user"], "priority": 0.5}
    result = result_of({**text_block(ROWS), "annotations": annotations, "_meta": {"a": 1}}, structuredContent={"rows": ROWS})
    returned = call(encoder, result)
    converted = returned.modified_payload.result
    item = converted["content"][0]
    assert loads(item["text"]) == ROWS
    assert (item["annotations"], item["_meta"]) == (annotations, {"a": 1, "toon/format": "toon"})
    assert converted["structuredContent"] is result["structuredContent"]
    assert (converted["isError"], converted["_meta"]) == (False, None)
    assert returned.modified_payload.name == "up-list-users"
    saved = len(json.dumps(ROWS)) - len(item["text"])
    assert returned.metadata["toon_encoded"] is True
    assert returned.metadata["bytes_saved"] == saved
    assert returned.metadata["savings_percent"] == round(100 * saved / len(json.dumps(ROWS)), 2)
    assert returned.metadata["conversion_time_ms"] >= 0
    stats = encoder.get_stats()
    assert (stats["tools_processed"], stats["tools_converted"], stats["total_bytes_saved"]) == (1, 1, saved)


@pytest.mark.parametrize(
    "result",
    [
        "text",
        None,
        {},
        result_of(),
        result_of(text_block("plain words")),
        result_of({"type": "image", "data": "aGk=", "mimeType": "image/png"}),
        result_of(text_block(ROWS), isError=True),
        result_of(structuredContent={"rows": ROWS}),
    ],
)
def test_what_stays(plugin, result):
    returned = call(plugin(), result)
    assert (returned.continue_processing, returned.modified_payload, returned.metadata) == (True, None, None)


def test_structured_content_that_wraps_the_text(plugin):
    text = json.dumps(ROWS)
    converted = call(plugin(), result_of(text_block(text), structuredContent={"result": text})).modified_payload.result
    assert loads(converted["content"][0]["text"]) == ROWS
    assert converted["structuredContent"] == {"result": converted["content"][0]["text"]}


def test_other_blocks_stay(plugin):
    image = {"type": "image", "data": "aGk=", "mimeType": "image/png", "annotations": None, "_meta": None}
    words = text_block("plain words")
    content = call(plugin(), result_of(words, text_block(ROWS), image)).modified_payload.result["content"]
    assert (content[0], content[2]) == (words, image)
    assert loads(content[1]["text"]) == ROWS


def test_the_marker_can_be_left_out(plugin):
    returned = call(plugin(add_format_marker=False), result_of(text_block(ROWS)))
    assert returned.modified_payload.result["content"][0]["_meta"] is None


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ("up-list-users", True),
        ("up_list_users", True),
        ("list_users", True),
        ("List-Users", True),
        ("list_*", True),
        ("up-*", True),
        ("*_users", True),
        ("{list,show}-users", True),
        ("list_user[r-t]", True),
        ("list", False),
        ("ist_users", False),
        ("up-list", False),
    ],
)
def test_names(plugin, pattern, matches):
    result = result_of(text_block(ROWS))
    assert (call(plugin(exclude_tools=[pattern]), result).modified_payload is None) is matches
    assert (call(plugin(include_tools=[pattern]), result).modified_payload is not None) is matches


def test_what_is_counted(plugin):
    encoder = plugin(exclude_tools=["private-*"])
    for name, result, count in [
        ("up-rows", result_of(text_block(ROWS)), 1),
        ("up-rows", result_of(text_block("words")), 2),
        ("up-private-rows", result_of(text_block(ROWS)), 2),
        ("up-rows", result_of(), 2),
        ("up-rows", "text", 2),
    ]:
        call(encoder, result, name)
        assert encoder.get_stats()["tools_processed"] == count


def test_contents_of_files_stay(plugin):
    for name in ["read_file", "fs-read-file", "my-fs-read-text-file", "forge-get-file-contents"]:
        assert call(plugin(), result_of(text_block(ROWS)), name).modified_payload is None
    for arguments, stays in [({"path": "package.json"}, True), ({"path": "/srv"}, False), (None, False)]:
        encoder, context = plugin(), PluginContext()
        assert asyncio.run(encoder.tool_pre_invoke(ToolPreInvokePayload("up-load", arguments), context)).continue_processing
        returned = call(encoder, result_of(text_block(ROWS)), "up-load", context)
        assert (returned.modified_payload is None) is stays


def test_options(encoder, plugin):
    for options, message in [
        ({"min_size": 1}, "unknown options min_size, expected some of min_size_bytes, "),
        ({"form": "xml"}, "xml"),
        ({"exclude_tools": "up-*"}, "expected a list"),
        ({"exclude_tools": [1]}, "expected a list of names"),
        ({"exclude_tools": ["a["]}, "invalid pattern"),
    ]:
        with pytest.raises(ValueError, match=message):
            plugin(**options)
    assert call(encoder.ToonEncoderPlugin(PluginConfig(None)), result_of(text_block(ROWS))).modified_payload
    manifest = (PACKAGE / "cpex_toon_encoder" / "plugin-manifest.yaml").read_text()
    defaults = manifest.partition("default_configs:\n")[2]
    assert [line.split(":") for line in defaults.splitlines()] == [
        [f"  {key}", f" {json.dumps(value)}"] for key, value in encoder.DEFAULTS.items()
    ]
    rows = re.findall(r"^\| `(\w+)` \| `(.*?)` \|", (PACKAGE / "README.md").read_text(), re.MULTILINE)
    assert rows == [(key, json.dumps(value)) for key, value in encoder.DEFAULTS.items()]


def test_the_normal_form_is_explained(plugin):
    owners = [{"login": name, "url": f"https://x.org/u/{name}", "roles": [{"name": "reader"}]} for name in ["ada", "bob"]]
    issues = [{"number": n, "title": f"issue {n}", "owner": owners[n % 2], "labels": []} for n in range(60)]
    encoder = plugin(form="auto")
    for _ in range(2):
        item = call(encoder, result_of(text_block(issues))).modified_payload.result["content"][0]
        explanation, mark, form = item["text"].partition("_form: ")
        assert explanation.startswith("TOON") and normal_loads(mark + form) == issues


@pytest.mark.parametrize("error", [RuntimeError("broken"), Panic("broken")])
def test_errors(plugin, caplog, error):
    encoder = plugin()
    encoder._converter = Raising(error)
    assert call(encoder, result_of(text_block(ROWS))).modified_payload is None
    assert "the result of up-list-users is not converted" in caplog.text
    encoder = plugin(skip_on_error=False)
    encoder._converter = Raising(error)
    with pytest.raises(type(error)):
        call(encoder, result_of(text_block(ROWS)))
    encoder = plugin()
    encoder._converter = Raising(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        call(encoder, result_of(text_block(ROWS)))


def test_results_that_cannot_be_read(plugin, caplog):
    result = result_of(text_block(ROWS), _meta={"object": object()})
    assert call(plugin(), result).modified_payload is None
    assert "an error: " in caplog.text
    with pytest.raises(TypeError):
        call(plugin(skip_on_error=False), result)
