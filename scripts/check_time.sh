#!/usr/bin/env bash
# Measures what `cargo check` of 200 structs costs with serde's derives, with ours, and with ours and
# hints: CPU time, and memory at the peak. Prints the medians of several interleaved runs and the
# ratios to serde's, and fails if a ratio is above its limit. Needs Python.
#
#   scripts/check_time.sh [RUNS]
set -euo pipefail
cd "$(dirname "$0")/.."

runs=${1:-5}
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat >"$work/Cargo.toml" <<END
[package]
name = "check-time"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
serde = { version = "1", features = ["derive"] }
toon-serde = { path = "$root" }
END
cp Cargo.lock "$work/"
export CARGO_TARGET_DIR=$work/target CARGO_INCREMENTAL=0

# generate CRATE FIELDS HINT
generate() {
  local shared='pub id: u64, pub name: String, pub email: Option<String>, pub active: bool, pub score: f64'
  for i in $(seq 0 199); do
    echo "#[derive($1::Serialize, $1::Deserialize, PartialEq, Default)] $3"
    case $2 in
      object) echo "pub struct S$i { $shared, pub tags: Vec<String>, pub next: Option<Box<S$((i / 8 * 8))>> }" ;;
      row) echo "pub struct S$i { $shared, pub city: String, pub zip: Option<u32> }" ;;
    esac
  done >"$work/src/lib.rs"
}

# Prints the CPU time of one check in seconds, and its memory in MB.
check() {
  generate "$@"
  python3 - cargo check --quiet --manifest-path "$work/Cargo.toml" <<'END'
import resource, subprocess, sys

check = subprocess.run(sys.argv[1:], capture_output=True, text=True)
if check.returncode:
    sys.exit(check.stderr[:2000])
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_utime, usage.ru_maxrss / 1024)
END
}

check serde object "" >/dev/null
for _ in $(seq "$runs"); do
  for fields in object row; do
    check serde $fields "" >>"$work/$fields.serde"
    check toon $fields "" >>"$work/$fields.toon"
  done
  check toon object "#[toon(skip_default, fold)]" >>"$work/object.hints"
  check toon row "#[toon(tabular, skip_default)]" >>"$work/row.hints"
done

# median FILE COLUMN
median() { awk "{ print \$$2 }" "$1" | sort -n | sed -n "$(((runs + 1) / 2))p"; }

failed=0
# compare FIELDS DERIVE LIMIT
compare() {
  awk -v what="$1, $2" -v limit="$3" \
    -v seconds="$(median "$work/$1.$2" 1)" -v serde_seconds="$(median "$work/$1.serde" 1)" \
    -v mb="$(median "$work/$1.$2" 2)" -v serde_mb="$(median "$work/$1.serde" 2)" 'BEGIN {
    printf "%-14s %6.2f s (%.2f) %5d MB (%.2f), at most %.1f\n",
      what, seconds, seconds / serde_seconds, mb, mb / serde_mb, limit
    exit seconds > limit * serde_seconds || mb > limit * serde_mb
  }' || failed=1
}
for fields in object row; do
  compare $fields serde 1
  compare $fields toon 1.4
  compare $fields hints 2.5
done
exit $failed
