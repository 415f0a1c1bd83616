"""The official cases, from the folder that TOON_SPEC_FIXTURES names, else from beside the repository."""

import json
import os
import pathlib

import pytest

from toon_serde import ToonDecodeError, ToonEncodeError, dumps, json_to_toon, loads, toon_to_json

FOLDER = pathlib.Path(
    os.environ.get("TOON_SPEC_FIXTURES")
    or pathlib.Path(__file__).resolve().parents[3] / "shared" / "spec" / "fixtures"
)


def cases(kind):
    for file in sorted((FOLDER / kind).glob("*.json")):
        for case in json.loads(file.read_text())["tests"]:
            yield pytest.param(case, id=f"{file.stem}: {case['name']}")
    if not FOLDER.exists():
        yield pytest.param(None, marks=pytest.mark.skip(f"there are no official cases in {FOLDER}"))


def options_of(case):
    given = case.get("options", {})
    options = {name: given[key] for key, name in [("indentSize", "indent_size"), ("indent", "indent_size")] if key in given}
    return options | {name: given[name] for name in ["delimiter", "strict"] if name in given}


@pytest.mark.parametrize("case", list(cases("encode")))
def test_encode(case):
    options = options_of(case)
    if case.get("shouldError"):
        with pytest.raises(ToonEncodeError):
            dumps(case["input"], **options)
        return
    assert dumps(case["input"], **options) == case["expected"]
    assert json_to_toon(json.dumps(case["input"]), **options) == case["expected"]


def same(value, other):
    """Whether both are equal, with the same order of keys and no bool that is a number."""
    return repr(number_free(value)) == repr(number_free(other))


def number_free(value):
    if isinstance(value, dict):
        return {key: number_free(element) for key, element in value.items()}
    if isinstance(value, list):
        return [number_free(element) for element in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


@pytest.mark.parametrize("case", list(cases("decode")))
def test_decode(case):
    options = options_of(case)
    if case.get("shouldError"):
        with pytest.raises(ToonDecodeError):
            loads(case["input"], **options)
        return
    assert same(loads(case["input"], **options), case["expected"])
    assert same(json.loads(toon_to_json(case["input"], **options)), case["expected"])
