#!/usr/bin/env bash
# Runs all tests that need nothing but Rust. `features.sh` checks features one by one.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo test --workspace
# No other package enables this feature, so it is off above.
cargo test -p toon-serde --features repair --test repair
# With a feature of `serde_json` that would change the tests above.
cargo test --manifest-path tests/exact_numbers/Cargo.toml
