"""The plug-in in the manager of plug-ins, and the time of its hook for 100 kB."""

import asyncio
import copy
import importlib.metadata
import importlib.resources
import json
import statistics
import tempfile
import time
import uuid

import yaml
from cpex.framework import GlobalContext, PluginContext, PluginManager, ToolPostInvokePayload
from cpex.framework.models import PluginManifest
from toon_serde import loads

ROUNDS = 200
ROWS = [{"id": number, "name": f"user {number}", "active": number % 3 > 0} for number in range(100)]


def rows_of(size):
    """Records in `size` bytes of JSON."""
    rows = []
    while len(json.dumps(rows)) < size:
        number = len(rows)
        email = f"user{number}@example.com"
        rows.append({"id": number, "name": f"User {number}", "email": email, "city": "Berlin", "score": number * 0.75})
    return rows


def result_of(value, **more):
    block = {"type": "text", "text": json.dumps(value), "annotations": None, "_meta": None}
    return {"content": [block], "isError": False, "structuredContent": None, "_meta": None, **more}


async def started(manifest, **options):
    """A manager that has loaded the plug-in, and the plug-in."""
    PluginManager.reset()
    plugin = {
        "name": "ToonEncoder",
        "kind": manifest.kind,
        "hooks": manifest.available_hooks,
        "mode": "transform",
        "on_error": "ignore",
        "config": options,
    }
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as config:
        yaml.safe_dump({"plugins": [plugin], "plugin_dirs": []}, config)
        config.flush()
        manager = PluginManager(config.name)
        await manager.initialize()
    return manager, manager.get_plugin("ToonEncoder")


async def call(manager, name, result):
    payload = ToolPostInvokePayload(name=name, result=result)
    context = GlobalContext(request_id=uuid.uuid4().hex)
    returned, _ = await manager.invoke_hook("tool_post_invoke", payload=payload, global_context=context)
    return returned


async def check_calls(manifest):
    manager, plugin = await started(manifest, exclude_tools=["private-*"])
    result = result_of(ROWS, structuredContent={"result": json.dumps(ROWS)})
    before = copy.deepcopy(result)
    saved = 0
    for count in range(1, 4):
        returned = await call(manager, "up-rows", result)
        text = returned.modified_payload.result["content"][0]["text"]
        assert loads(text) == ROWS and result == before
        assert returned.modified_payload.result["structuredContent"] == {"result": text}
        metadata = returned.metadata
        assert metadata["toon_encoded"] is True and metadata["conversion_time_ms"] > 0
        assert metadata["bytes_saved"] == len(json.dumps(ROWS)) - len(text)
        assert metadata["savings_percent"] == round(100 * metadata["bytes_saved"] / len(json.dumps(ROWS)), 2)
        saved += metadata["bytes_saved"]
        stats = plugin.get_stats()
        assert (stats["tools_processed"], stats["tools_converted"], stats["items_converted"]) == (count, count, count)
        assert (stats["total_bytes_saved"], stats["tool_conversion_rate"]) == (saved, 100.0)
    for name, value, is_counted in [("up-rows", "words", True), ("up-private-rows", ROWS, False)]:
        returned = await call(manager, name, result_of(value))
        assert returned.modified_payload is None and "toon_encoded" not in returned.metadata
        stats = plugin.get_stats()
        assert (stats["tools_processed"], stats["tools_converted"]) == (4, 3)
    await manager.shutdown()


async def print_times(manifest):
    result = result_of(rows_of(100_000))
    for form, limit in [("toon", 2), ("auto", 10)]:
        manager, plugin = await started(manifest, form=form)
        payload = ToolPostInvokePayload(name="up-rows", result=result)
        context = PluginContext(global_context=GlobalContext(request_id="1"))
        times = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            returned = await plugin.tool_post_invoke(payload, context)
            times.append((time.perf_counter() - start) * 1000)
            assert returned.modified_payload
        await manager.shutdown()
        print(f"hook for 100 kB, form {form}: {statistics.median(times):.2f} ms at the median (at most {limit})")


def main():
    text = importlib.resources.files("cpex_toon_encoder").joinpath("plugin-manifest.yaml").read_text()
    fields = yaml.safe_load(text)
    # As `cpex plugin install` reads it.
    fields["default_config"] = fields.pop("default_configs")
    manifest = PluginManifest(**fields)
    (entry_point,) = importlib.metadata.entry_points(group="cpex.plugins", name="toon_encoder")
    assert f"{entry_point.module}.{entry_point.attr}" == manifest.kind
    assert importlib.metadata.version("cpex-toon-encoder") == manifest.version
    asyncio.run(check_calls(manifest))
    asyncio.run(print_times(manifest))


main()
