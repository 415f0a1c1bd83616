#!/usr/bin/env bash
# Packs the same folders with this program and with repomix, gitingest and files-to-prompt:
# scripts/packers.sh [FOLDER]...
#
# For each, prints the tokens of the text (o200k_base, all counted by the same program), how many of the lines that occur
# once in the folder's text files it contains (tables contain the data of a file, but not its lines), of how many files
# it contains any of them, the processor time and the memory at the peak. Needs npm, Python and GNU time, and installs the others in a temporary folder.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release -p toon-serde-cli
toon=$PWD/target/release/toon
[ $# -gt 0 ] || set -- src docs
folders=()
for folder; do folders+=("$(cd "$folder" && pwd)"); done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm init --yes && npm install repomix@1.18.1 gpt-tokenizer@3.4.0) >/dev/null 2>&1
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet files-to-prompt==0.6 gitingest==0.3.1

cat >"$work/count.mjs" <<'JS'
import { readFileSync } from "node:fs";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
console.log(encode(readFileSync(process.argv[2], "utf8"), { allowedSpecial: "all" }).length);
JS
cat >"$work/kept.py" <<'PY'
import collections, pathlib, subprocess, sys
folder, output = sys.argv[1:]
shown = {line.strip() for line in open(output, encoding="utf8", errors="replace")}
names = subprocess.run(["git", "-C", folder, "ls-files", "-z"], capture_output=True, check=True).stdout
counts, files = collections.Counter(), {}
for name in filter(None, names.decode().split("\0")):
    try:
        text = pathlib.Path(folder, name).read_text(encoding="utf8")
    except (UnicodeDecodeError, OSError):
        continue
    files[name] = list(filter(None, map(str.strip, text.splitlines())))
    counts.update(files[name])
single = {name: {line for line in lines if counts[line] == 1} for name, lines in files.items()}
single = {name: lines for name, lines in single.items() if lines}
kept = sum(len(lines & shown) for lines in single.values())
lines = sum(map(len, single.values()))
with_any = sum(bool(lines & shown) for lines in single.values())
print(f"{100 * kept / max(lines, 1):.0f} % | {with_any} of {len(single)}")
PY

# What is run, by its name in the table, in the folder, with the output file as its argument.
row() {
  local name=$1 out=$work/out.txt
  shift
  rm -f "$out"
  if (cd "$folder" && /usr/bin/time --format '%U %S %M' --output "$work/time" "$@" >"$work/log" 2>&1); then
    [ -s "$out" ] || cp "$work/log" "$out"
    local tokens kept
    tokens=$(cd "$work" && node count.mjs out.txt)
    kept=$(python3 "$work/kept.py" "$folder" "$out")
    tail -n 1 "$work/time" | awk -v name="$name" -v tokens="$tokens" -v kept="$kept" \
      '{ printf "| %s | %s | %s | %.1f s | %d MB |\n", name, tokens, kept, $1 + $2, $3 / 1024 }'
  else
    echo "| $name | failed: $(head -n 1 "$work/log") | | | | |"
  fi
}

for folder in "${folders[@]}"; do
  printf '\n%s\n\n| program | tokens | lines | files | processor time | memory |\n' "$(basename "$folder")"
  echo "| --- | ---: | ---: | ---: | ---: | ---: |"
  row 'repomix' "$work/node_modules/.bin/repomix" --quiet --output "$work/out.txt" .
  row 'repomix --compress' "$work/node_modules/.bin/repomix" --quiet --compress --output "$work/out.txt" .
  row 'gitingest' "$work/venv/bin/gitingest" . --output "$work/out.txt"
  row 'files-to-prompt' "$work/venv/bin/files-to-prompt" . --output "$work/out.txt"
  row 'toon context pack' "$toon" context pack . -o "$work/out.txt"
  for budget in 5k 20k 50k; do
    row "toon context pack --budget $budget" "$toon" context pack . --budget "$budget" -o "$work/out.txt"
  done
done
