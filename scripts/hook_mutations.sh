#!/usr/bin/env bash
# Damages the payloads of hooks at random, 100,000 times: an answer must have a documented shape and stand for what was
# sent. hook_mutations.sh [CASES]
set -euo pipefail
cd "$(dirname "$0")/.."
PROPTEST_CASES=${1:-100000} cargo test --release --package toon-agents --test agents mutations
