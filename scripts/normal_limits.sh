#!/usr/bin/env bash
# Shows that the normal form takes no more time and memory than it may: scripts/normal_limits.sh
# [part of a case's name...]
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --quiet --release -p toon-benches --no-default-features --features normal --bin normal_limits -- "$@"
