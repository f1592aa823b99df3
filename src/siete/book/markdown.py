"""The Markdown of our own decisions as HTML: headings, paragraphs, lists, tables, code, bold, links.

Only what those pages use; text is escaped, and every clause and decision that is named becomes a link.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from siete.book.decisions import decisions, reading_of
from siete.book.links import Links
from siete.clauses import register
from siete.rules.proof.carriers import citation

_BLOCKS = re.compile(r"\n(?:[ \t]*\n)+")
_FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?!\s)([^*]+?)\*(?![\w*])")


def html_of(text: str, links: Links) -> str:
    """A page in Markdown as HTML; its headings begin at the second level."""
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(f"<pre><code>{escape(found[1])}</code></pre>")
        return f"\n\n\0{len(kept) - 1}\0\n\n"

    blocks = _BLOCKS.split(_FENCE.sub(keep, text).strip())
    return "\n".join(_block(block.strip("\n"), links, kept) for block in blocks if block.strip())


def _block(block: str, links: Links, kept: list[str]) -> str:
    if found := re.fullmatch(r"\0(\d+)\0", block.strip()):
        return kept[int(found[1])]
    if found := re.fullmatch(r"(#+) (.+)", block):
        level = min(6, len(found[1]) + 1)
        return f"<h{level}>{inline(found[2], links)}</h{level}>"
    lines = block.splitlines()
    if lines[0].lstrip().startswith("|"):
        return _table(lines, links)
    if re.match(r"\s*(?:[-*]|\d+\.) ", lines[0]):
        return _list(lines, links)
    at = next((i for i, line in enumerate(lines) if re.match(r"\s*(?:[-*]|\d+\.) |\|", line)), 0)
    if at:  # a list or a table right below its sentence
        return "\n".join(_block("\n".join(part), links, kept) for part in (lines[:at], lines[at:]))
    return f"<p>{inline(' '.join(line.strip() for line in lines), links)}</p>"


def _list(lines: list[str], links: Links) -> str:
    items: list[str] = []
    for line in lines:
        found = re.match(r"\s*(?:[-*]|\d+\.) (.*)", line)
        if found:
            items.append(found[1])
        else:
            items[-1] += f" {line.strip()}"
    tag = "ol" if re.match(r"\s*\d+\.", lines[0]) else "ul"
    return f"<{tag}>{''.join(f'<li>{inline(item, links)}</li>' for item in items)}</{tag}>"


def _table(lines: list[str], links: Links) -> str:
    head, *rest = ([cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines)
    body = [cells for cells in rest if not all(re.fullmatch(r":?-+:?", cell) for cell in cells)]

    def row(cells: list[str], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{inline(cell, links)}</{tag}>' for cell in cells)}</tr>"

    rows = "".join(row(cells, "td") for cells in body)
    return (
        f'<div class="wide" tabindex="0"><table class="plain"><thead>{row(head, "th")}</thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def inline(text: str, links: Links) -> str:
    """A line of text: escaped, with its marks, and with a link on every clause and decision that it names."""
    made: list[str] = []

    def put(markup: str) -> str:
        made.append(markup)
        return f"\0{len(made) - 1}\0"

    text = _CODE.sub(lambda found: put(f"<code>{_named(escape(found[1]), links, put)}</code>"), text)
    text = _LINK.sub(lambda found: put(_anchor(found[1], found[2], links, put)), text)
    text = _named(escape(text, quote=False), links, put)
    text = _EMPHASIS.sub(r"<em>\1</em>", _STRONG.sub(r"<strong>\1</strong>", text))
    while "\0" in text:
        text = re.sub(r"\0(\d+)\0", lambda found: made[int(found[1])], text)
    return text


def _anchor(words: str, target: str, links: Links, put: Callable[[str], str]) -> str:
    """A link to another decision; whatever else a page of the project links to is not in the book."""
    found = re.search(r"(\d{4})-[\w-]+\.md", target)
    shown = escape(words)
    if found and found[1] in decisions():
        return f'<a href="{links.page(f"decisions/{found[1]}")}">{shown}</a>'
    return f"<b>{_named(shown, links, put)}</b>"


def _named(text: str, links: Links, put: Callable[[str], str]) -> str:
    """The text with its clauses and ambiguities as links."""

    def clause(found: re.Match[str]) -> str:
        id = found[0]
        return put(clause_link(id, links)) if id in register() else id

    def ambiguity(found: re.Match[str]) -> str:
        number = reading_of(found[0])
        return put(f'<a href="{links.page(f"decisions/{number}")}">{found[0]}</a>') if number else found[0]

    return re.sub(r"AMB-\d{2,3}", ambiguity, citation().sub(clause, text))


def clause_link(id: str, links: Links) -> str:
    """A clause as a link to its page."""
    return f'<a class="clause" href="{links.page(f"clauses/{id}")}">{escape(id)}</a>'
