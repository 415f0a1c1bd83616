#!/usr/bin/env bash
# Checks that no two files import each other, and that serde_json is not a default dependency.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/imports.sh
# Using TOON must not enable features of serde_json that users have not asked for.
if cargo tree -p toon-serde -e normal | grep serde_json; then
  echo "serde_json is in the default dependency graph" >&2
  exit 1
fi
