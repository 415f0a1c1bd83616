#!/usr/bin/env bash
# Checks that all Rust code is formatted.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo fmt --all --check
cargo fmt --manifest-path fuzz/Cargo.toml --check
cargo fmt --manifest-path tests/no_std/Cargo.toml --check
cargo fmt --manifest-path tests/exact_numbers/Cargo.toml --check
cargo fmt --manifest-path tests/interop/Cargo.toml --check
rustfmt --edition 2024 --check scripts/imports.rs
