#!/usr/bin/env bash
# The guardrail for LiteLLM: through its translation of results, then in its proxy, with a server and a client of FastMCP.
set -euo pipefail
cd "$(dirname "$0")/../.."

source scripts/gateways/environment.bash
environment fastmcp fastmcp==4.2.3
environment litellm 'litellm[proxy]==1.108.7'
export LITELLM_LOCAL_MODEL_COST_MAP=True
target/gateways/litellm/bin/python -P scripts/gateways/check_litellm.py
target/gateways/fastmcp/bin/python -P scripts/gateways/check_litellm_proxy.py
