#!/usr/bin/env bash
# The plug-ins in the gateways and clients that load them: gateways.sh [HOST...]
#
# scripts/gateways/HOST.sh installs each in environments of its own, below target/gateways. It is not among the steps that
# run by default, since it takes minutes. What could not be installed (code 75) is printed at the end.
set -euo pipefail
cd "$(dirname "$0")/../.."

export PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1
rm -rf target/gateways/wheel
CARGO_TARGET_DIR="$PWD/target/python" python3 -m pip wheel --quiet --no-deps --wheel-dir target/gateways/wheel ./python

[ $# -gt 0 ] || set -- $(basename --multiple --suffix .sh scripts/gateways/*.sh)
missing=()
for host; do
  echo "--> $host ($SECONDS s)"
  code=0
  "scripts/gateways/$host.sh" || code=$?
  case $code in
    0) ;;
    75) missing+=("$host") ;;
    *) exit "$code" ;;
  esac
done
echo "--> could not be installed: ${missing[*]:-none} ($SECONDS s)"
