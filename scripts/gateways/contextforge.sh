#!/usr/bin/env bash
# The plug-in `cpex-toon-encoder` in the gateway mcp-context-forge, in front of a server. Server and client have an
# environment of their own, since the gateway fixes the version of `mcp`.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=python3.11 version=1.0.7.post20260921
for newer in python3.13 python3.12; do
  if "$newer" --version >/dev/null 2>&1; then
    python=$newer version=1.1.0
    break
  fi
done

source scripts/gateways/environment.bash
python=python3 environment fastmcp fastmcp==4.2.3 httpx
environment "contextforge/$python" "mcp-contextforge-gateway==$version"
gateway=$PWD/target/gateways/contextforge/$python
"$gateway/bin/pip" install --quiet ./python/cpex
unset PYTHONPATH

scripts=$PWD/scripts/gateways/contextforge
"$gateway/bin/python" "$scripts/manager.py"
rm -rf target/gateways/contextforge/run
mkdir target/gateways/contextforge/run
cd target/gateways/contextforge/run
../../fastmcp/bin/python "$scripts/check.py" "$gateway"
echo "contextforge: $version on $("$gateway/bin/python" --version)"
