"""All that can go wrong at a table, orders that may come at any time, and remedies: for tables that run at random."""

from __future__ import annotations

from siete.rules.options import Authority
from siete.table import commands as c

MISHAPS: tuple[c.Command, ...] = (
    c.FindFaceUp(by="dan"),
    c.DrawUnexposed(by="dan"),
    c.ExposeCard(by="dan"),
    c.ExposeCard(by="fay", rank=Authority.FLOORPERSON),
    c.ExposeHoleCard(by="fay", rank=Authority.FLOORPERSON, is_seen=True),
    c.ExposeHoleCard(by="fay", rank=Authority.FLOORPERSON, is_seen=False),
    c.Overdraw(by="dan"),
    c.MissOwnCard(by="dan"),
    c.PassOver(by="dan"),
    c.MisreadHoleCard(by="sue", rank=Authority.SUPERVISOR, is_readable=True),
    c.MisreadHoleCard(by="sue", rank=Authority.SUPERVISOR, is_readable=False),
    c.FailReader(by="dan"),
    c.JamShuffler(by="dan"),
    c.FailShuffler(by="dan"),
    c.MiscountCards(by="dan"),
)
"""Every report there is; 10-spots come by themselves."""

ORDERS: tuple[c.Command, ...] = (
    c.OrderReshuffle(by="fay"),
    c.OrderRecut(by="fay"),
    c.RelieveDealer(by="fay", dealer="dot"),
)

REMEDIES: tuple[c.Command, ...] = (
    c.RepairReader(by="fay"),
    c.RepairShuffler(by="fay"),
    c.VoidRound(by="fay"),
)
