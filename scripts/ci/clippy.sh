#!/usr/bin/env bash
# No warnings of clippy in any target with any feature.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo clippy --workspace --all-targets --all-features -- -D warnings
cargo clippy --manifest-path fuzz/Cargo.toml --all-targets -- -D warnings
cargo clippy --manifest-path tests/no_std/Cargo.toml -- -D warnings
