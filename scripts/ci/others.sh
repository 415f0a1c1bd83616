#!/usr/bin/env bash
# Our programs and library next to those of others: the reference implementation and its command
# line, and clients and servers of MCP. Needs npm and Python, and Node where npm has none.
set -euo pipefail
cd "$(dirname "$0")/../.."

# `--workspace`, since the tests have been built with these features before.
TOON_REFERENCE=1 TOON_MCP_CLIENTS=1 \
  cargo test --workspace --test reference --test others -- --nocapture
