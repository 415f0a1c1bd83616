#!/usr/bin/env bash
# Tests our programs and libraries with those of others: the reference implementation with its command
# line, the published crates of BCP, MCP clients and servers, and shells. Needs npm, Python, a compiler
# for C, zsh and fish, and also Node if npm does not bring it. Root, as in CI, gets zsh and fish installed.
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
cargo test --manifest-path tests/interop/Cargo.toml
cargo run --quiet --manifest-path tests/interop/Cargo.toml --example session
