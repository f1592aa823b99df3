"""Refusals as HTTP responses: one shape, a stable code, and the matching status."""

from __future__ import annotations

from siete.errors import FaultyDocumentError, ParseError, SieteError, UnknownNameError
from siete.host.access.roles import NotAllowedError
from siete.plain import Plain
from siete.server.describe.faults import faults_plain

_STATUS = {
    "session/none": 401,
    "session/wrong-password": 401,
    "session/name-taken": 409,
    "command/passed-point": 409,
    "command/approval-passed": 409,
    "floor/answered": 409,
    "floor/expired": 409,
    "floor/already-proposed": 409,
    "floor/same-person": 403,
    "floor/not-yours": 403,
    "floor/no-such-change": 404,
    "floor/no-such-incident": 404,
    "floor/no-such-guide": 404,
    "school/answered": 409,
    "school/finished": 409,
    "school/no-lesson": 404,
    "school/no-course": 404,
    "school/no-drill": 404,
    "school/no-demonstration": 404,
    "school/no-replay": 404,
    "school/not-finished": 409,
    "school/exam-closed": 409,
    "class/unknown": 404,
    "command/id-reused": 409,
    "command/not-for-you": 403,
    "origin/not-allowed": 403,
    "staff/link-used": 403,
    "table/live-needs-floorperson": 403,
    "table/floor-needs-floorperson": 403,
    "table/not-yours": 403,
    "table/id-taken": 409,
    "staff/last-floorperson": 409,
    "table/unknown": 404,
    "round/unknown": 404,
    "clause/unknown": 404,
    "http/not-found": 404,
    "http/no-such-method": 405,
    "body/too-large": 413,
    "limit/too-many": 429,
    "work/broken": 503,
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


def headers_of(error: SieteError) -> dict[str, str]:
    """The headers that a refusal adds: when to come back, where it knows."""
    seconds = error.facts.get("seconds")
    return {"Retry-After": str(seconds)} if error.code == "limit/too-many" and seconds is not None else {}


def refusal_plain(error: SieteError) -> Plain:
    """A refusal as the page gets it."""
    plain: Plain = {
        "code": error.code,
        "clause": error.clause,
        "sentence": error.sentence,
        "facts": {name: _plain(value) for name, value in error.facts.items()},
    }
    if isinstance(error, FaultyDocumentError):
        plain["faults"] = faults_plain(error)
    return plain


def _plain(value: object) -> str | int | None:
    return value if isinstance(value, str | int | bool | None) else str(value)


def internal_fault() -> SieteError:
    """The answer to an internal error. It does not know whether the command was stored; a repeat with its id does."""
    return SieteError(
        "host/internal",
        "Something went wrong on the server and was logged. Send the command again with the same id:"
        " if it was kept, you get its answer, and it is not done twice.",
    )
