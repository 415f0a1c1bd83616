#!/usr/bin/env bash
# Measures how many tokens hosts show of real servers' results, directly and behind the proxy, and
# writes the table into mcp/README.md. Installs the servers below the target directory.
set -euo pipefail
cd "$(dirname "$0")/.."

SNAPSHOTS=overwrite TOON_MCP_CLIENTS=1 cargo test --quiet -p toon-mcp --test others shown
sed -n '/^<!-- shown -->$/,/^<!-- \/shown -->$/p' mcp/README.md
