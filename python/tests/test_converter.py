"""Results of tools."""

import asyncio
import copy
import json
import threading

import pytest

from toon_serde import Converter, ToonEncodeError, loads, normal_loads

ROWS = [{"id": number, "name": f"user {number}", "ratio": number + 0.5, "active": True} for number in range(100)]
REPETITIVE = [
    {"login": f"user{number}", "url": f"https://api.example.com/users/user{number}", "type": "User", "plan": {"name": "free"}}
    for number in range(60)
]


def result_of(value, **more):
    return {"content": [{"type": "text", "text": json.dumps(value, indent=2)}], **more}


def text_of(result):
    return result["content"][0]["text"]


def test_a_text():
    result = result_of(ROWS, isError=False, _meta={"a": 1})
    before = copy.deepcopy(result)
    converter = Converter()
    converted, conversion = converter.convert_result("list", result)
    assert result == before
    assert loads(text_of(converted)) == ROWS
    assert converted["content"][0]["_meta"] == {"toon/format": "toon"}
    assert (converted["isError"], converted["_meta"]) == (False, {"a": 1})
    assert conversion["toon_encoded"] is True
    assert conversion["bytes_saved"] == conversion["bytes_before"] - conversion["bytes_after"] > 0
    assert conversion["tokens_saved"] == conversion["tokens_before"] - conversion["tokens_after"] > 0
    assert 0 < conversion["savings_percent"] < 100
    assert "TOON takes" in conversion["reason"]
    stats = converter.get_stats()
    assert (stats["tools_processed"], stats["tools_converted"], stats["tool_conversion_rate"]) == (1, 1, 100.0)
    assert (stats["items_attempted"], stats["items_converted"], stats["item_conversion_rate"]) == (1, 1, 100.0)
    assert (stats["total_bytes_saved"], stats["total_tokens_saved"]) == (conversion["bytes_saved"], conversion["tokens_saved"])
    assert (stats["conversions_attempted"], stats["conversions_successful"], stats["success_rate"]) == (1, 1, 100.0)


@pytest.mark.parametrize(
    "result",
    [
        {},
        {"content": []},
        {"content": [{"type": "text", "text": "plain words, not JSON"}]},
        {"content": [{"type": "image", "data": "aGk=", "mimeType": "image/png"}]},
        {"content": "text"},
        result_of([1, 2]),
        result_of(ROWS, isError=True),
    ],
)
def test_what_stays_is_the_same_object(result):
    converted, conversion = Converter().convert_result("list", result)
    assert converted is result
    assert conversion["toon_encoded"] is False
    assert conversion["bytes_saved"] == 0


def test_tools():
    converter = Converter(exclude_tools=["up-secret-*"], min_size_bytes=0)
    assert converter.convert_result("up-secret-rows", result_of(ROWS))[1]["toon_encoded"] is False
    assert converter.convert_result("up-rows", result_of(ROWS))[1]["toon_encoded"] is True
    assert not converter.applies_to("up-secret-rows")
    assert not Converter(include_tools=[]).applies_to("rows")
    assert Converter(include_tools=["r*"], exclude_tools=["rows"]).applies_to("rows")
    with pytest.raises(ValueError, match="invalid pattern"):
        Converter(exclude_tools=["a["])


def test_sizes():
    size = len(text_of(result_of(ROWS)))
    for rules, is_converted in [
        ({"min_size_bytes": size}, True),
        ({"min_size_bytes": size + 1}, False),
        ({"max_size_bytes": size}, True),
        ({"max_size_bytes": size - 1}, False),
    ]:
        assert Converter(**rules).convert_result("list", result_of(ROWS))[1]["toon_encoded"] is is_converted


def test_structured_content():
    result = result_of(ROWS, structuredContent={"result": ROWS})
    kept, _ = Converter(structured="keep").convert_result("list", result)
    assert kept["structuredContent"] is result["structuredContent"]
    assert loads(text_of(kept)) == ROWS
    dropped, _ = Converter(structured="drop").convert_result("list", result)
    assert "structuredContent" not in dropped
    alone, _ = Converter(structured="auto", host="structured").convert_result(
        "list", {"content": [], "structuredContent": {"rows": ROWS}}
    )
    assert loads(text_of(alone)) == {"rows": ROWS}


def test_what_the_host_shows():
    result = result_of(ROWS, structuredContent={"result": ROWS})
    saved = {}
    for host in ["structured", "content", "both"]:
        saved[host] = Converter(structured="keep", host=host).convert_result("list", result)[1]["bytes_saved"]
    assert saved["structured"] == 0 < saved["content"] == saved["both"]


def test_the_normal_form_is_explained():
    converter = Converter(form="legible")
    for _ in range(2):
        converted, conversion = converter.convert_result("list", result_of(REPETITIVE))
        explanation, mark, form = text_of(converted).partition("_form: ")
        assert explanation.startswith("TOON")
        assert normal_loads(mark + form) == REPETITIVE
        # Without the blank line after the explanation.
        assert conversion["bytes_after"] == len(text_of(converted).encode()) - 2
    # TOON is not, as without normal forms.
    rows = [{"id": number, "hash": hex(number**9)} for number in range(60)]
    converted, conversion = converter.convert_result("list", result_of(rows))
    assert conversion["toon_encoded"]
    assert loads(text_of(converted)) == rows


def test_other_rules():
    result = result_of(ROWS)
    assert "_meta" not in Converter(add_format_marker=False).convert_result("list", result)[0]["content"][0]
    assert text_of(Converter(delimiter="|").convert_result("list", result)[0]).startswith("[100|]")
    assert Converter(measure="bytes").convert_result("list", result)[1]["tokens_saved"] == 0
    assert Converter(convert_errors=True).convert_result("list", result_of(ROWS, isError=True))[1]["toon_encoded"]
    scalar = result_of("x" * 200)
    rules = {"any_savings": True, "min_size_bytes": 0}
    assert Converter(convert_scalars=True, **rules).convert_result("get", scalar)[1]["toon_encoded"]
    assert not Converter(**rules).convert_result("get", scalar)[1]["toon_encoded"]
    for option in ["form", "structured", "measure", "host"]:
        with pytest.raises(ValueError, match=f"unknown {option}"):
            Converter(**{option: "other"})
    with pytest.raises(TypeError):
        Converter(unknown=1)


def test_files():
    result, arguments = result_of(ROWS), {"path": "package.json"}
    assert not Converter().convert_result("open", result, arguments)[1]["toon_encoded"]
    assert Converter(rewrite_files=True).convert_result("open", result, arguments)[1]["toon_encoded"]
    assert Converter().convert_result("open", result, {"query": "x"})[1]["toon_encoded"]


def test_errors_keep_the_original():
    duplicate = {"content": [{"type": "text", "text": '{"a":1,"a":"' + "x" * 100 + '"}'}]}
    cycle = {"content": []}
    cycle["content"].append(cycle)
    for result in [{"content": {1, 2}}, {"content": ["\ud800"]}, cycle, {"content": [[]] * 3, "x": object()}]:
        converted, conversion = Converter().convert_result("list", result)
        assert converted is result
        assert conversion["reason"].startswith("an error: ")
        with pytest.raises((TypeError, ToonEncodeError)):
            Converter(skip_on_error=False).convert_result("list", result)
    assert Converter().convert_result("list", duplicate)[0] is duplicate
    with pytest.raises(ToonEncodeError, match="duplicate key"):
        Converter(skip_on_error=False).convert_result("list", duplicate)
    with pytest.raises(TypeError):
        Converter().convert_result("list", "text")


def test_dictionaries_that_keep_their_entries_elsewhere():
    class CopyOnWrite(dict):
        def __init__(self, entries):
            super().__init__()
            self.entries = entries

        def items(self):
            return self.entries.items()

    result = CopyOnWrite(result_of(ROWS, isError=False))
    converted, _ = Converter().convert_result("list", result)
    assert loads(text_of(converted)) == ROWS
    assert converted["isError"] is False


def test_threads():
    converter = Converter(measure="bytes")
    threads = [
        threading.Thread(target=lambda: [converter.convert_result("list", result_of(ROWS)) for _ in range(20)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert converter.get_stats()["tools_converted"] == 80


class Raising(dict):
    """A result whose entries cannot be read."""

    def __init__(self, error):
        super().__init__(content=[])
        self.error = error

    def items(self):
        raise self.error


def test_a_panic_keeps_the_original(capfd):
    with pytest.raises(KeyError):
        Converter(skip_on_error=False).convert_result("list", Raising(KeyError()))
    # PyO3 panics where Python code raises this exception, which exists as soon as there was another one.
    [panic] = [error for error in BaseException.__subclasses__() if error.__name__ == "PanicException"]
    result, converter = Raising(panic("broken")), Converter()
    for _ in range(100):
        converted, conversion = converter.convert_result("list", result)
        assert converted is result
        assert conversion["reason"] == "an error: RuntimeError: internal error"
    assert "PyO3 is resuming a panic" in capfd.readouterr().err
    with pytest.raises(RuntimeError, match="internal error"):
        Converter(skip_on_error=False).convert_result("list", result)
    assert converter.convert_result("list", result_of(ROWS))[1]["toon_encoded"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, asyncio.CancelledError])
def test_what_is_not_an_error_is_passed_on(error):
    with pytest.raises(error):
        Converter().convert_result("list", Raising(error()))


def test_an_indentation_that_is_invalid():
    for size in [0, -1, 17]:
        with pytest.raises(ValueError, match="1 to 16 spaces"):
            Converter(indent_size=size)
