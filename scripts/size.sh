#!/usr/bin/env bash
# Measures what a small program pays for `to_string` of one struct with serde's derive: the bytes that
# it grows by, and the CPU time of its first build. Prints a table of this crate beside `serde_json`,
# `serde_toon` and `toon-format`. Needs Python, and the network once for the dependencies.
#
#   scripts/size.sh [--against REVISION] [RUNS]
#
# The size is that of the stripped release program, minus the same program without the call. The CPU
# time is that of all processes of a dev build with an empty target folder; of RUNS interleaved builds
# (3 by default) the least counts. `--against` also measures another revision of this repository.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  echo "usage: scripts/size.sh [--against REVISION] [RUNS]" >&2
  exit 2
}

revision=
runs=3
while [ $# -gt 0 ]; do
  case $1 in
    --against)
      [ $# -gt 1 ] || usage
      revision=$2
      shift
      ;;
    "" | 0* | *[!0-9]*) usage ;;
    *) runs=$1 ;;
  esac
  shift
done

root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR=$work/target
# What is measured is Cargo's defaults.
unset RUSTFLAGS RUSTC_WRAPPER CARGO_BUILD_TARGET "${!CARGO_PROFILE_@}"

names=()
# candidate NAME FUNCTION DEPENDENCY: a program that writes a struct with FUNCTION, if its feature `on` is enabled.
candidate() {
  names+=("$1")
  mkdir -p "$work/$1/src"
  # The same versions of what the candidates share, as far as we use it, too.
  cp Cargo.lock "$work/$1/"
  cat >"$work/$1/Cargo.toml" <<END
[package]
name = "hello"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
serde = { version = "1", features = ["derive"] }
$3

[features]
on = []

[profile.release]
strip = true
END
  cat >"$work/$1/src/main.rs" <<END
#[cfg(feature = "on")]
#[derive(serde::Serialize)]
struct User {
    id: u32,
    name: String,
    tags: Vec<String>,
}

fn main() {
    let name = std::env::args().next().unwrap_or_default();
    #[cfg(feature = "on")]
    let name = $2(&User { id: 1, name, tags: vec!["a".into()] }).unwrap();
    println!("{name}");
}
END
  # A build must not wait for a download.
  cargo fetch --quiet --manifest-path "$work/$1/Cargo.toml"
}

candidate serde_json serde_json::to_string 'serde_json = "1"'
candidate toon toon::to_string "toon = { package = \"toon-serde\", path = \"$root\" }"
if [ -n "$revision" ]; then
  mkdir "$work/revision"
  git archive "$revision" | tar -x -C "$work/revision"
  candidate toon-before toon::to_string "toon = { package = \"toon-serde\", path = \"$work/revision\" }"
fi
candidate serde_toon serde_toon::to_string 'serde_toon = "0.3"'
# Without its program, which the default features bring.
candidate toon-format toon_format::encode_default \
  'toon_format = { package = "toon-format", version = "0.7", default-features = false }'

# size NAME [OPTIONS]: the bytes of the program.
size() {
  cargo build --quiet --offline --release --manifest-path "$work/$1/Cargo.toml" "${@:2}"
  wc -c <"$CARGO_TARGET_DIR/release/hello"
}

# seconds NAME: the CPU time of a build from nothing.
seconds() {
  rm -rf "$CARGO_TARGET_DIR"
  python3 - cargo build --quiet --offline --features on --manifest-path "$work/$1/Cargo.toml" <<'END'
import resource, subprocess, sys

build = subprocess.run(sys.argv[1:], capture_output=True, text=True)
if build.returncode:
    sys.exit(build.stderr[:2000])
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(round(usage.ru_utime + usage.ru_stime, 2))
END
}

for name in "${names[@]}"; do
  without=$(size "$name")
  echo "$(size "$name" --features on) $without" >"$work/$name.size"
done
for _ in $(seq "$runs"); do
  for name in "${names[@]}"; do
    seconds "$name" >>"$work/$name.seconds"
  done
done

for name in "${names[@]}"; do
  echo "$name $(cat "$work/$name.size") $(sort -n "$work/$name.seconds" | head -n 1)"
done | awk -v revision="$revision" '
  BEGIN {
    print "| crate | program, bytes | without | difference | of `serde_json` | dev build, CPU s | of `serde_json` |"
    print "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
  }
  NR == 1 { size = $2 - $3; seconds = $4 }
  { sizes[$1] = $2 - $3; times[$1] = $4 }
  {
    shown = $1 == "toon-before" ? "`toon` at `" revision "`" : "`" $1 "`"
    printf "| %s | %d | %d | %d | %.2f | %.1f | %.2f |\n", shown, $2, $3, $2 - $3, ($2 - $3) / size, $4, $4 / seconds
  }
  END {
    if (revision != "")
      printf "\n`toon` of `toon` at `%s`: %.3f of the bytes, %.3f of the CPU time\n", revision,
        sizes["toon"] / sizes["toon-before"], times["toon"] / times["toon-before"]
  }'
