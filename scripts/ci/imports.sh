#!/usr/bin/env bash
# No two files import each other, and the default dependencies have no serde_json.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/imports.sh
# Users of TOON must not get features of serde_json that they have not asked for.
if cargo tree -p toon-serde -e normal | grep serde_json; then
  echo "serde_json is in the default dependency graph" >&2
  exit 1
fi
