#!/usr/bin/env bash
# Records the terminal session that the READMEs show, cli/session.svg: scripts/cli_session.sh
set -euo pipefail
cd "$(dirname "$0")/.."

SNAPSHOTS=overwrite cargo test --quiet -p toon-serde-cli --test cli session >/dev/null
git --no-pager diff --stat -- cli/session.svg
