"""A session at a house, and its HTTP requests."""

from __future__ import annotations

import asyncio
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

import msgspec

from siete.client.connection import TableConnection
from siete.client.pace import RATE
from siete.errors import SieteError
from siete.plain import Plain

SECONDS = 30.0
"""How long a request may take."""


class Client:
    """One person at a house: a guest by name, somebody with a token, or a spectator with neither.

    A name is its guest's for good: keep `recovery`, and give it as `code` to come back under the name. `rate` is how
    many commands a second a table's connection sends at most; a house closes one that sends too many.
    """

    def __init__(self, address: str, *, name: str = "", token: str = "", code: str = "", rate: float = RATE) -> None:
        if urlsplit(address).scheme not in ("http", "https"):
            raise SieteError("client/address", f"{address[:60]!r} is not an address such as http://127.0.0.1:2121.")
        self.address, self.name, self.token, self.rate = address.rstrip("/"), name, token, rate
        self.recovery = code
        """The code by which this guest comes back, once there is a session."""

    async def __aenter__(self) -> Client:
        if self.name and not self.token:
            code = {"code": self.recovery} if self.recovery else {}
            made = await self.request("POST", "/session", {"name": self.name, "token": True, **code})
            self.token, self.recovery = str(made["token"]), str(made["recovery"])
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def tables(self) -> list[Plain]:
        """The lobby."""
        found = (await self.request("GET", "/tables"))["tables"]
        assert isinstance(found, list), "the lobby is a list of tables"
        return found

    async def open_table(self, rules: str, **more: object) -> str:
        """Open a practice table by a rule set's name; its id."""
        return str((await self.request("POST", "/tables", {"rules": rules, "mode": "practice", **more}))["id"])

    def table(self, table: str) -> TableConnection:
        """A connection to a table, to be entered with `async with`."""
        address = f"ws{self.address.removeprefix('http')}/ws/tables/{quote(table, safe='')}"
        # A spectator has no token to show, so it comes as the house's own page does.
        return TableConnection(address, self._headers() or {"Origin": self.address}, self.rate)

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def request(self, method: str, path: str, body: Plain | None = None) -> Plain:
        """The answer to a request under `/api/v1`; raises what the house refuses, with its code and clause."""
        return await asyncio.to_thread(self._request, method, path, body)

    def _request(self, method: str, path: str, body: Plain | None) -> Plain:
        headers = {"Content-Type": "application/json", **self._headers()}
        data = None if body is None else msgspec.json.encode(body)
        request = Request(f"{self.address}/api/v1{path}", data=data, headers=headers, method=method)
        try:
            with urlopen(request, timeout=SECONDS) as answer:
                return msgspec.json.decode(answer.read() or b"{}", type=Plain)
        except HTTPError as error:
            with error:
                raise _refusal(error.read(), error.code) from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", None) or str(error) or type(error).__name__
            raise SieteError("client/unreachable", f"{self.address} does not answer: {reason}.") from None
        except msgspec.DecodeError:
            raise SieteError("client/no-siete", f"{self.address} does not answer as a siete server does.") from None


class _Fault(msgspec.Struct):
    code: str
    sentence: str
    clause: str = ""
    facts: Plain = {}


class _Body(msgspec.Struct):
    error: _Fault


def _refusal(body: bytes, status: int) -> SieteError:
    try:
        found = msgspec.json.decode(body, type=_Body).error
    except msgspec.DecodeError:
        return SieteError("client/no-siete", f"The answer (status {status}) is not one of a siete server.")
    return SieteError(found.code, found.sentence, clause=found.clause, facts=found.facts)
