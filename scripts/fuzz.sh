#!/usr/bin/env bash
# Runs fuzz targets: scripts/fuzz.sh [seconds per target, 600 by default] [target...]
#
# Needs a nightly toolchain (`rustup toolchain install nightly`). Without one, prints a message and
# does nothing. Installs cargo-fuzz if it is missing. If there is a finding, it is stored in
# fuzz/artifacts/, and the script fails.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-600}
targets=("${@:2}")
if [ ${#targets[@]} -eq 0 ]; then
  targets=(decode round_trip typed encode normal repair container)
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
  # Without a sanitizer: there is no unsafe code for it to check, and twice as many inputs are
  # tried.
  cargo +nightly fuzz run --sanitizer none "$target" "fuzz/corpus/$target" -- \
    -max_total_time="$seconds" -max_len=4096 -timeout=10 -dict=fuzz/toon.dict -print_final_stats=1 2>&1 |
    grep --line-buffered -vE '^#[0-9]+[[:space:]]+(NEW|REDUCE|RELOAD|pulse)|# Uses:' # one line for every new input says nothing
done
