#!/usr/bin/env bash
# Load on the HTTP proxy of toon-mcp, on 127.0.0.1 alone: scripts/mcp_load.sh [options of `load
# run`...]
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --quiet --release -p toon-mcp --bin toon-mcp --example load
target=${CARGO_TARGET_DIR:-target}/release
# By bytes, to load the proxy and not the tokenizer: two gigabytes of tokens take ten minutes of two
# cores.
export TOON_MCP_MEASURE=${TOON_MCP_MEASURE:-bytes}
exec "$target/examples/load" run "$target/toon-mcp" "$@"
