"""The page's files are compressed, kept for ever under the name of their content, and never under another's."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest

from siete.server.http import static_files
from tests.server.serving import served

pytestmark = pytest.mark.anyio


async def got(tmp_path: Path, path: str, **headers: str) -> httpx.Response:
    async with served(tmp_path) as server, server.client() as client:
        return await client.get(path, headers=headers)


def test_the_page_announces_every_module_it_needs() -> None:
    text = static_files.index()
    named = static_files.version()
    assert f'src="/static/{named}/main.js"' in text
    assert f'<link rel="modulepreload" href="/static/{named}/table/room.js">' in text
    assert "rooms/replay.js" not in text, "loaded when somebody goes there"
    assert '"/static/main.js"' not in text


async def test_a_file_may_be_kept_for_ever_under_its_own_name_only(tmp_path: Path) -> None:
    named = static_files.version()
    kept = await got(tmp_path, f"/static/{named}/dom.js")
    assert kept.headers["cache-control"] == static_files.FOREVER
    assert kept.headers["content-encoding"] == "gzip"
    assert kept.headers["content-type"].startswith("text/javascript")
    for path in ("/static/dom.js", f"/static/{'0' * 16}/dom.js", "/lobby"):
        assert (await got(tmp_path, path)).headers["cache-control"] == "no-cache", path


async def test_what_the_browser_has_is_not_sent_again(tmp_path: Path) -> None:
    first = await got(tmp_path, "/lobby")
    again = await got(tmp_path, "/lobby", **{"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_nothing_beside_the_files_is_served(tmp_path: Path) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/nothing.js", "/static/"):
        assert (await got(tmp_path, path)).status_code == 404, path


def test_only_comments_on_lines_of_their_own_are_left_out() -> None:
    source = b'/* about */\nconst a = "/* kept */"; // kept\n  /** gone */\nconst b = 1;\n'
    assert static_files._lean(source) == b'const a = "/* kept */"; // kept\nconst b = 1;\n'
    for path in static_files.modules():
        lean = static_files._lean((static_files.STATIC / path).read_bytes())
        assert gzip.decompress(static_files._gzipped(lean)) == lean
