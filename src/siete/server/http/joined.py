"""Modules of the page joined into one text, so that they compress together and none waits for another.

Nothing is built and no file is written: a joined text is made when it is asked for, from the modules as they are. Each
module becomes a block that takes what it imports from a table of modules and puts there what it exports; a module that
is loaded later finds in the table what the page has already. Decision: 0224.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORTED = re.compile(r"^export (?:async function|function|class|const) (\w+)", re.MULTILINE)
_LISTED = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_LATER = re.compile(r'import\("(\.[^"]+)"\)')
_TABLE = "const sieteModules = (globalThis.sieteModules ??= {});\n"


class Modules:
    """The modules of a folder; `base` is the address under which they are served."""

    def __init__(self, folder: Path, base: str) -> None:
        self._folder, self._base = folder, base

    def needed(self, entry: str) -> list[str]:
        """A module and all that it needs, each behind those that it needs itself."""
        found: list[str] = []

        def visit(name: str) -> None:
            for target in _IMPORT.findall(self._source(name)):
                path = self._path(name, target[2])
                if path not in found:
                    visit(path)
            if name not in found:
                found.append(name)

        visit(entry)
        return found

    def joined(self, entry: str, *, root: str = "") -> str:
        """A module with all that it needs, but for what the page has already that began with `root`."""
        has = frozenset(self.needed(root) if root else ())
        blocks = "".join(self._block(name, root or entry) for name in self.needed(entry) if name not in has)
        names = ", ".join(self._exports(entry))
        last = f"export const {{ {names} }} = sieteModules[{entry!r}];\n" if names else ""
        return f"{_TABLE}{blocks}{last}"

    def _block(self, name: str, root: str) -> str:
        """A module as a block that runs once, whoever brings it; what it loads later knows what is there by then."""
        source = self._source(name)
        imports = "".join(self._imported(name, *each) for each in _IMPORT.findall(source))
        body = _LISTED.sub("", _IMPORT.sub("", source))
        body = re.sub(r"^export (?=async |function|class|const)", "", body, flags=re.MULTILINE)
        body = _LATER.sub(lambda found: f'import("{self._base}{self._path(name, found[1])}?with={root}")', body)
        exports = ", ".join(self._exports(name))
        return f"if (!sieteModules[{name!r}]) {{\n{imports}{body}sieteModules[{name!r}] = {{ {exports} }};\n}}\n"

    def _imported(self, name: str, names: str, star: str, target: str) -> str:
        taken = star or "{ " + ", ".join(_renamed(each) for each in _names(names)) + " }"
        return f"const {taken} = sieteModules[{self._path(name, target)!r}];\n"

    def _exports(self, name: str) -> list[str]:
        source = self._source(name)
        return [*_EXPORTED.findall(source), *(each for found in _LISTED.findall(source) for each in _names(found))]

    def _source(self, name: str) -> str:
        return (self._folder / name).read_text("utf-8")

    def _path(self, name: str, target: str) -> str:
        return (self._folder / name).parent.joinpath(target).resolve().relative_to(self._folder).as_posix()


def _names(text: str) -> Iterator[str]:
    return (each.strip() for each in text.split(",") if each.strip())


def _renamed(name: str) -> str:
    """`one as other` as a part of a destructuring."""
    return ": ".join(part.strip() for part in name.split(" as "))
