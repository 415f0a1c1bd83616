#!/usr/bin/env bash
# Writes random values in the normal form and reads them back: scripts/normal_random.sh [number of
# values, 1,000,000 by default]
#
# TOON_NORMAL_SEED is the first seed, 0 by default. A failing value is printed in a reduced version,
# with its seed.
set -euo pipefail
cd "$(dirname "$0")/.."

export TOON_NORMAL_VALUES=${1:-1000000}
exec cargo test --release -p toon-normal --test normal values_come_back
