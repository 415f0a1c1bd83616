#!/usr/bin/env bash
# All tests that need nothing but Rust. `features.sh` has the features one by one.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo test --workspace
# No other package uses it, so that it is off above.
cargo test -p toon-serde --features repair --test repair
