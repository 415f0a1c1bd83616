"""The examples in the README, one after the other."""

import pathlib
import re

import stubs


def test_readme(monkeypatch):
    python = pathlib.Path(__file__).resolve().parents[1]
    readme = python / "README.md"
    stubs.install(monkeypatch)
    monkeypatch.syspath_prepend(python)
    examples = re.findall(r"^```python\n(.*?)^```$", readme.read_text(), re.DOTALL | re.MULTILINE)
    assert len(examples) == 7
    names = {}
    for example in examples:
        exec(compile(example, str(readme), "exec"), names)
