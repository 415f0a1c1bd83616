#!/usr/bin/env python3
"""Compares the speed of `toon_serde` with `json`, and with the other TOON packages that are installed.

    python3 -m venv venv && venv/bin/pip install ./python toons etoon ctoon toon-format && venv/bin/pip install --pre toony
    venv/bin/python scripts/python_speed.py [ROUNDS]

Prints the processor time of a call in milliseconds, as the median of ROUNDS (200 by default). The libraries take
turns, so that what slows the machine slows them all. Nothing is printed for what a library does not have.
"""

import gc
import importlib
import json
import random
import statistics
import sys
import time


def rows():
    """A list of records with the same fields, 114 kB of JSON."""
    source = random.Random(1)
    cities = ["Berlin", "São Paulo", "New York", "Lagos", "Wien", "Toronto"]
    return [
        {
            "id": number,
            "name": f"User {source.randrange(10_000)}",
            "email": f"user{number}@example.com",
            "city": source.choice(cities),
            "active": source.random() < 0.5,
            "score": round(source.random() * 100, 2),
            "visits": source.randrange(1_000),
        }
        for number in range(868)
    ]


def nested():
    """Records with objects and lists inside, 97 kB of JSON."""
    source = random.Random(2)
    return {
        "orders": [
            {
                "id": f"order-{number}",
                "customer": {"name": f"User {number}", "address": {"city": "Berlin", "zip": str(10_000 + number)}},
                "items": [
                    {"sku": f"sku-{source.randrange(1_000)}", "count": source.randrange(9), "price": source.random()}
                    for _ in range(source.randrange(1, 4))
                ],
                "tags": source.sample(["new", "paid", "gift", "late"], source.randrange(4)),
                **({"note": "leave at the door"} if source.random() < 0.3 else {}),
            }
            for number in range(362)
        ]
    }


LIBRARIES = ["json", "toon_serde", "toons", "etoon", "ctoon", "toony", "toon_format"]


def milliseconds(work, argument):
    begin = time.process_time_ns()
    work(argument)
    return (time.process_time_ns() - begin) / 1e6


def calls(value):
    """What each library does, and with what."""
    for library in LIBRARIES:
        try:
            module = importlib.import_module(library)
        except ImportError:
            continue
        text = module.dumps(value)
        yield library, "write", module.dumps, value
        if hasattr(module, "loads"):
            yield library, "read", module.loads, text


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for name, value in [("rows", rows()), ("nested", nested())]:
        size = len(json.dumps(value, ensure_ascii=False).encode())
        print(f"{name}, {size / 1000:.0f} kB of JSON")
        times = {}
        work = list(calls(value))
        gc.collect()
        for _ in range(rounds):
            for library, what, function, argument in work:
                times.setdefault(library, {}).setdefault(what, []).append(milliseconds(function, argument))
        for library, taken in times.items():
            shown = [f"{what} {statistics.median(taken[what]):6.2f}" for what in ("write", "read") if what in taken]
            print(f"  {library:<12} {'   '.join(shown)}")


if __name__ == "__main__":
    main()
