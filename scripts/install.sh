#!/usr/bin/env bash
# Measures what `cargo install --locked --path cli` costs: the CPU time of an empty build, where it
# goes, and the size of the program.
#
#   scripts/install.sh [--against REVISION] [OPTIONS]
#
# OPTIONS are passed on to Cargo, such as --no-default-features. `--against` also measures another
# revision of this repository. Needs Python, and the network once for the dependencies. The time that
# Cargo states for each package is not CPU time: it includes waiting for a processor.
set -euo pipefail
cd "$(dirname "$0")/.."

revision=
if [ "${1-}" = --against ]; then
  [ $# -gt 1 ] || { echo "usage: scripts/install.sh [--against REVISION] [OPTIONS]" >&2; exit 2; }
  revision=$2
  shift 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# What is measured is Cargo's defaults.
unset RUSTFLAGS RUSTC_WRAPPER CARGO_BUILD_TARGET CARGO_INCREMENTAL "${!CARGO_PROFILE_@}"

# measure NAME FOLDER [OPTIONS]
measure() {
  local name=$1 folder=$2
  shift 2
  cargo fetch --quiet --locked --manifest-path "$folder/Cargo.toml"
  CARGO_TARGET_DIR=$work/$name python3 - "$name" "$folder" "$work/$name" "$@" <<'END'
import json, pathlib, re, resource, subprocess, sys

name, folder, target, *options = sys.argv[1:]
root = pathlib.Path(target, "root")
command = ["cargo", "install", "--quiet", "--locked", "--offline", "--timings", "--path", f"{folder}/cli", "--root", root]
build = subprocess.run([*map(str, command), *options], capture_output=True, text=True, cwd=folder)
if build.returncode:
    sys.exit(build.stderr[-2000:])
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
program = root / "bin" / "toon"
seconds = usage.ru_utime + usage.ru_stime
print(f"\n{name}: {seconds:.0f} s of CPU time, a program of {program.stat().st_size:,} bytes\n")
html = next(pathlib.Path(target).glob("cargo-timings/cargo-timing.html")).read_text()
units = json.loads(re.search(r"const UNIT_DATA = (\[.*?\]);", html, re.S)[1])
total = sum(unit["duration"] for unit in units)
times = {}
for unit in units:
    times[unit["name"]] = times.get(unit["name"], 0) + unit["duration"]
print("| package | share of the time |\n| --- | ---: |")
first = sorted(times.items(), key=lambda entry: -entry[1])[:12]
for package, time in first:
    print(f"| {package} | {100 * time / total:.1f} % |")
print(f"| {len(times) - len(first)} others | {100 * (1 - sum(time for _, time in first) / total):.1f} % |")
END
}

if [ -n "$revision" ]; then
  mkdir "$work/source"
  git archive "$revision" | tar -x -C "$work/source"
  measure "$revision" "$work/source" "$@"
fi
measure now "$PWD" "$@"
