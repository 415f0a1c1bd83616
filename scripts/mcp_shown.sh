#!/usr/bin/env bash
# Measures how many tokens hosts show for results of real servers, directly and through the proxy,
# and writes the tables in mcp/docs/savings.md. Installs the servers in the target directory.
set -euo pipefail
cd "$(dirname "$0")/.."

SNAPSHOTS=overwrite TOON_MCP_CLIENTS=1 cargo test --quiet -p toon-mcp --test others shown
sed -n '/^| /p' mcp/docs/savings.md
