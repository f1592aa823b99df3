"""The second factor of staff accounts: codes by time, from a key that only this house can compute.

No key is stored. The house's own key, the account and a serial number make it, so that a stolen database gives none
away, and a new serial number makes an old device worthless. Decision: 0249.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

import pyotp

ISSUER = "siete"
STEP = 30
"""Seconds that a code lasts."""


def secret_of(key: bytes, account: str, serial: int) -> str:
    """The key of an account's second factor, as authenticators take it."""
    digest = hmac.new(key, f"siete-second-factor/1\n{account}\n{serial}".encode(), hashlib.sha256).digest()
    return base64.b32encode(digest[:20]).decode("ascii")


def uri_of(secret: str, account: str) -> str:
    """What an authenticator reads."""
    return pyotp.TOTP(secret).provisioning_uri(name=account, issuer_name=ISSUER)


def is_right(secret: str, code: str) -> bool:
    """Whether this is the code of now, or of the half minute before or after."""
    return step_of(secret, code) is not None


def step_of(secret: str, code: str) -> int | None:
    """The half minute of which this is the code: now, or the one before or after; None for any other."""
    digits = "".join(each for each in code if each.isdecimal())
    codes, now = pyotp.TOTP(secret), int(time.time()) // STEP
    found = [step for step in (now - 1, now, now + 1) if pyotp.utils.strings_equal(codes.generate_otp(step), digits)]
    return found[-1] if found else None


class UsedCodes:
    """The codes that have let somebody in: each does so once, for it may have been seen over a shoulder."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def take(self, secret: str, code: str) -> bool:
        """Whether the code is right, and newer than the last that was taken."""
        step = step_of(secret, code)
        if step is None or step <= self._last.get(secret, 0):
            return False
        self._last[secret] = step
        return True
