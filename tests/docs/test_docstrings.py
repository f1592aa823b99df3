"""Everything that `import siete` gives explains itself, with an example that runs."""

from __future__ import annotations

import doctest
import inspect

import pytest

import siete

NAMES = [name for name in siete.__all__ if name != "__version__"]


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_a_name_runs(name: str) -> None:
    text = inspect.getdoc(getattr(siete, name)) or ""
    found = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert found.examples, f"siete.{name} shows no example"
    assert doctest.DocTestRunner(verbose=False).run(found).failed == 0


@pytest.mark.parametrize("name", NAMES)
def test_every_public_part_of_a_name_says_what_it_does(name: str) -> None:
    what = getattr(siete, name)
    if inspect.isclass(what):
        parts = {
            each: part for each, part in vars(what).items() if not each.startswith("_") and inspect.isfunction(part)
        }
        assert not [each for each, part in parts.items() if not part.__doc__], f"parts of siete.{name} say nothing"
