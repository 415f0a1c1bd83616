#!/usr/bin/env bash
# Checks that no benchmark takes more instructions than its baseline. Needs valgrind.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/instructions.sh
