#!/usr/bin/env bash
# Checks that the documentation has no broken links, and that the README's examples run.
set -euo pipefail
cd "$(dirname "$0")/../.."

RUSTDOCFLAGS="-Dwarnings" cargo doc --workspace --all-features --no-deps
# `--workspace`, since `cargo test --workspace` has built them with these features.
cargo build --workspace --examples --bin toon-graph --bin toon-sqlite-example
for example in examples/metadata examples/partial examples/response toon-graph toon-sqlite-example; do
  "${CARGO_TARGET_DIR:-target}/debug/$example" >/dev/null
done
