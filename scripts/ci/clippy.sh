#!/usr/bin/env bash
# Checks that clippy has no warnings for any target with all features.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo clippy --workspace --all-targets --all-features -- -D warnings
cargo clippy --manifest-path fuzz/Cargo.toml --all-targets -- -D warnings
cargo clippy --manifest-path tests/no_std/Cargo.toml -- -D warnings
cargo clippy --manifest-path tests/exact_numbers/Cargo.toml --all-targets -- -D warnings
cargo clippy --manifest-path tests/interop/Cargo.toml --all-targets -- -D warnings
