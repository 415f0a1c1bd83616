#!/usr/bin/env bash
# Checks the library without `std`: that a program links with it, and that its properties hold. And that it compiles for
# WebAssembly, if Rust's target for it is installed.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --release --manifest-path tests/no_std/Cargo.toml
PROPTEST_CASES=${PROPTEST_CASES:-100} \
  cargo test --quiet -p toon-serde --no-default-features --lib --test properties

target=wasm32-unknown-unknown
if [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
  cargo check --quiet -p toon-serde --target $target
  cargo check --quiet -p toon-serde --target $target --no-default-features --features "json derive"
else
  echo "not checked for $target, which is not installed: rustup target add $target"
fi
