#!/usr/bin/env bash
# Checks that each package compiles alone, and with each of its features alone.
set -euo pipefail
cd "$(dirname "$0")/../.."

for features in "" std json derive arbitrary_precision "std json" "derive json" \
  chrono jiff rust_decimal time url uuid; do
  echo "toon-serde with [$features]"
  cargo check --quiet -p toon-serde --no-default-features --features "$features"
done
cargo check --quiet -p toon-serde --no-default-features --features std --all-targets
cargo check --quiet -p toon-serde --no-default-features --features "std json" --all-targets
cargo check --quiet -p toon-derive
cargo check --quiet -p toon-answer --no-default-features
cargo check --quiet -p toon-normal
cargo check --quiet -p toon-formats
cargo check --quiet -p toon-answer
for features in "" context tokens "context tokens"; do
  echo "toon-serde-cli with [$features]"
  cargo check --quiet -p toon-serde-cli --no-default-features --features "$features"
done
for features in "" tokens; do
  echo "toon-convert and toon-rmcp with [$features]"
  cargo check --quiet -p toon-convert --no-default-features --features "$features"
  cargo check --quiet -p toon-rmcp --no-default-features --features "$features"
done
cargo check --quiet -p toon-convert --no-default-features --features yaml
for features in "" audit opencode; do
  echo "toon-agents with [$features]"
  cargo check --quiet -p toon-agents --no-default-features --features "$features"
done
for features in "" tokens query command; do
  echo "toon-store with [$features]"
  cargo check --quiet -p toon-store --no-default-features --features "$features"
done
for features in "" context; do
  echo "toon-mcp with [$features]"
  cargo check --quiet -p toon-mcp --no-default-features --features "$features"
done
for features in "" fs csv outline tokens json container zstd blake3; do
  echo "toon-context with [$features]"
  cargo check --quiet -p toon-context --no-default-features --features "$features"
done
cargo test --quiet -p toon-context --no-default-features
cargo check --quiet -p toon-graph
cargo check --quiet -p toon-services-example
cargo check --quiet -p toon-sqlite-example
cargo check --quiet -p toon-testing
cargo check --quiet -p toon-benches --no-default-features --all-targets
