#!/usr/bin/env bash
# Checks that the documentation has no broken links, and that the README's examples run.
set -euo pipefail
cd "$(dirname "$0")/../.."

RUSTDOCFLAGS="-Dwarnings" cargo doc --workspace --all-features --no-deps
# `--workspace`, since `cargo test --workspace` has built them with these features.
cargo build --workspace --examples --bin toon-graph
for example in metadata response; do
  "${CARGO_TARGET_DIR:-target}/debug/examples/$example" >/dev/null
done
cargo run --quiet -p toon-sqlite-example >/dev/null
"${CARGO_TARGET_DIR:-target}/debug/toon-graph" >/dev/null
