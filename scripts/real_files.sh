#!/usr/bin/env bash
# Converts the CSV and JSON data sets of Python and npm packages to TOON and back, and compares the
# result with what Python's csv and json modules read: scripts/real_files.sh [FOLDER...]
#
# Needs Python with pip, and npm. The versions of the packages are pinned, so that the data sets stay
# the same. Files in the folders that are named are converted as well.
# Prints which files were refused, and fails if a value is wrong.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --quiet -p toon-serde-cli
toon=$(realpath "${CARGO_TARGET_DIR:-target}")/debug/toon

python3 -m pip download --quiet --no-deps --disable-pip-version-check --only-binary :all: --dest "$work" \
  scikit-learn==1.9.1 seaborn==0.13.2 statsmodels==0.15.0
for wheel in "$work"/*.whl; do
  name=$(basename "$wheel")
  mkdir -p "$work/packages/${name%%-*}"
  python3 -m zipfile -e "$wheel" "$work/packages/${name%%-*}"
done
mkdir "$work/packages/vega_datasets"
archive=$(cd "$work" && npm pack --silent vega-datasets@3.2.1)
tar -xzf "$work/$archive" -C "$work/packages/vega_datasets"

python3 scripts/real_files.py "$toon" "$work"/packages/* "$@"
