#!/usr/bin/env bash
# Measures the time of `cargo check` for 300 structs with serde's derives, with ours, and with ours
# and hints. Prints the median of several interleaved runs, and the ratios to serde's.
#
#   scripts/check_time.sh [RUNS]
set -euo pipefail
cd "$(dirname "$0")/.."

runs=${1:-5}
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat >"$work/Cargo.toml" <<EOF
[package]
name = "check-time"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
serde = { version = "1", features = ["derive"] }
toon-serde = { path = "$root" }
EOF
cp Cargo.lock "$work/"
export CARGO_TARGET_DIR=$work/target CARGO_INCREMENTAL=0

# generate CRATE HINT
generate() {
  for i in $(seq 0 299); do
    echo "#[derive($1::Serialize, $1::Deserialize, PartialEq, Default)] $2"
    echo "pub struct S$i { pub id: u64, pub name: String, pub email: Option<String>, pub active: bool, pub score: f64,"
    echo "  pub tags: Vec<String>, pub next: Option<Box<S$((i / 8 * 8))>> }"
  done >"$work/src/lib.rs"
}

# Prints the CPU time of one check in seconds.
check() {
  generate "$@"
  local TIMEFORMAT=%U
  { time cargo check --quiet --manifest-path "$work/Cargo.toml" >"$work/log" 2>&1; } 2>&1 || { head -20 "$work/log" >&2; exit 1; }
}

check serde "" >/dev/null
for _ in $(seq "$runs"); do
  check serde "" >>"$work/serde"
  check toon "" >>"$work/toon"
  check toon "#[toon(skip_default, fold)]" >>"$work/hints"
done
median() { sort -n "$1" | sed -n "$(((runs + 1) / 2))p"; }
awk -v serde="$(median "$work/serde")" -v toon="$(median "$work/toon")" -v hints="$(median "$work/hints")" 'BEGIN {
  printf "serde %.2f s, toon %.2f s (%.2f), toon with hints %.2f s (%.2f)\n",
    serde, toon, toon / serde, hints, hints / serde
  exit toon > 1.4 * serde || hints > 3.5 * serde
}'
