#!/usr/bin/env bash
# Tests our programs and library with those of others: the reference implementation with its command
# line, MCP clients and servers, and shells. Needs npm and Python, and also Node if npm does not bring
# it; installs zsh and fish.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! { command -v zsh && command -v fish; } >/dev/null; then
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  if ! { $sudo apt-get update && $sudo apt-get install --yes --no-install-recommends zsh fish; } >/dev/null; then
    echo "others: there is no zsh or fish and no way to install them" >&2
    exit 1
  fi
fi

# `--workspace`, since earlier steps have built the tests with these features.
TOON_REFERENCE=1 TOON_MCP_CLIENTS=1 \
  cargo test --workspace --test reference --test others -- --nocapture
cargo test --workspace --test cli completions -- --nocapture
