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

environment() { # FOLDER PYTHON PACKAGE...
  [ -x "$1/bin/pip" ] || "$2" -m venv "$1"
  "$1/bin/pip" install --quiet "${@:3}" || exit 75
  "$1/bin/pip" install --quiet --no-deps --force-reinstall target/gateways/wheel/*.whl
}
folder=target/gateways/contextforge
environment "$folder/$python" "$python" "mcp-contextforge-gateway==$version"
environment "$folder/client" python3 fastmcp==4.2.3 httpx toon-format==1.2.0
"$folder/$python/bin/pip" install --quiet ./python/cpex

scripts=$PWD/scripts/gateways/contextforge
"$folder/$python/bin/python" "$scripts/manager.py"
rm -rf "$folder/run"
mkdir "$folder/run"
cd "$folder/run"
../client/bin/python "$scripts/check.py" "../$python"
echo "contextforge: $version on $("../$python/bin/python" --version)"
