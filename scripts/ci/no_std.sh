#!/usr/bin/env bash
# Checks the library without `std`: that a program links with it, and that its properties hold.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --release --manifest-path tests/no_std/Cargo.toml
PROPTEST_CASES=${PROPTEST_CASES:-100} \
  cargo test --quiet -p toon-serde --no-default-features --lib --test properties
