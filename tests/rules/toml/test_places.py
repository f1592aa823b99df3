"""Lines of values by path, against what the standard reader finds in the same text."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from siete.rules.toml.places import Path, lines_of_paths
from siete.table.notation.writer import toml

TEXT = '''\
a = 1 # [not a table]
"b c".d = """x
y"""
[choices]
k = [1, [2, 3],
  { z = 4, "q" = 'u]' }, # ]
]
[[round]]
x = 1979-05-27 07:32:00
[[round]]
y.z = {a=1}
[round.sub]
p = \'\'\'
q = 1\'\'\'
r = 2
'''


def test_every_value_has_its_line() -> None:
    tomllib.loads(TEXT)
    assert lines_of_paths(TEXT) == {
        ("a",): 1,
        ("b c", "d"): 2,
        ("choices",): 4,
        ("choices", "k"): 5,
        ("choices", "k", 0): 5,
        ("choices", "k", 1): 5,
        ("choices", "k", 1, 0): 5,
        ("choices", "k", 1, 1): 5,
        ("choices", "k", 2): 6,
        ("choices", "k", 2, "z"): 6,
        ("choices", "k", 2, "q"): 6,
        ("round", 0): 8,
        ("round", 0, "x"): 9,
        ("round", 1): 10,
        ("round", 1, "y", "z"): 11,
        ("round", 1, "y", "z", "a"): 11,
        ("round", 1, "sub"): 12,
        ("round", 1, "sub", "p"): 13,
        ("round", 1, "sub", "r"): 15,
    }


values: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers(0, 9) | st.text() | st.datetimes() | st.times(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), values, max_size=4))
def test_no_value_is_missed(data: dict[str, Any]) -> None:
    pairs = [toml({key: value}).removeprefix("{ ").removesuffix(" }") for key, value in data.items()]
    text = "\n# =\n".join(pairs)
    assert tomllib.loads(text) == data
    lines = lines_of_paths(text)
    assert {path: lines[path] for path in lines if len(path) == 1} == {(key,): 1 + 2 * n for n, key in enumerate(data)}
    assert set(lines) == set(_paths(data, ()))


def _paths(value: Any, path: Path) -> list[Path]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    here: list[Path] = [path] if path else []
    return here + [each for key, item in inside for each in _paths(item, (*path, key))]
