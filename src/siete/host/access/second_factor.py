"""The second factor of staff accounts: codes by time, from a key that only this house can compute.

No key is stored. The house's own key, the account and a serial number make it, so that a stolen database gives none
away, and a new serial number makes an old device worthless. Decision: 0249.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

import pyotp

ISSUER = "siete"


def secret_of(key: bytes, account: str, serial: int) -> str:
    """The key of an account's second factor, as authenticators take it."""
    digest = hmac.new(key, f"siete-second-factor/1\n{account}\n{serial}".encode(), hashlib.sha256).digest()
    return base64.b32encode(digest[:20]).decode("ascii")


def uri_of(secret: str, account: str) -> str:
    """What an authenticator reads."""
    return pyotp.TOTP(secret).provisioning_uri(name=account, issuer_name=ISSUER)


def is_right(secret: str, code: str) -> bool:
    """Whether this is the code of now, or of the half minute before or after."""
    digits = "".join(each for each in code if each.isdecimal())
    return len(digits) == 6 and pyotp.TOTP(secret).verify(digits, valid_window=1)
