#!/usr/bin/env bash
# Measures how many of the files that commits touched are shown, in 20,000 tokens, for the subjects of these commits:
# scripts/ranking.sh [REPOSITORY] [COMMIT] [NUMBER]
#
# Asks the NUMBER (120) last commits before COMMIT (bd6cb84) in REPOSITORY (this one) that are no merges and touch up to
# eight files. Each is put to a copy of its parent's files, with the parent's history only. The repository itself
# is not changed.
set -euo pipefail
repository=$(cd "${1:-$(dirname "$0")/..}" && pwd)
cd "$(dirname "$0")/.."
exec cargo run --quiet --release -p toon-context --features csv,tokens --example ranking -- \
  "$repository" "${2:-bd6cb84}" "${3:-120}"
