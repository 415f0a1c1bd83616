#!/usr/bin/env bash
# Measures all cases, and writes the table and the chart anew: scripts/figures.sh [options of `ratios`...]
set -euo pipefail
cd "$(dirname "$0")/.."

{
  echo "What a pass takes as a multiple of what \`serde_json\` takes in the same run; smaller is better."
  echo "By \`scripts/figures.sh $*\` on $(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | sort -u), $(nproc) cores, $(rustc --version | cut -d' ' -f1-2)."
  echo
  cargo run --quiet --release -p toon-benches --bin ratios -- "$@"
} | sed 's/ `$/`/; s/figures.sh `/figures.sh`/' >benches/figures.md.new
mv benches/figures.md.new benches/figures.md
cargo run --quiet --release -p toon-benches --bin chart <benches/figures.md >benches/figures.svg
cat benches/figures.md
