#!/usr/bin/env bash
# Shows 1,000,000 random results within random budgets, counted by the tokenizer: never more than the budget, and the file
# has all of the result. Takes about an hour.
#
#     scripts/budget_random.sh [CASES]
set -euo pipefail
cd "$(dirname "$0")/.."
TOON_LONG_TESTS=1 PROPTEST_CASES="${1:-1000000}" \
    cargo test --release -p toon-store --features tokens --test store -- of_any
