#!/usr/bin/env bash
# The middleware for FastMCP, in a server and its client.
set -euo pipefail
cd "$(dirname "$0")/../.."

source scripts/gateways/environment.bash
environment fastmcp fastmcp==4.2.3
target/gateways/fastmcp/bin/python -P scripts/gateways/check_fastmcp.py
