#!/usr/bin/env bash
# All tests that need nothing but Rust. The features of all packages are on: `features.sh` has them
# one by one.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo test --workspace
