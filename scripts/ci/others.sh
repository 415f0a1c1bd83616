#!/usr/bin/env bash
# Tests our programs and library with those of others: the reference implementation with its command
# line, and MCP clients and servers. Needs npm and Python, and also Node if npm does not bring it.
set -euo pipefail
cd "$(dirname "$0")/../.."

# `--workspace`, since earlier steps have built the tests with these features.
TOON_REFERENCE=1 TOON_MCP_CLIENTS=1 \
  cargo test --workspace --test reference --test others -- --nocapture
