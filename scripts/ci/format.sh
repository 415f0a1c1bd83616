#!/usr/bin/env bash
# All Rust code is formatted.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo fmt --all --check
cargo fmt --manifest-path fuzz/Cargo.toml --check
cargo fmt --manifest-path tests/no_std/Cargo.toml --check
rustfmt --edition 2024 --check scripts/imports.rs
