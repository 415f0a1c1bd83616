#!/usr/bin/env bash
# The hook for pydantic-ai, with its test model and a server of FastMCP in the same process.
set -euo pipefail
cd "$(dirname "$0")/../.."

source scripts/gateways/environment.bash
environment pydantic_ai 'pydantic-ai-slim[mcp]==2.68.0' fastmcp==4.2.3
target/gateways/pydantic_ai/bin/python -P scripts/gateways/check_pydantic_ai.py
