#!/usr/bin/env bash
# Each fuzz target runs for a few seconds: FUZZ_SECONDS, 15 unless told. Needs a nightly toolchain.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/fuzz.sh "${FUZZ_SECONDS:-15}"
