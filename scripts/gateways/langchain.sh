#!/usr/bin/env bash
# The interceptor for langchain-mcp-adapters, with a server of FastMCP.
set -euo pipefail
cd "$(dirname "$0")/../.."

source scripts/gateways/environment.bash
environment fastmcp fastmcp==4.2.3
environment langchain langchain-mcp-adapters==0.3.2
target/gateways/langchain/bin/python -P scripts/gateways/check_langchain.py
