#!/usr/bin/env bash
# Tests our programs and library with those of others: the reference implementation with its command
# line, MCP clients and servers, and shells. Needs npm, Python, zsh and fish, and also Node if npm does
# not bring it. Root, as in CI, gets zsh and fish installed.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! { command -v zsh && command -v fish; } >/dev/null; then
  if [ "$(id -u)" != 0 ]; then
    echo "others: install zsh and fish" >&2
    exit 1
  fi
  { apt-get update && apt-get install --yes --no-install-recommends zsh fish; } >/dev/null
fi

# `--workspace`, since earlier steps have built the tests with these features.
TOON_REFERENCE=1 TOON_MCP_CLIENTS=1 \
  cargo test --workspace --test reference --test others -- --nocapture
cargo test --workspace --test cli completions -- --nocapture
