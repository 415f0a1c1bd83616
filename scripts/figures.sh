#!/usr/bin/env bash
# Measures all cases, and writes the table and the chart anew: scripts/figures.sh [options of `ratios`...]
set -euo pipefail
cd "$(dirname "$0")/.."

machine=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | sort -u)
table=$(cargo run --quiet --release -p toon-benches --bin ratios -- "$@")
cat >benches/figures.md <<EOF
What a pass takes as a multiple of what \`serde_json\` takes in the same run; smaller is better. By
\`scripts/figures.sh${*:+ $*}\` on $machine, $(nproc) cores, $(rustc --version | cut -d' ' -f1-2).

$table
EOF
cargo run --quiet --release -p toon-benches --bin chart <benches/figures.md >benches/figures.svg
cat benches/figures.md
