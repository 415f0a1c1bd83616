#!/usr/bin/env bash
# Fails if source files import each other in a cycle: scripts/imports.sh [--list] [FOLDER...]
#
# `--list` prints all imports. Without a folder, checks all packages that `scripts/imports.rs` names. The top of
# scripts/imports.rs lists which files count as one module, and why.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${CARGO_TARGET_DIR:-target}/imports
mkdir -p "$(dirname "$program")"
if [ ! "$program" -nt scripts/imports.rs ]; then
  rustc --edition 2024 -o "$program" scripts/imports.rs
fi
"$program" "$@"
