#!/usr/bin/env bash
# Prints the size of the normal form in tokens, compared with JSON and TOON: scripts/normal_table.sh
# [option of the program...]
#
# With TOON_RIVALS=1 (needs npm and Python), the table also has TRON, GCF and ZON, and counts their
# texts that their own decoders do not read back. The data is read from the folder in TOON_DATA, or
# else from ../shared/data.
set -euo pipefail
cd "$(dirname "$0")/.."

export TOON_DATA=${TOON_DATA:-$PWD/../shared/data}
if [ "${TOON_RIVALS:-}" = 1 ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir "$work"/{TRON,GCF,ZON}
  npm install --silent --no-audit --no-fund --prefix "$work" @tron-format/tron@0.1.3 >/dev/null
  PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --no-deps --target "$work/python" gcf-python==2.8.0 zon-format==1.2.3

  cat >"$work/tron.mjs" <<'JS'
import { TRON } from '@tron-format/tron';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const [data, out] = process.argv.slice(2);
const sorted = (value) => JSON.stringify(value, (_, part) =>
  part && typeof part === 'object' && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
    : part);
const write = (name, value) => {
  const text = TRON.stringify(value);
  writeFileSync(join(out, name), text);
  let isExact = false;
  try {
    isExact = sorted(TRON.parse(text)) === sorted(value);
  } catch {
    // What cannot be read is not given back.
  }
  if (!isExact) writeFileSync(join(out, `${name}.lossy`), '');
};
for (const folder of ['.', 'github', 'made'].map((name) => join(data, name))) {
  for (const file of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    write(basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8')));
  }
}
const lines = readFileSync(join(data, 'github/responses.ndjson'), 'utf8').trimEnd().split('\n');
lines.forEach((line, index) => write(`responses-${index}`, JSON.parse(line).value));
JS
  node "$work/tron.mjs" "$TOON_DATA" "$work/TRON"

  PYTHONPATH=$work/python python3 - "$TOON_DATA" "$work" <<'PY'
import json
import pathlib
import sys

import gcf
import zon

data, work = map(pathlib.Path, sys.argv[1:])
formats = {"GCF": (gcf.encode_generic, gcf.decode_generic), "ZON": (zon.encode, zon.decode)}


def plain(value):
    """With equal numbers in one spelling; a boolean is none of them."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def sorted_text(value):
    return json.dumps(plain(value), sort_keys=True)


def write(name, value):
    for format, (encode, decode) in formats.items():
        text = encode(value)
        (work / format / name).write_text(text)
        try:
            is_exact = sorted_text(decode(text)) == sorted_text(value)
        except Exception:  # What cannot be read is not given back.
            is_exact = False
        if not is_exact:
            (work / format / f"{name}.lossy").touch()


for folder in (data, data / "github", data / "made"):
    for path in sorted(folder.glob("*.json")):
        write(path.stem, json.loads(path.read_text()))
for index, line in enumerate((data / "github/responses.ndjson").read_text().splitlines()):
    write(f"responses-{index}", json.loads(line)["value"])
PY
  set -- --rivals "$work" "$@"
fi
cargo run --quiet --release -p toon-benches --no-default-features --features normal --bin normal -- "$@"
