#!/usr/bin/env bash
# Runs all tests that need nothing but Rust. `features.sh` checks features one by one.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo test --workspace
# With a feature of `serde_json` that would change the tests above.
cargo test --manifest-path tests/exact_numbers/Cargo.toml
