"""Identities: each browser has a secret in a cookie, and the server keeps only its hash; ids of matches."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import string

from sixprime.server.rate_limits import is_loopback, network_of

COOKIE = "sixprime"
SECURE_COOKIE = "__Host-sixprime"
"""The name on https. Browsers take a cookie of such a name only over https and from this very host, so that no other
page of the domain can plant one."""
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at most."""

_LETTERS = string.ascii_letters + string.digits
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_LEAST_DIFFERENT = 12
"""Of 43 random characters at least so many differ; fewer do not happen."""
_ID = re.compile(r"[A-Za-z0-9]{22}")


def new_id() -> str:
    """A new id of a match, or a new invitation: 22 random letters and digits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(22))


def is_id(written: str) -> bool:
    return _ID.fullmatch(written) is not None


def new_secret() -> str:
    """The secret of a browser: 32 random bytes."""
    return secrets.token_urlsafe(32)


def holder_of(secret: str | None) -> str | None:
    """The hash of a secret, by which the server knows a holder; None for text that cannot be a secret.

    A secret is 32 random bytes in base64 for URLs. What others could guess, such as one letter repeated, is none.
    """
    if secret is None or _SECRET.fullmatch(secret) is None or len(set(secret)) < _LEAST_DIFFERENT:
        return None
    if base64.urlsafe_b64encode(base64.urlsafe_b64decode(secret + "=")).decode().rstrip("=") != secret:
        return None
    return hashlib.sha256(secret.encode()).hexdigest()


def origin_of(address: str | None) -> str | None:
    """The hash under which the matches of an address are counted; None for addresses of this machine."""
    if address is None or is_loopback(address):
        return None
    return hashlib.sha256(b"sixprime origin " + network_of(address).encode()).hexdigest()


def is_invitation(offered: str, kept: str) -> bool:
    """Whether an invitation is the right one, compared in constant time."""
    return hmac.compare_digest(offered.encode("utf-8", "replace"), kept.encode())
