#!/usr/bin/env bash
# Writes random values in the normal form and reads them back: scripts/normal_random.sh [how many,
# 1,000,000 unless told]
#
# TOON_NORMAL_SEED is the first seed, 0 unless told. What fails is printed in a small version, with
# its seed.
set -euo pipefail
cd "$(dirname "$0")/.."

export TOON_NORMAL_VALUES=${1:-1000000}
exec cargo test --release --features normal --test normal values_come_back
