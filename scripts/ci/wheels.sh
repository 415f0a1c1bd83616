#!/usr/bin/env bash
# The programs as wheels: `pip install` of each folder gives a program that runs. It is not among the
# steps that run by default, since it builds both with optimizations.
set -euo pipefail
cd "$(dirname "$0")/../.."

rm -rf target/wheels
python3 -m venv target/wheels
export PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1
target/wheels/bin/pip install --quiet ./cli ./mcp

encoded=$(echo '{"ids": [1, 2, 3]}' | target/wheels/bin/toon encode)
[ "$encoded" = 'ids[3]: 1,2,3' ] || {
  echo "wheels: toon encoded $encoded" >&2
  exit 1
}
result='{"content":[{"type":"text","text":"no JSON"}]}'
[ "$(target/wheels/bin/toon-mcp filter <<<"$result")" = "$result" ] || {
  echo "wheels: toon-mcp changed a result that is not JSON" >&2
  exit 1
}
target/wheels/bin/toon --version
target/wheels/bin/toon-mcp --version
