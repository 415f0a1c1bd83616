"""The results of the server's tools, and what must be true of a text that a model gets instead."""

import json

import toon_format
from toon_serde import count_tokens

ROWS = [{"id": number, "name": f"user {number}", "ratio": number + 0.5, "active": number % 3 > 0} for number in range(60)]
PAGE = {"total": 60, "next": None, "rows": ROWS}
# Here, TOON is larger than compact JSON.
NESTED = {"orders": [{"id": n, "to": {"x": {"y": [{"a": [1, {"b": n}]}, {"c": []}]}}} for n in range(20)]}

# Tools whose text is converted, with its value, and those whose results stay.
CONVERTED = {"list_rows": ROWS, "page": PAGE, "model": PAGE, "json_text": PAGE, "blocks": ROWS}
UNCHANGED = ["words", "small", "nested", "image", "failing", "read_file", "secret_rows"]
ARGUMENTS = {"read_file": {"path": "package.json"}}
RULES = {"exclude_tools": ["secret_*"]}


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def assert_converted(text, value):
    assert toon_format.decode(text) == value, text[:200]
    assert count_tokens(text) < count_tokens(compact(value)), text[:200]


class Panic(BaseException):
    """As PyO3's PanicException, it is not an Exception."""


class Panicking:
    def __init__(self, *_args, **_rules):
        pass

    def applies_to(self, _tool):
        return True

    def convert_result(self, *_arguments):
        raise Panic("called `Option::unwrap()` on a `None` value")
