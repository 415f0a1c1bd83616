#!/usr/bin/env bash
# No benchmark takes more instructions than its baseline. Needs valgrind.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/instructions.sh
