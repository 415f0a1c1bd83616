#!/usr/bin/env bash
# Checks that time and memory grow no faster than the input: scripts/scaling.sh [part of a case's
# name...]
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo bench --quiet -p toon-benches --no-default-features --bench scaling -- "$@"
