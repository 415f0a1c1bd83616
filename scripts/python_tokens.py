#!/usr/bin/env python3
"""Compares the tokens of `toon_serde` with those of compact JSON and of `toon-format`, if that is installed.

    python3 -m venv venv && venv/bin/pip install ./python toon-format
    venv/bin/python scripts/python_tokens.py

The data are made here, so that everybody gets the same numbers.
"""

import json
import random

from python_speed import nested, rows
from toon_serde import count_tokens, dumps, normal_dumps, normal_loads, smallest

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]

try:
    from toon_format import dumps as theirs
except ImportError:
    theirs = None


def issues():
    """A list as from the API of a forge: the same users in many rows, URLs that follow from names."""
    source = random.Random(3)
    api = "https://api.example.com"
    users = [
        {
            "login": login,
            "id": source.randrange(10**6),
            "url": f"{api}/users/{login}",
            "html_url": f"https://example.com/{login}",
            "repos_url": f"{api}/users/{login}/repos",
            "type": "User",
            "site_admin": False,
        }
        for login in ["ada", "bob", "cy", "dee", "eve"]
    ]
    return [
        {
            "url": f"{api}/repos/acme/shop/issues/{number}",
            "html_url": f"https://example.com/acme/shop/issues/{number}",
            "id": source.randrange(10**9),
            "number": number,
            "title": f"Order {source.randrange(10**4)} fails",
            "user": source.choice(users),
            "labels": source.sample(["bug", "shop", "urgent"], source.randrange(3)),
            "state": "open",
            "assignee": source.choice([None, *users]),
            "comments": source.randrange(9),
            "created_at": f"2026-{source.randrange(1, 13):02}-{source.randrange(1, 29):02}T09:30:00Z",
            "closed_at": None,
        }
        for number in range(100, 0, -1)
    ]


def main():
    print("| data | compact JSON | toon-format | `dumps` | `normal_dumps` | dense | `smallest` |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for name, value in [("rows", rows()), ("nested", nested()), ("issues", issues())]:
        compact = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        legible, dense = (normal_dumps(value, level=level) for level in ["legible", "dense"])
        assert normal_loads(legible) == normal_loads(dense) == value
        _, form = smallest(compact)
        texts = [compact, theirs and theirs(value), dumps(value), legible, dense]
        sizes = [f"{count_tokens(text):,}" if text else "" for text in texts]
        print(f"| {name} | {' | '.join(sizes)} | {form} |")


main()
