"""Writes the API reference, docs/reference/, from the docstrings: `./scripts/reference`, or `--check` for drift.

One page for each part that programs import, and an index with a search over every name. The pages need no server and no
network. A docstring is paragraphs, indented blocks and sessions of Python; the first line says what a thing does.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from html import escape
from importlib import import_module
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parents[1] / "docs/reference"

PAGES: dict[str, tuple[str, ...]] = {
    "siete": (),
    "siete.cards": (),
    "siete.money": (),
    "siete.errors": (),
    "siete.strategy": (),
    "siete.rules.submission": ("table_rules",),
    "siete.rules.names": ("names", "about", "add_folder", "added_folder", "remove_folder"),
    "siete.table.practice": (),
    "siete.table.money.results": (),
    "siete.table.decide": ("decide",),
    "siete.table.apply": ("apply",),
    "siete.table.legal": (),
    "siete.table.view": (),
    "siete.table.position.line": ("position_to_text", "position_from_text"),
    "siete.odds.figure": (),
    "siete.odds.base": (),
    "siete.sim": (),
    "siete.sim.results": (),
    "siete.lab.counting": ("study", "CountStudy", "Ramp", "Tags", "Index"),
    "siete.tabular": (),
    "siete.lab.environment.env": ("Spanish21Env",),
    "siete.lab.environment.vector": ("Spanish21VectorEnv",),
    "siete.lab.environment.actions": ("Action",),
    "siete.client": (),
    "siete.wire.messages": (),
}
"""The pages, each with the names it shows; none: all public ones of the module."""

STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1a; --paper: #fbfaf7; --line: #d9d5cb; --dim: #6b675e; --link: #0e5a3a }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece9e1; --paper: #161715; --line: #3a3b37; --dim: #a5a196; --link: #7fd3a9 } }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif }
a { color: var(--link) } h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 2.2rem 0 .3rem }
h3 { font-size: 1rem; margin: 1.2rem 0 .2rem }
h2, h3 { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
pre, code { font-family: ui-monospace, monospace; font-size: .92em }
pre { border: 1px solid var(--line); border-radius: 6px; padding: .7rem; overflow-x: auto }
.signature { color: var(--dim); overflow-wrap: anywhere; margin: 0 }
section section { margin-left: 1.2rem; border-left: 2px solid var(--line); padding-left: 1rem }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; border: 1px solid var(--dim);
  border-radius: 6px; background: var(--paper); color: var(--ink) }
#found { list-style: none; padding: 0 } #found li { padding: .25rem 0 } #found small { color: var(--dim) }
"""

SEARCH = """
const names = JSON.parse(document.getElementById("names").textContent);
const field = document.getElementById("wanted"), found = document.getElementById("found");
function show() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const hits = words.length ? names.filter(([name, , text]) =>
    words.every((word) => (name + " " + text).toLowerCase().includes(word))) : [];
  hits.sort((a, b) => !a[0].toLowerCase().includes(words[0]) - !b[0].toLowerCase().includes(words[0]));
  found.replaceChildren(...hits.slice(0, 60).map(([name, address, text]) => {
    const line = document.createElement("li"), link = document.createElement("a");
    const more = document.createElement("small");
    link.href = address; link.textContent = name; more.textContent = " " + text;
    line.append(link, more);
    return line;
  }));
  document.getElementById("count").textContent = words.length ? hits.length + " found" : "";
}
field.addEventListener("input", show);
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something with a name and a docstring, and its parts."""

    name: str
    signature: str
    text: str
    parts: tuple[Entry, ...] = ()

    @property
    def first(self) -> str:
        """The first sentence of the docstring."""
        return " ".join(self.text.split("\n\n")[0].replace("`", "").split())


def entries(module: ModuleType, wanted: tuple[str, ...]) -> Iterator[Entry]:
    """The public things of a module, in the order of its text."""
    names = wanted or tuple(getattr(module, "__all__", ())) or tuple(vars(module))
    for name in names:
        what = getattr(module, name)
        is_public = not name.startswith("_") and (inspect.isclass(what) or inspect.isfunction(what))
        is_own = getattr(what, "__module__", "") == module.__name__ or hasattr(module, "__all__") or bool(wanted)
        if is_public and is_own:
            yield Entry(name, signature_of(what), inspect.getdoc(what) or "", tuple(parts_of(what)))


def parts_of(what: object) -> Iterator[Entry]:
    """The public methods and properties of a class that say something; members of an enum by name."""
    if not inspect.isclass(what):
        return
    if issubclass(what, Enum):
        for member in what:
            yield Entry(member.name, f"= {member.value!r}", "")
    for name, part in vars(what).items():
        bare = part.__func__ if isinstance(part, staticmethod | classmethod) else part
        if name.startswith("_") or not (inspect.isfunction(bare) or isinstance(bare, property)) or not bare.__doc__:
            continue
        yield Entry(name, "" if isinstance(bare, property) else signature_of(bare), inspect.cleandoc(bare.__doc__))


def signature_of(what: object) -> str:
    """How it is called, as its source writes it; nothing for what is not called by its users."""
    if inspect.isclass(what) and issubclass(what, Enum | BaseException):
        return ""
    try:
        text = str(inspect.signature(what))  # type: ignore[arg-type]  # classes and functions
    except (TypeError, ValueError):
        return ""
    plain = re.sub(r"'([^']*)'", r"\1", text).replace("<factory>", "…").removesuffix(" -> None")
    return plain.replace("(self, ", "(").replace("(self)", "()")


def prose(text: str) -> str:
    """A docstring as HTML."""
    parts = []
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith((">>>", "    ", "async ")) or re.search(r"^\S+ {2,}\S", block, re.MULTILINE):
            parts.append(f"<pre>{escape(block)}</pre>")
        elif block:
            parts.append(f"<p>{inline(block)}</p>")
    return "\n".join(parts)


def inline(text: str) -> str:
    """A sentence of a docstring as HTML."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(" ".join(text.split()), quote=False))


def section(entry: Entry, within: str = "") -> str:
    """An entry and its parts."""
    anchor, level = f"{within}{entry.name}", 3 if within else 2
    signature = (
        f'<p class="signature"><code>{escape(entry.signature, quote=False)}</code></p>' if entry.signature else ""
    )
    inner = "".join(section(each, f"{anchor}.") for each in entry.parts)
    heading = f'<h{level}><a href="#{anchor}">{entry.name}</a></h{level}>'
    return f'<section id="{anchor}">\n{heading}{signature}\n{prose(entry.text)}\n{inner}</section>\n'


def page(title: str, body: str) -> str:
    """A whole page."""
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{STYLE}</style>\n{body}</html>\n'
    )


def searched(module: str, entry: Entry, within: str = "") -> Iterator[tuple[str, str, str]]:
    """What the search knows of an entry: its name, where it is, and what it says first."""
    anchor = f"{within}{entry.name}"
    yield f"{module}.{anchor}", f"{module}.html#{anchor}", entry.first
    for part in entry.parts:
        yield from searched(module, part, f"{anchor}.")


def pages() -> dict[str, str]:
    """Every page by its file name."""
    made, names, listed = {}, [], []
    for name, wanted in PAGES.items():
        module = import_module(name)
        found = tuple(entries(module, wanted))
        names += [each for entry in found for each in searched(name, entry)]
        introduction = prose(inspect.getdoc(module) or "")
        body = f'<p><a href="index.html">API reference</a></p>\n<h1>{name}</h1>\n{introduction}\n'
        made[f"{name}.html"] = page(name, body + "".join(map(section, found)))
        first = (inspect.getdoc(module) or "").split("\n\n")[0]
        listed.append(f'<dt><a href="{name}.html">{name}</a></dt><dd>{inline(first)}</dd>')
    data = json.dumps(names, ensure_ascii=False, indent=0).replace("</", "<\\/")
    body = (
        "<h1>siete: API reference</h1>\n<p>Written from the docstrings by <code>scripts/reference</code>. Guides by "
        'person are in <a href="../guide/engineer.md">docs/guide</a>, HTTP and WebSocket in <a href="../api.md">'
        "docs/api.md</a>.</p>\n"
        '<p><label for="wanted">Search names and descriptions</label><input id="wanted" type="search" autofocus></p>\n'
        f'<p id="count" role="status"></p><ul id="found"></ul>\n<dl>\n{chr(10).join(listed)}\n</dl>\n'
        f'<script type="application/json" id="names">{data}</script>\n<script>{SEARCH}</script>\n'
    )
    return {"index.html": page("siete: API reference", body), **made}


def write(folder: Path) -> None:
    """Write all pages, and remove those of parts that are no longer listed."""
    folder.mkdir(parents=True, exist_ok=True)
    made = pages()
    for old in folder.glob("*.html"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8")


def stale(folder: Path) -> list[str]:
    """Pages that are missing, superfluous, or not as they would be written now."""
    with tempfile.TemporaryDirectory() as name:
        write(Path(name))
        fresh = {path.name: path.read_bytes() for path in Path(name).iterdir()}
    kept = {path.name: path.read_bytes() for path in folder.glob("*.html")}
    return sorted(each for each in fresh.keys() | kept.keys() if fresh.get(each) != kept.get(each))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--check", action="store_true", help="write nothing; exit with 1 where a page is stale")
    if not asked.parse_args().check:
        write(FOLDER)
    elif found := stale(FOLDER):
        sys.exit(f"siete: docs/reference is stale: {', '.join(found)}. Run ./scripts/reference.")


if __name__ == "__main__":
    main()
