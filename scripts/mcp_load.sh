#!/usr/bin/env bash
# Puts load on the HTTP proxy of toon-mcp, on 127.0.0.1 only: scripts/mcp_load.sh [options of `load
# run`...]
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --quiet --release -p toon-mcp --bin toon-mcp --example load
target=${CARGO_TARGET_DIR:-target}/release
# Measured in bytes, to load the proxy instead of the tokenizer: counting the tokens of two
# gigabytes takes ten minutes on two cores.
export TOON_MCP_MEASURE=${TOON_MCP_MEASURE:-bytes}
exec "$target/examples/load" run "$target/toon-mcp" "$@"
