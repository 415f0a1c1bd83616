#!/usr/bin/env bash
# Builds the Python module as `pip` builds it, but with overflow checks, and tests it: alone, with the official cases,
# next to `toon-format`, and with the tests of `toons`. Needs Python 3.11 or later.
set -euo pipefail
cd "$(dirname "$0")/../.."

export CARGO_TARGET_DIR="$PWD/target/python"
cargo fmt --manifest-path python/Cargo.toml --check
cargo clippy --manifest-path python/Cargo.toml --all-targets -- -D warnings

venv=target/python/venv
[ -x "$venv/bin/pip" ] || python3 -m venv "$venv"
# Not `bin/pip` and `bin/pytest`, which name the folder in which the environment was made: a copy would use the original.
python=$venv/bin/python
MATURIN_PEP517_ARGS="--profile dev" "$python" -m pip install --quiet --force-reinstall --no-deps ./python
"$python" -m pip install --quiet pytest toon-format==1.2.0
"$python" -m pytest --quiet -p no:cacheprovider python/tests
scripts/python_toons.sh "$venv"
