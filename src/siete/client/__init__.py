"""An async client of a house's server: sessions over HTTP, play over WebSockets that reconnect by themselves.

async with Client("http://127.0.0.1:2121", name="ana") as house, house.table("md") as table:
    await table.send("TakeSeat", box=3)
    async for now in table:
        ...
"""

from __future__ import annotations

from siete.client.connection import ConnectionRefusedByHouse, TableConnection
from siete.client.house import Client
from siete.client.player import ChartPlayer

__all__ = ["ChartPlayer", "Client", "ConnectionRefusedByHouse", "TableConnection"]
