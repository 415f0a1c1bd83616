#!/usr/bin/env bash
# Converts random results, and random texts with JSON in between, and checks that every value comes
# back and all other text stays: scripts/convert_random.sh [number of each, 10,000 by default]
set -euo pipefail
cd "$(dirname "$0")/.."

export PROPTEST_CASES=${1:-10000}
exec cargo test --release -p toon-convert --features tokens,yaml --test convert -- random_texts properties
