"""The bot that the API's page shows, run as it stands against a real server."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.docs.shown import ROOT, blocks
from tests.server.serving import served

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_the_bot_of_the_api_page_plays(tmp_path: Path) -> None:
    (bot,) = blocks((ROOT / "docs/api.md").read_text("utf-8"), "python")
    async with served(tmp_path) as server:
        program = await asyncio.create_subprocess_exec(
            sys.executable, "-c", bot, server.base, "2", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        output, errors = await program.communicate()
        assert (program.returncode, errors) == (0, b"")
        assert output.decode().startswith("2 rounds, ")
        (table,) = server.house.tables.values()
        assert table.loaded.state.rounds == 2
