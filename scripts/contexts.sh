#!/usr/bin/env bash
# Checks what must hold for every context and budget with 100,000 random contexts: scripts/contexts.sh [NUMBER]
#
# The tests check a hundredth of them.
set -euo pipefail
cd "$(dirname "$0")/.."
CONTEXTS="${1:-100000}" cargo test --release -p toon-context --all-features --lib budget
