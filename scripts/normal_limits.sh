#!/usr/bin/env bash
# Checks that the normal form does not exceed its limits for time and memory:
# scripts/normal_limits.sh [part of a case's name...]
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --quiet --release -p toon-benches --no-default-features --features normal --bin normal_limits -- "$@"
