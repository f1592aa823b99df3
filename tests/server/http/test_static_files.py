"""The page's files are compressed, kept for ever under the name of their content, and never under another's."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest

from siete.server.http import static_files
from siete.server.http.joined import _IMPORT, Modules, _names
from tests.server.serving import served

pytestmark = pytest.mark.anyio


async def got(tmp_path: Path, path: str, **headers: str) -> httpx.Response:
    async with served(tmp_path) as server, server.client() as client:
        return await client.get(path, headers=headers)


def test_the_page_asks_for_one_text_of_modules_and_one_of_styles() -> None:
    text = static_files.index()
    named = static_files.version()
    assert f'src="/static/{named}/main.js"' in text
    assert text.count("stylesheet") == 1
    assert f'href="/static/{named}/styles.css"' in text
    assert '"/static/main.js"' not in text


def test_what_a_module_imports_the_other_one_exports_when_they_are_joined() -> None:
    """Of `export const A = 1, B = 2` only the first name is found; the other would be nothing at all."""
    modules, missing = Modules(static_files.STATIC, "/static/"), []
    for path in sorted(static_files.STATIC.rglob("*.js")):
        name = path.relative_to(static_files.STATIC).as_posix()
        for names, _, target in _IMPORT.findall(path.read_text("utf-8")):
            exported = modules._exports(modules._path(name, target))
            missing += [f"{name}: {each}" for each in _names(names) if each.split(" as ")[0].strip() not in exported]
    assert missing == []


async def test_a_joined_text_has_every_module_once_and_in_order(tmp_path: Path) -> None:
    named, modules = static_files.version(), Modules(static_files.STATIC, "/static/")
    first = (await got(tmp_path, f"/static/{named}/main.js")).text
    needed = modules.needed("main.js")
    assert needed[-1] == "main.js"
    assert [first.count(f"if (!sieteModules[{name!r}])") for name in needed] == [1] * len(needed)
    assert "rooms/replay.js" not in needed, "loaded when somebody goes there"
    assert f'import("/static/{named}/rooms/replay.js?with=main.js")' in first
    later = (await got(tmp_path, f"/static/{named}/rooms/replay.js?with=main.js")).text
    assert "if (!sieteModules['rooms/replay.js'])" in later
    assert "if (!sieteModules['dom.js'])" not in later, "the page has it already"
    assert later.rstrip().endswith("export const { ReplayRoom } = sieteModules['rooms/replay.js'];")
    alone = (await got(tmp_path, f"/static/{named}/rooms/replay.js?with=../app.py")).text
    assert "if (!sieteModules['dom.js'])" in alone, "a page that began with nothing needs it all"
    plain = (await got(tmp_path, "/static/rooms/replay.js")).text
    assert "sieteModules" not in plain, "without its version a module is as it was written"


def test_modules_are_joined_whatever_they_import_and_export(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("export const one = 1;\nconst two = 2;\nexport { two };\nexport class C {}\n")
    (tmp_path / "b.js").write_text(
        'import { one as uno, two } from "./a.js";\nimport * as all from "./a.js";\n'
        'export async function f() {\n  return [uno, two, all, await import("./a.js")];\n}\n'
    )
    assert Modules(tmp_path, "/v/").joined("b.js") == (
        "const sieteModules = (globalThis.sieteModules ??= {});\n"
        "if (!sieteModules['a.js']) {\nconst one = 1;\nconst two = 2;\nclass C {}\n"
        "sieteModules['a.js'] = { one, C, two };\n}\n"
        "if (!sieteModules['b.js']) {\nconst { one: uno, two } = sieteModules['a.js'];\n"
        "const all = sieteModules['a.js'];\n"
        'async function f() {\n  return [uno, two, all, await import("/v/a.js?with=b.js")];\n}\n'
        "sieteModules['b.js'] = { f };\n}\n"
        "export const { f } = sieteModules['b.js'];\n"
    )


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
    for path in static_files.STATIC.rglob("*.js"):
        lean = static_files._lean(path.read_bytes())
        assert gzip.decompress(static_files._gzipped(lean)) == lean
