"""Connections: who is counted by which address, slow and many connections, and a real proxy in front."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers

from siete.errors import SieteError
from siete.server.limits import Limits, with_choices
from siete.server.proxies import client_address, networks
from tests.patience import PATIENCE, until
from tests.server.serving import GENEROUS, Player, Served, free_port, live_table, served

pytestmark = pytest.mark.anyio

PROXY = networks(["127.0.0.1", "10.0.0.0/8", "::1"])


@pytest.mark.parametrize(
    ("peer", "headers", "found"),
    [
        ("203.0.113.9", {"x-forwarded-for": "198.51.100.1"}, "203.0.113.9"),  # not a proxy of ours
        ("127.0.0.1", {}, "127.0.0.1"),
        ("127.0.0.1", {"x-forwarded-for": "198.51.100.1"}, "198.51.100.1"),
        ("127.0.0.1", {"x-forwarded-for": "1.2.3.4, 198.51.100.1"}, "198.51.100.1"),  # the first was made up
        ("127.0.0.1", {"x-forwarded-for": "1.2.3.4, 198.51.100.1, 10.1.1.1"}, "198.51.100.1"),
        ("127.0.0.1", {"x-forwarded-for": "nonsense"}, "127.0.0.1"),
        ("127.0.0.1", {"x-forwarded-for": "nonsense, 10.1.1.1"}, "10.1.1.1"),
        ("127.0.0.1", {"forwarded": 'for=1.2.3.4, for="198.51.100.1:4711";proto=https'}, "198.51.100.1"),
        ("127.0.0.1", {"forwarded": 'proto=https;For="[2001:db8::7]:80"'}, "2001:db8::/64"),
        ("127.0.0.1", {"forwarded": "for=_hidden"}, "127.0.0.1"),
        ("127.0.0.1", {"x-forwarded-for": "198.51.100.1", "forwarded": "for=1.2.3.4"}, "127.0.0.1"),  # one is forged
        ("127.0.0.1", {"x-forwarded-for": "198.51.100.1", "forwarded": "for=198.51.100.1"}, "198.51.100.1"),
        ("::ffff:127.0.0.1", {"x-forwarded-for": "198.51.100.1"}, "198.51.100.1"),
        ("2001:db8::1:2", {}, "2001:db8::/64"),
    ],
)
def test_an_address_is_taken_from_trusted_proxies_only(peer: str, headers: dict[str, str], found: str) -> None:
    assert client_address(peer, Headers(headers), PROXY) == found
    if peer != "2001:db8::1:2":
        assert client_address(peer, Headers(headers), ()) == peer.removeprefix("::ffff:")


def test_networks_and_limits_are_chosen_by_the_operator() -> None:
    chosen = with_choices(Limits(), ["lines_per_address=200", "requests_per_second=7.5"])
    assert chosen == replace(Limits(), lines_per_address=200, requests_per_second=7.5)
    for wrong, code in (
        ("nothing=1", "serve/unknown-limit"),
        ("body=x", "serve/bad-limit"),
        ("body=0", "serve/bad-limit"),
    ):
        with pytest.raises(SieteError) as refused:
            with_choices(Limits(), [wrong])
        assert refused.value.code == code
    with pytest.raises(SieteError) as refused:
        networks(["10.0.0.1/8"])
    assert refused.value.code == "serve/bad-network"


# --- slow and many connections -----------------------------------------------------------------------------------


async def _lasts(server: Served, *parts: bytes) -> bool:
    """Whether a connection on which these parts come, and then nothing, stays open."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.options.port)
    try:
        for part in parts:
            writer.write(part)
            await asyncio.sleep(0.02)
        while await asyncio.wait_for(reader.read(65_536), PATIENCE):
            pass
    except (TimeoutError, ConnectionError) as error:
        return isinstance(error, TimeoutError)
    finally:
        writer.close()
    return False


WHOLE = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"


@pytest.mark.parametrize(
    "parts",
    [
        (),
        (b"GET / HTTP/1.1\r\nho",),
        (WHOLE, b"GET / HTTP/1.1\r\nho"),
        (b"POST /api/v1/replay HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{",),
    ],
    ids=["nothing", "half a head", "half a second head", "half a body"],
)
async def test_a_connection_that_sends_nothing_more_is_closed(parts: tuple[bytes, ...], tmp_path: Path) -> None:
    async with served(tmp_path, limits=replace(GENEROUS, head=0.3)) as server:
        server.server.config.timeout_keep_alive = 1
        assert not await _lasts(server, *parts)


async def test_a_websocket_is_not_closed_for_saying_nothing(tmp_path: Path) -> None:
    async with served(tmp_path, limits=replace(GENEROUS, head=0.2)) as server:
        await live_table(server.house)
        player = await Player.come(server, "t", "Ana")
        await asyncio.sleep(0.6)
        assert (await player.ask("TakeSeat", box=1, amount=10_000))["type"] == "answer"
        await player.leave()


@pytest.mark.parametrize("limits", [{"connections": 20}, {"connections_per_address": 20}])
async def test_connections_are_capped(limits: dict[str, int], tmp_path: Path) -> None:
    async with served(tmp_path, limits=replace(GENEROUS, **limits)) as server:
        opened = [await asyncio.open_connection("127.0.0.1", server.options.port) for _ in range(30)]

        def refused() -> int:
            return sum(reader.at_eof() or bool(reader._buffer) for reader, _ in opened)  # type: ignore[attr-defined]

        await until(lambda: refused() >= 10)
        assert refused() == 10
        for _, writer in opened:
            writer.close()
        await until(lambda: not server.server.server_state.connections)
        async with server.client() as client:
            assert (await client.get("/health")).status_code == 200


# --- behind a proxy ------------------------------------------------------------------------------------------------

NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
  server {{
    listen 127.0.0.1:{port};
    location /internal/ {{ return 404; }}
    location / {{
      proxy_pass http://127.0.0.1:{behind};
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
  }}
}}
"""


@asynccontextmanager
async def nginx(folder: Path, behind: int) -> AsyncIterator[str]:
    """Debian's nginx in front of a server, with the settings of docs/operations.md; its address."""
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        assert not os.environ.get("CI"), "nginx is missing; scripts/test --install-system installs it"
        pytest.skip("NO PROXY: nginx is missing; scripts/test --install-system installs it")
    port = free_port()
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port, behind=behind))
    process = await asyncio.create_subprocess_exec(
        found, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")
    )
    try:
        async with httpx.AsyncClient() as client:
            for _ in range(300):
                try:
                    await client.get(f"http://127.0.0.1:{port}/health")
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        await process.wait()


@pytest.mark.parametrize("trusted", [True, False], ids=["trusted", "not trusted"])
async def test_behind_a_proxy_everybody_has_limits_of_their_own(trusted: bool, tmp_path: Path) -> None:
    """Two clients behind nginx: one uses up its sessions, the other comes in; unless the proxy is not trusted."""
    limits = replace(GENEROUS, sessions_at_once=2, sessions_per_second=0.001)
    proxies = networks(["127.0.0.1"]) if trusted else ()
    async with (
        served(tmp_path, limits=limits, proxies=proxies) as server,
        nginx(tmp_path, server.options.port) as front,
    ):
        eve = await _sessions(front, "198.51.100.66", 4)
        ana = await _sessions(front, "198.51.100.7", 1)
        async with httpx.AsyncClient() as client:
            assert (await client.post(f"{front}/internal/commands", json={})).status_code == 404
    assert eve == [201, 201, 429, 429]
    assert ana == ([201] if trusted else [429])


async def _sessions(front: str, address: str, count: int) -> list[int]:
    """Sessions of a client whose own proxy, which ours trusts no more than anybody, says this address."""
    statuses = []
    for number in range(count):
        # nginx appends the address of the connection, which is loopback here and trusted; so this one counts.
        async with httpx.AsyncClient(headers={"x-forwarded-for": f"1.2.3.4, {address}"}) as client:
            name = f"g{address}-{number}"
            statuses.append((await client.post(f"{front}/api/v1/session", json={"name": name})).status_code)
    return statuses
