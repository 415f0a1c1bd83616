#!/usr/bin/env bash
# Compares instruction counts with benches/instructions.txt: scripts/instructions.sh [--update]
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v valgrind >/dev/null; then
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  if ! { $sudo apt-get update && $sudo apt-get install --yes --no-install-recommends valgrind; } >/dev/null; then
    echo "instructions: there is no valgrind and no way to install it" >&2
    exit 1
  fi
fi
# Another compiler counts differently.
compiler=$(sed -n '1s/^rustc \([^,]*\),.*/\1/p' benches/instructions.txt)
if [ "${1:-}" != --update ] && [[ $(rustc --version) != "rustc $compiler "* ]] && command -v rustup >/dev/null; then
  rustup toolchain install "$compiler" --profile minimal
  export RUSTUP_TOOLCHAIN=$compiler
fi
cargo build --quiet --profile instructions -p toon-benches --no-default-features --bin passes --bin instructions
"${CARGO_TARGET_DIR:-target}/instructions/instructions" "$@"
