"""An audit of the house in a process of its own, so that tables go on dealing meanwhile."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from siete.host.audit.heads import HEADS_FILE, KEY_FILE, public_key, signing_key, verified
from siete.host.audit.house import AuditReport, audit
from siete.server.work.workers import NOBODY, Workers, WorkLimits
from siete.store.connect import open_store
from siete.store.port import EventStore

AUDITING = WorkLimits(seconds=3_600, megabytes=4_096, waiting=1, modules=("siete.server.work.audit_process",))
MOST_NAMED = 20
"""Findings that are named one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSummary:
    """What an audit found, in short."""

    is_sound: bool
    events: int
    findings: tuple[str, ...]


async def audited(workers: Workers, store: EventStore, database: str, data: Path) -> AuditSummary:
    """What the audit finds; a store that no other process can open is gone through here."""
    if database:
        return await workers.ask(NOBODY, audit_apart, database, str(data))
    return _told(await audit(store))


def audit_apart(database: str, data: str) -> AuditSummary:
    """Go through the house at this address, against its signed heads: for a worker process."""
    return asyncio.run(_audit_apart(database, Path(data)))


async def _audit_apart(database: str, data: Path) -> AuditSummary:
    heads, key = data / HEADS_FILE, data / KEY_FILE
    signed = list(verified(heads, public_key(signing_key(key)))) if heads.is_file() and key.is_file() else []
    store = await open_store(database, is_read_only=True)
    try:
        return _told(await audit(store, signed))
    finally:
        await store.close()


def _told(report: AuditReport) -> AuditSummary:
    findings = tuple(str(each) for each in report.findings[:MOST_NAMED])
    return AuditSummary(is_sound=report.is_sound, events=report.events, findings=findings)
