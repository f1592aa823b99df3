"""Certificates: what a code stands for, for whoever wants to check it."""

from __future__ import annotations

import segno
from fastapi import APIRouter, Request
from fastapi.responses import Response

from siete.errors import UnknownNameError
from siete.plain import Plain
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules
from siete.school.lessons import course
from siete.server.http.school.scores import certificate_stream
from siete.server.services import house_at, services_of
from siete.store.codec import event_from_bytes
from siete.store.reviews import CertificateIssued

router = APIRouter(prefix="/api/v1/school/certificates", tags=["school"])


@router.get("/{code}")
async def read(code: str, request: Request) -> Plain:
    """What a certificate says: who passed the exam, under which rules, and when; no session is needed."""
    entries = await services_of(request).house.store.read(certificate_stream(_spelled(code)), 0, 1)
    event = event_from_bytes(entries[0].data) if entries else None
    if not isinstance(event, CertificateIssued):
        raise UnknownNameError("certificate/unknown", "This house has issued no certificate with this code.")
    return {
        "code": _spelled(code),
        "person": event.person,
        "rules": event.rules,
        "title": rule_set(event.rules).title,
        "rules_hash": event.rules_hash,
        "is_current": event.rules_hash == table_rules(event.rules).rules_hash,
        "lessons": len(course(event.rules).lessons),
        "right": event.right,
        "asked": event.asked,
        "date": entries[0].recorded_at[:10],
    }


@router.get("/{code}/address.svg")
async def address(code: str, request: Request) -> Response:
    """The address at which a certificate is checked, as a picture that a phone reads."""
    path = f"{house_at(request)}/school/certificate/{_spelled(code)}"
    picture = segno.make(path, error="m").svg_inline(scale=4, border=2, dark="#171c22", light="#ffffff", omitsize=False)
    picture = picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)  # a file, not a part of a page
    return Response(picture, media_type="image/svg+xml")


def _spelled(code: str) -> str:
    return "".join(each for each in code.upper() if each.isalnum() or each == "-")[:40]
