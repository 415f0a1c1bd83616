"""Calls tools through a gateway that loads the plug-in, and compares with the server behind it: check.py GATEWAY_VENV

Runs where `fastmcp`, `toon-format` and `toon-serde` are installed, in a folder that it may fill.
"""

import asyncio
import contextlib
import json
import os
import pathlib
import secrets
import socket
import subprocess
import sys
import time

import httpx
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from toon_format import decode
from toon_serde import count_tokens

HERE = pathlib.Path(__file__).resolve().parent
START_TIMEOUT = 300
# The positions of the blocks that are JSON, in tools that are not excluded.
CONVERTED = {"json_text": [0], "dictionary": [0], "rows": [0], "model": [0], "blocks": [1, 2, 3]}
ARGUMENTS = {"load": {"path": "rows.json"}}
PLUGINS = """
plugins:
  - name: ToonEncoder
    kind: cpex_toon_encoder.toon_encoder.ToonEncoderPlugin
    version: 0.1.0
    hooks: [tool_pre_invoke, tool_post_invoke]
    mode: transform
    on_error: ignore
    priority: 900
    config:
      exclude_tools: ["private-*", "raises"]
  - name: Raising
    kind: raising.RaisingPlugin
    version: 0.1.0
    hooks: [tool_post_invoke]
    mode: transform
    on_error: fail
    priority: 901
plugin_dirs: []
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def started(command, log, env=None):
    with open(log, "w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=env)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def wait_for(url, process, log):
    start = time.monotonic()
    while time.monotonic() - start < START_TIMEOUT and process.poll() is None:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(url).status_code < 500:
                return
        time.sleep(1)
    sys.exit(f"{url} does not answer:\n{pathlib.Path(log).read_text()[-3000:]}")


def gateway_environment():
    pathlib.Path("plugins.yaml").write_text(PLUGINS)
    return os.environ | {
        "DATABASE_URL": "sqlite:///./mcp.db",
        "JWT_SECRET_KEY": secrets.token_urlsafe(40),
        "AUTH_ENCRYPTION_SECRET": secrets.token_urlsafe(40),
        "PLATFORM_ADMIN_EMAIL": "admin@example.com",
        "PLATFORM_ADMIN_PASSWORD": "Tr0ub4dor&3-long-pass",
        "DEFAULT_USER_PASSWORD": "An0ther-l0ng-Pass!x9",
        "MCPGATEWAY_UI_ENABLED": "false",
        "MCPGATEWAY_ADMIN_API_ENABLED": "true",
        "CACHE_TYPE": "memory",
        "SSRF_ALLOW_LOCALHOST": "true",
        "LOG_LEVEL": "WARNING",
        "PLUGINS_ENABLED": "true",
        "PLUGINS_CONFIG_FILE": "./plugins.yaml",
        "PYTHONPATH": str(HERE),
    }


class Gateway:
    def __init__(self, url):
        self.http = httpx.Client(base_url=url, timeout=60)
        login = {"email": "admin@example.com", "password": "Tr0ub4dor&3-long-pass"}
        self.token = self.post("/auth/login", login)["access_token"]
        self.http.headers["authorization"] = f"Bearer {self.token}"

    def post(self, path, body):
        response = self.http.post(path, json=body)
        assert response.is_success, f"{path}: {response.status_code} {response.text}"
        return response.json()

    def register(self, url):
        """The URL of a virtual server with the tools of the server at `url`."""
        self.post("/gateways", {"name": "up", "url": url, "transport": "STREAMABLEHTTP"})
        tools = self.http.get("/tools").json()
        server = {"name": "virtual", "description": "All tools", "associated_tools": [tool["id"] for tool in tools]}
        return f"{self.http.base_url}/servers/{self.post('/servers', {'server': server})['id']}/mcp/"

    def call(self, tool):
        params = {"name": f"up-{tool.replace('_', '-')}", "arguments": ARGUMENTS.get(tool, {})}
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        result = self.post("/rpc", request)["result"]
        result.pop("_meta", None)  # which is not sent over MCP
        return result


def plain(result):
    """A result as JSON, without what is empty."""
    content = [block.model_dump(mode="json", by_alias=True, exclude_none=True) for block in result.content]
    return {"content": content, "structuredContent": result.structured_content, "isError": result.is_error}


async def call_all(url, prefix="", token=None):
    """What a client that knows the tools' output schemas gets. It fails if structured content does not match."""
    transport = StreamableHttpTransport(url, headers={"Authorization": f"Bearer {token}"} if token else {})
    results = {}
    async with Client(transport) as client:
        for definition in await client.list_tools():
            tool = definition.name.removeprefix(prefix).replace("-", "_")
            result = await client.call_tool(definition.name, ARGUMENTS.get(tool, {}), raise_on_error=False)
            results[tool] = plain(result)
    return results


def without_empty(value):
    if isinstance(value, dict):
        return {key: without_empty(part) for key, part in value.items() if part not in (None, {})}
    return [without_empty(part) for part in value] if isinstance(value, list) else value


def compare(tool, before, after):
    """Compares a result from the server with the same from the gateway. Returns the tokens of what is converted, as
    compact JSON and as it is sent."""
    before, after = without_empty(before), without_empty(after)
    expected = json.loads(json.dumps(before))
    sizes = [0, 0]
    for position in CONVERTED.get(tool, []):
        block = expected["content"][position]
        old, new = (blocks["content"][position].get("resource", blocks["content"][position]) for blocks in [expected, after])
        value, text = json.loads(old["text"]), new["text"]
        assert decode(text) == value, text
        compact = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        tokens = [count_tokens(compact), count_tokens(text)]
        assert tokens[1] < tokens[0]
        sizes = [size + more for size, more in zip(sizes, tokens)]
        if expected.get("structuredContent") == {"result": old["text"]}:
            expected["structuredContent"] = {"result": text}
        old["text"] = text
        if old is not block:
            old["mimeType"] = "text/toon"
        block["_meta"] = block.get("_meta", {}) | {"toon/format": "toon"}
    assert after == expected, f"{tool}:\n{json.dumps(after)}\ninstead of\n{json.dumps(expected)}"
    return sizes


def main():
    gateway_bin = pathlib.Path(sys.argv[1], "bin")
    ports = free_port(), free_port()
    upstream, url = f"http://127.0.0.1:{ports[0]}/mcp", f"http://127.0.0.1:{ports[1]}"
    command = [gateway_bin / "mcpgateway", "--host", "127.0.0.1", "--port", str(ports[1])]
    with (
        started([sys.executable, HERE / "server.py", str(ports[0])], "server.log") as server,
        started(command, "gateway.log", gateway_environment()) as process,
    ):
        wait_for(upstream, server, "server.log")
        wait_for(f"{url}/health", process, "gateway.log")
        gateway = Gateway(url)
        direct = asyncio.run(call_all(upstream))
        assert len(direct) >= 9
        over_mcp = asyncio.run(call_all(gateway.register(upstream), "up-", gateway.token))
        assert over_mcp.keys() == direct.keys()
        # Which the gateway does not send over MCP, with or without plug-ins.
        over_mcp["structured_only"]["structuredContent"] = direct["structured_only"]["structuredContent"]
        for tool, before in direct.items():
            sizes = compare(tool, before, over_mcp[tool])
            assert sizes == compare(tool, before, gateway.call(tool))
            if any(sizes):
                print(f"{tool}: {sizes[0]} tokens as compact JSON, {sizes[1]} as they are sent")
    assert "the result of up-raises is not converted" in pathlib.Path("gateway.log").read_text()
    print(f"contextforge: {len(direct)} tools over MCP and /rpc")


main()
