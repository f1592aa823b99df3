"""Every address of the API, with inputs that fit its document and inputs that do not: refusals are typed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from siete.host.access.accounts import Accounts
from siete.host.access.roles import HouseRole
from siete.host.house import House
from siete.server.app import create_app
from siete.server.data_directory import session_key
from siete.server.services import Services
from siete.store.memory import MemoryStore
from tests.server.serving import GENEROUS, live_table, practice_table

SLOW = {"/api/v1/tables/{table_id}/chart", "/api/v1/tables/{table_id}/hint", "/api/v1/tables/{table_id}/drill"}
"""Answered by the trainer's process, which has tests of its own."""


class Asked:
    """One server in memory with a loop of its own, and clients of every rank."""

    def __init__(self, data: Path) -> None:
        self.loop = asyncio.new_event_loop()
        house = House(MemoryStore())
        self.services = Services(
            house=house,
            accounts=Accounts(house.store, house.clock),
            data=data,
            key=session_key(data),
            origins=frozenset({"http://test"}),
            limits=GENEROUS,
        )
        self.app = create_app(self.services)
        self.tokens = self.loop.run_until_complete(self._open())

    async def _open(self) -> dict[str, str]:
        house, accounts = self.services.house, self.services.accounts
        await live_table(house)
        await practice_table(house)
        guest = await house.welcome("Ana")
        await accounts.add("floor", "correct horse 21", "floorperson")
        return {
            "": "",
            "guest": await accounts.begin(guest.id, HouseRole.GUEST),
            "floor": await accounts.begin("floor", HouseRole.FLOORPERSON),
        }

    def send(self, rank: str, method: str, path: str, **request: Any) -> httpx.Response:
        async def sent() -> httpx.Response:
            headers = {"origin": "http://test", **(request.pop("headers", None) or {})}
            if self.tokens[rank]:
                headers["authorization"] = f"Bearer {self.tokens[rank]}"
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                return await client.request(method, path, headers=headers, **request)

        return self.loop.run_until_complete(sent())

    def close(self) -> None:
        self.loop.run_until_complete(self.services.house.close())
        self.loop.close()


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Any:
    made = Asked(tmp_path_factory.mktemp("data"))
    yield made
    made.close()


def _operations(app: Any) -> list[Any]:
    schema = schemathesis.openapi.from_dict(app.openapi())
    found = [each.ok() for each in schema.get_all_operations()]  # type: ignore[union-attr]  # the document is sound
    return [each for each in found if each.path not in SLOW]


def test_the_document_is_whole(asked: Asked) -> None:
    paths = asked.app.openapi()["paths"]
    assert {"/api/v1/session", "/api/v1/tables", "/api/v1/tables/{table_id}/commands"} <= set(paths)
    assert len(_operations(asked.app)) > 20


def _checked(asked: Asked, response: httpx.Response) -> None:
    assert response.status_code < 500 or response.status_code == 503, (response.request.url, response.text)
    if response.status_code >= 400:
        error = response.json()["error"]
        assert error["code"].count("/") == 1
        assert error["sentence"]
    assert asked.services.metrics.faults._value.get() == 0


def _try_everything(asked: Asked, examples: int) -> None:
    versions = {table.id: table.loaded.version for table in asked.services.house.tables.values()}
    for operation in _operations(asked.app):

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(), rank=st.sampled_from(sorted(asked.tokens)))
        def one(case: Any, rank: str) -> None:
            kwargs = case.as_transport_kwargs(base_url="http://test")
            request = {name: kwargs[name] for name in ("json", "params", "content") if kwargs.get(name) is not None}
            if "data" in kwargs and "json" not in request:
                request["content"] = kwargs["data"] if isinstance(kwargs["data"], str | bytes) else str(kwargs["data"])
            response = asked.send(rank, kwargs["method"], kwargs["url"], **request)
            _checked(asked, response)

        one()
    statuses = {
        sample.labels["status"] for each in asked.services.metrics.requests.collect() for sample in each.samples
    }
    assert {"200", "201", "401", "404"} <= statuses
    for table_id, version in versions.items():
        table = asked.services.house.tables.get(table_id)
        assert table is None or table.loaded.version <= version + 40


def test_inputs_that_fit_the_document(asked: Asked) -> None:
    _try_everything(asked, 4)


@pytest.mark.slow
def test_many_inputs_that_fit_the_document(asked: Asked) -> None:
    _try_everything(asked, 60)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=40),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=10), st.integers() | st.text(max_size=10), max_size=4),
)


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    path=st.sampled_from(
        [
            "/api/v1/session",
            "/api/v1/session/staff",
            "/api/v1/staff",
            "/api/v1/tables",
            "/api/v1/submissions/check",
            "/api/v1/replay",
            "/api/v1/tables/t/commands",
            "/api/v1/tables/t/hint",
            "/api/v1/rounds/t/1/share",
        ]
    ),
    rank=st.sampled_from(["", "guest", "floor"]),
    body=JUNK | st.binary(max_size=60),
)
def test_bodies_that_fit_nothing(asked: Asked, path: str, rank: str, body: Any) -> None:
    request = {"content": body} if isinstance(body, bytes) else {"json": None if body != body else body}
    try:
        response = asked.send(rank, "POST", path, **request)
    except ValueError:
        return  # a number that JSON cannot write never leaves the client
    _checked(asked, response)


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30), number=st.integers())
def test_addresses_that_lead_nowhere(asked: Asked, name: str, number: int) -> None:
    from urllib.parse import quote

    text = quote(name, safe="")
    for path in (f"/api/v1/tables/{text}", f"/api/v1/rounds/{text}/{number}", f"/api/v1/shared/{text}", f"/{text}"):
        _checked(asked, asked.send("", "GET", path))
