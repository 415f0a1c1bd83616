#!/usr/bin/env bash
# Where the time of a case goes, in percent of what serde_json takes for it: scripts/profile.sh CASE write|read
#
# Needs perf (Debian's linux-perf). What both formats share with each other – the allocator, copies and comparisons of
# bytes, the digits of numbers, the target's maps, what drops it – is told from the rest, which is the format and the
# derived code: these are inlined into each other.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -ne 2 ]; then
  sed -n '2s/^# //p' "$0" >&2
  exit 2
fi
case=$1 direction=$2
# As for the figures, of which these are the parts.
export RUSTFLAGS="-C llvm-args=-align-all-functions=6"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/figures
cargo build --quiet --release -p toon-benches --no-default-features --features json --bin passes
passes=${CARGO_TARGET_DIR:-target}/release/passes
samples=$(mktemp)
trap 'rm -f "$samples" "$samples.data"' EXIT

# As many passes as serde_json makes in about half a second.
count=1
while :; do
  started=$(date +%s%N)
  "$passes" "$case" serde_json "$direction" "$count"
  elapsed=$(($(date +%s%N) - started))
  [ "$elapsed" -lt 500000000 ] || break
  count=$((count * 2))
done
count=$((count * 500000000 / elapsed + 1))

# In turns, as the machine may be slower for a while.
for _ in $(seq 8); do
  for format in serde_json toon; do
    perf record --quiet -e cpu-clock -F 10000 -o "$samples.data" "$passes" "$case" "$format" "$direction" "$count"
    perf report --quiet -i "$samples.data" --stdio -g none -F sample,sym 2>/dev/null |
      sed -n "s/^ *\([0-9][0-9]*\)  *\[[^]]*\] /$format\t\1\t/p"
  done
done >"$samples"

awk -F'\t' '
  function part(name) {
    if (name ~ /drop_in_place|dying_next/) return "drop"
    if (name ~ /malloc|free|realloc|calloc|unlink_chunk|alloc_perturb|__rust_|[Rr]aw_?[Vv]ec/) return "allocator"
    if (name ~ /mem(move|cpy|cmp|set)/) return "bytes"
    if (name ~ /zmij|itoa|text::number|text::decimal|parse_(number|integer|decimal|exponent|long)|f64_(from_parts|long)/) return "numbers"
    if (name ~ /BTreeMap|btree|IndexMap|hashbrown/) return "maps"
    return "rest"
  }
  { taken[$1, part($3)] += $2; all[$1] += $2 }
  END {
    printf "| part | serde_json | toon |\n| --- | ---: | ---: |\n"
    n = split("allocator bytes numbers maps drop rest", parts, " ")
    split("the allocator|copies and comparisons of bytes|digits of numbers|maps|drop of the results|the format and the derived code", names, "|")
    for (i = 1; i <= n; i++)
      printf "| %s | %.0f | %.0f |\n", names[i], 100 * taken["serde_json", parts[i]] / all["serde_json"], 100 * taken["toon", parts[i]] / all["serde_json"]
    printf "| all | 100 | %.0f |\n", 100 * all["toon"] / all["serde_json"]
  }
' "$samples"
