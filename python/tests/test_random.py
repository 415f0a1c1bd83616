"""Random values against `json`, and against `toon-format` if it is installed."""

import collections
import json
import os

import pytest
from values import Values

from toon_serde import (
    ToonDecodeError,
    dumps,
    json_to_toon,
    loads,
    normal_dumps,
    normal_loads,
    smallest,
    toon_to_json,
)

COUNT = int(os.environ.get("TOON_PYTHON_COUNT", "20000"))
SEED = int(os.environ.get("TOON_PYTHON_SEED", "1"))


def values():
    source = Values(SEED)
    for _ in range(COUNT):
        yield source.value()


def test_round_trips():
    for value in values():
        text = dumps(value)
        assert loads(text) == value, text
        assert json.loads(toon_to_json(text)) == value, text
        assert json_to_toon(json.dumps(value)) == text
        assert loads(dumps(value, delimiter="|", indent_size=1), indent_size=1) == value


def test_normal_forms():
    for value in values():
        for level in ["plain", "legible", "dense"]:
            text = normal_dumps(value, level=level)
            assert normal_loads(text) == value, text
        text, form = smallest(json.dumps(value), measure="bytes")
        assert (json.loads if form == "json" else normal_loads)(text) == value, text


def mutated(source, text):
    """The text with a mistake, perhaps."""
    text = list(text)
    at = source.random.randrange(len(text) + 1)
    text[at : at + source.random.randrange(2)] = source.random.choice([" ", "\n", ":", ",", '"', "[", "]", "1", "- "])
    return "".join(text)


def test_mutated_texts_are_read_or_refused():
    source = Values(SEED)
    for value in values():
        try:
            loads(mutated(source, mutated(source, dumps(value))))
        except ToonDecodeError as error:
            assert error.line


def test_against_toon_format():
    toon_format = pytest.importorskip("toon_format", reason="toon-format is not installed")
    print(f"toon-format {toon_format.__version__} implements specification {toon_format.__toon_spec__}")
    source = Values(SEED + 1)
    differences = collections.Counter()
    examples = {}
    for value in values():
        text = dumps(value)
        theirs = toon_format.dumps(value)
        if text != theirs:
            differences["written"] += 1
            examples.setdefault("written", (value, text, theirs))
        assert toon_format.loads(text) == value
        assert loads(theirs) == value
        text = mutated(source, text)
        read = []
        for module, error in [(loads, ToonDecodeError), (toon_format.loads, toon_format.ToonDecodeError)]:
            try:
                read.append(repr(module(text)))
            except error:
                read.append(None)
        if read[0] != read[1]:
            differences["read"] += 1
            examples.setdefault("read", (text, *read))
    assert not differences, (differences, examples)
