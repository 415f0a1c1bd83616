#!/usr/bin/env bash
# Fails where source files import each other in a circle: scripts/imports.sh [--list] [FOLDER...]
#
# `--list` prints all imports. The folders of the root crate and of `derive` are looked at unless
# others are named. What counts as one module, and why, is listed at the top of scripts/imports.rs.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${CARGO_TARGET_DIR:-target}/imports
mkdir -p "$(dirname "$program")"
if [ ! "$program" -nt scripts/imports.rs ]; then
  rustc --edition 2024 -o "$program" scripts/imports.rs
fi
"$program" "$@"
