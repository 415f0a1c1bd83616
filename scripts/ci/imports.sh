#!/usr/bin/env bash
# Checks that no two files import each other, or what they must not know, and the same of packages.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/imports.sh
# Using TOON must not enable features of serde_json that users have not asked for.
if cargo tree -p toon-serde -e normal | grep serde_json; then
  echo "serde_json is in the default dependency graph" >&2
  exit 1
fi
# What other programs are built with must not bring a runtime, HTTP, a tokenizer or a program's tools.
for package in toon-serde toon-answer toon-normal toon-formats toon-convert toon-agents; do
  if cargo tree --package "$package" --edges normal | grep -E ' (tokio|rmcp|reqwest|axum|hyper|tiktoken-rs|clap) v'; then
    echo "$package depends on it" >&2
    exit 1
  fi
done
