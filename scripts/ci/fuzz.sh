#!/usr/bin/env bash
# Runs each fuzz target for FUZZ_SECONDS, 15 by default. Needs a nightly toolchain.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/fuzz.sh "${FUZZ_SECONDS:-15}"
