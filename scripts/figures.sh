#!/usr/bin/env bash
# Measures all cases, and writes the tables and the chart anew: scripts/figures.sh [options of `ratios`...]
set -euo pipefail
cd "$(dirname "$0")/.."

# Every function begins a cache line, so that what its loops take does not depend on what the linker has put in front of it:
# that makes up to a fifth of the time that strings take to write, for all formats.
export RUSTFLAGS="-C llvm-args=-align-all-functions=6"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/figures

# Three runs, of which each figure is the median: where a process happens to lie in memory makes up to a tenth of the time.
measure() {
  for _ in 1 2 3; do
    cargo run --quiet --release -p toon-benches "$@" || exit
  done | awk -F' *[|] *' '
    /^[|] [a-z].*[0-9]/ {
      line = "| " $2 " | " $3
      if (!runs[line]++) lines[++count] = line
      cells[line] = NF - 1
      for (cell = 4; cell < NF; cell++) value[line, cell, runs[line]] = $cell
      next
    }
    !seen[$0]++ { lines[++count] = $0 }
    END {
      for (i = 1; i <= count; i++) {
        line = lines[i]
        printf "%s", line
        for (cell = 4; cell <= cells[line]; cell++) printf " | %s", median(line, cell)
        print cells[line] ? " |" : ""
      }
    }
    function median(line, cell, run, other, below) {
      for (run = 1; run <= runs[line]; run++) {
        below = 0
        for (other = 1; other <= runs[line]; other++)
          below += value[line, cell, other] + 0 < value[line, cell, run] + 0 ||
            value[line, cell, other] + 0 == value[line, cell, run] + 0 && other < run
        if (below == int(runs[line] / 2)) return value[line, cell, run]
      }
    }'
}

machine=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | sort -u)
run="\`scripts/figures.sh${*:+ $*}\` on $machine, $(nproc) cores, $(rustc --version | cut -d' ' -f1-2)"

table=$(measure --bin ratios -- "$@")
cat >benches/figures.md <<EOF
What a pass takes as a multiple of what \`serde_json\` takes in the same run, the median of three runs; smaller is better. By
$run.

$table
EOF
cargo run --quiet --release -p toon-benches --bin chart <benches/figures.md >benches/figures.svg

# Without the other TOON crates, whose columns are empty then.
table=$(measure --no-default-features --features json --bin ratios -- "$@" |
  sed -E '/^\|/s/^((\|[^|]*){6})(\|[^|]*){3}/\1/')
cat >benches/figures-alone.md <<EOF
The same next to \`serde_json\` as it comes, without the features that the other TOON crates turn on for it: it reads some
floats off by a bit, and its \`Value\` sorts its keys. By
$run.

$table
EOF
cat benches/figures.md benches/figures-alone.md
