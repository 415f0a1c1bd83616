#!/usr/bin/env bash
# Runs every fuzz target: scripts/fuzz.sh [seconds for each, 600 unless told] [target...]
#
# Needs a nightly toolchain (`rustup toolchain install nightly`); without one it says so and does
# nothing. cargo-fuzz is installed when it is missing. A finding is kept under fuzz/artifacts/, and
# the script fails.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-600}
targets=("${@:2}")
if [ ${#targets[@]} -eq 0 ]; then
  targets=(decode round_trip typed encode normal repair)
fi

if ! cargo +nightly --version >/dev/null 2>&1; then
  echo "fuzz: skipped, there is no nightly toolchain" >&2
  exit 0
fi
if ! cargo fuzz --version >/dev/null 2>&1; then
  cargo install cargo-fuzz --locked
fi

cargo run --quiet --manifest-path fuzz/Cargo.toml --example seed

for target in "${targets[@]}"; do
  echo "fuzz: $target for $seconds s"
  mkdir -p "fuzz/corpus/$target"
  # No sanitizer: there is no unsafe code here for one to watch, and without it twice as much is
  # tried.
  cargo +nightly fuzz run --sanitizer none "$target" "fuzz/corpus/$target" -- \
    -max_total_time="$seconds" -max_len=4096 -timeout=10 -dict=fuzz/toon.dict -print_final_stats=1 2>&1 |
    grep --line-buffered -vE '^#[0-9]+[[:space:]]+(NEW|REDUCE|RELOAD|pulse)|# Uses:' # one line for every new input says nothing
done
