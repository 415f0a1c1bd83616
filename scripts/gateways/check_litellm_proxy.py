"""The guardrail in the proxy of LiteLLM, between a server and a client of FastMCP."""

import asyncio
import os
import pathlib
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from samples import ARGUMENTS, CONVERTED, PAGE, UNCHANGED, assert_converted

# The proxy refuses keys that are known or weak.
KEY = f"sk-{secrets.token_hex(32)}"
HERE = pathlib.Path(__file__).resolve().parent
PLUGIN = HERE.parents[1] / "python" / "litellm_guardrail.py"
LITELLM = pathlib.Path("target/gateways/litellm/bin/litellm").absolute()

CONFIG = """
model_list: []
general_settings:
  master_key: {key}
mcp_servers:
  upstream:
    url: http://127.0.0.1:{upstream}/mcp
    transport: http
guardrails:
  - guardrail_name: toon
    litellm_params:
      guardrail: litellm_guardrail.ToonGuardrail
      mode: post_mcp_call
      default_on: {is_on}
      converter:
        exclude_tools: ["secret_*"]
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(is_ready, process, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        assert process.poll() is None, "it has ended"
        try:
            return is_ready()
        except OSError:
            time.sleep(0.5)
    raise TimeoutError


async def results(port):
    transport = StreamableHttpTransport(f"http://127.0.0.1:{port}/mcp/", headers={"x-litellm-api-key": f"Bearer {KEY}"})
    async with Client(transport) as client:
        called = {}
        for tool in await client.list_tools():
            name = tool.name.removeprefix("upstream-")
            # The client validates structured content.
            called[name] = await client.call_tool(tool.name, ARGUMENTS.get(name), raise_on_error=False)
        return called


def with_proxy(folder, upstream, *, is_on=True, plugin=None):
    """The results of all tools through a proxy that runs in the folder."""
    port = free_port()
    folder.mkdir()
    (folder / "litellm_guardrail.py").write_text(plugin or PLUGIN.read_text())
    config = folder / "config.yaml"
    config.write_text(CONFIG.format(key=KEY, upstream=upstream, is_on=str(is_on).lower()))
    environment = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "PYTHONPATH": ""}
    with open(folder / "log", "w") as log:
        arguments = [LITELLM, "--config", config, "--host", "127.0.0.1", "--port", str(port)]
        proxy = subprocess.Popen(arguments, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        url = f"http://127.0.0.1:{port}/health/liveliness"
        wait_for(lambda: urllib.request.urlopen(url, timeout=2).read(), proxy, 180)
        return asyncio.run(results(port))
    except BaseException:
        print((folder / "log").read_text()[-5000:], file=sys.stderr)
        raise
    finally:
        proxy.terminate()
        proxy.wait()


def check(folder, upstream):
    before = with_proxy(folder / "off", upstream, is_on=False)
    after = with_proxy(folder / "on", upstream)
    for name, value in CONVERTED.items():
        assert_converted(after[name].content[0].text, value)
        if name != "json_text":
            assert after[name].structured_content == before[name].structured_content, name
    assert after["json_text"].structured_content == {"result": after["json_text"].content[0].text}
    assert after["structured_only"].structured_content == PAGE
    for name in UNCHANGED:
        assert after[name].content == before[name].content, name
        assert after[name].structured_content == before[name].structured_content, name

    plugin = PLUGIN.read_text().replace("from toon_serde import Converter", "from samples import Panicking as Converter")
    shutil.copy(HERE / "samples.py", folder)
    panicking = with_proxy(folder / "panicking", upstream, plugin=f"import sys\nsys.path.append({str(folder)!r})\n{plugin}")
    for name in before:
        assert panicking[name].content == before[name].content, name
        assert panicking[name].structured_content == before[name].structured_content, name


def main():
    port = free_port()
    upstream = subprocess.Popen([sys.executable, "-P", HERE / "upstream.py", str(port)], stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: socket.create_connection(("127.0.0.1", port)).close(), upstream, 60)
        with tempfile.TemporaryDirectory() as folder:
            check(pathlib.Path(folder), port)
    finally:
        upstream.terminate()
        upstream.wait()


main()
