"""The examples in the README, one after the other."""

import pathlib
import re


def test_readme():
    readme = pathlib.Path(__file__).resolve().parents[1] / "README.md"
    examples = re.findall(r"^```python\n(.*?)^```$", readme.read_text(), re.DOTALL | re.MULTILINE)
    assert len(examples) == 4
    names = {}
    for example in examples:
        exec(compile(example, str(readme), "exec"), names)
