"""Refusals on the wire: one shape, a stable code, and the status that fits it."""

from __future__ import annotations

from typing import Any

from siete.errors import FaultyDocumentError, ParseError, SieteError, UnknownNameError
from siete.host.people import NotAllowedError

_STATUS = {
    "session/none": 401,
    "session/wrong-password": 401,
    "session/name-taken": 409,
    "command/passed-point": 409,
    "command/id-reused": 409,
    "command/not-for-you": 403,
    "origin/not-allowed": 403,
    "staff/link-used": 403,
    "table/live-needs-floorperson": 403,
    "table/floor-needs-floorperson": 403,
    "table/not-yours": 403,
    "table/id-taken": 409,
    "table/unknown": 404,
    "round/unknown": 404,
    "clause/unknown": 404,
    "http/not-found": 404,
    "http/no-such-method": 405,
    "body/too-large": 413,
    "limit/too-many": 429,
    "host/busy": 503,
    "host/no-owner": 503,
    "host/table-stopped": 503,
    "host/randomness-failed": 503,
    "host/internal": 500,
}


def status_of(error: SieteError) -> int:
    """The HTTP status of a refusal."""
    if error.code in _STATUS:
        return _STATUS[error.code]
    if isinstance(error, NotAllowedError):
        return 403
    if isinstance(error, UnknownNameError):
        return 404
    if error.code.startswith(("store/", "history/")):
        return 503
    return 400 if isinstance(error, ParseError) else 422


def refusal_plain(error: SieteError) -> dict[str, Any]:
    """A refusal as the page gets it."""
    plain: dict[str, Any] = {
        "code": error.code,
        "clause": error.clause,
        "sentence": error.sentence,
        "facts": {name: _plain(value) for name, value in error.facts.items()},
    }
    if isinstance(error, FaultyDocumentError):
        plain["faults"] = faults_plain(error)
    return plain


def faults_plain(error: FaultyDocumentError) -> list[dict[str, Any]]:
    """All faults of a document."""
    return [
        {"line": each.line, "code": each.code, "clause": each.clause, "name": each.name, "sentence": each.sentence}
        for each in error.faults
    ]


def _plain(value: object) -> Any:
    return value if isinstance(value, str | int | bool | None) else str(value)


def internal_fault() -> SieteError:
    """What is answered when the fault is ours: whether the command was kept is not known here, and can be asked."""
    return SieteError(
        "host/internal",
        "Something went wrong here, and it was logged. Send the same command with the same id again:"
        " if it was kept, you get its answer, and it is not done twice.",
    )
