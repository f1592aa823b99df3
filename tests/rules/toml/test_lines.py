"""On which line of a TOML text each key stands."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siete.rules.toml.places import lines_of_keys


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", {}),
        ("a = 1\nb = 2\n\n# c = 3\nd = 4", {"a": 1, "b": 2, "d": 5}),
        ("  a=1#\n\tb = 2", {"a": 1, "b": 2}),
        ("a = [\n  1,\n  2, # b = 3\n]\nc = 4", {"a": 1, "c": 5}),
        ("a = [ # [\n]\nc = { d = 1, e = { f = 2 } }\ng = 1", {"a": 1, "c": 3, "g": 4}),
        ('a = """\nb = 1\n"quoted" ""\n"""\nc = 1', {"a": 1, "c": 5}),
        ("a = '''\nb = 1\n'''\nc = 1", {"a": 1, "c": 4}),
        ('a = "x\\"y # = [" # \nc = 1', {"a": 1, "c": 2}),
        ("a = 'x # = ['\nc = 1", {"a": 1, "c": 2}),
        ('a = """x\\"""y"""\nc = 1', {"a": 1, "c": 2}),
        ('a = """x"""""\nc = 1', {"a": 1, "c": 2}),
        ("a.b.c = 1\nd . e = 2\na.x = 3", {"a": 1, "d": 2}),
        ("[a]\nb = 1\n[c.d]\nb = 1\n[[e]]\nf = 1\n[[e]]", {"a": 1, "c": 3, "e": 5}),
        ("[ a ] # [x]\n[ 'c' . d ]\n", {"a": 1, "c": 2}),
        ('"a b" = 1\n\'c\' = 2\n"d\\u0065" = 3\n"\'f\'" = 4', {"a b": 1, "c": 2, "de": 3, "'f'": 4}),
        ("a = 1\r\n\r\nb = 2\r\n", {"a": 1, "b": 3}),
        ("a = 1979-05-27T07:32:00Z\nb = -inf\n3 = 1\nc-d_e = 0x1F", {"a": 1, "b": 2, "3": 3, "c-d_e": 4}),
        ("a = [[1], [\n2]]\nb = 1", {"a": 1, "b": 3}),
        ("a = [\n{ b = 1 },\n{ c = 2 },\n]\nd = 1", {"a": 1, "d": 5}),
    ],
)
def test_keys_stand_on_their_lines(text: str, lines: dict[str, int]) -> None:
    assert lines_of_keys(text) == lines
    assert set(tomllib.loads(text)) == set(lines)


_VALUES = st.sampled_from(
    [
        "1",
        '"x"',
        '"#"',
        "'['",
        "[\n1,\n2]",
        '"""\na = 1\n"""',
        "{ a = 1, b = [1] }",
        "[ # ]\n]",
        "true",
        "1.5",
        "'''\n\n'''",
    ]
)
_BETWEEN = st.sampled_from(["", "\n", "# x = 1\n", "  \n", "\n\n# [y]\n"])


@given(st.lists(st.tuples(_BETWEEN, _VALUES), max_size=8))
def test_the_lines_are_those_of_the_text(parts: list[tuple[str, str]]) -> None:
    text, expected = "", {}
    for number, (between, value) in enumerate(parts):
        text += between
        expected[f"key{number}"] = text.count("\n") + 1
        text += f"key{number} = {value}\n"
    assert set(tomllib.loads(text)) == set(expected)
    assert lines_of_keys(text) == expected
