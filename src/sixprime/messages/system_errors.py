"""Why the operating system has refused something, in words that are translated."""

from __future__ import annotations

import errno
import socket
from collections.abc import Mapping

from sixprime.messages.messages import Message, text

_REASONS: Mapping[int, Message] = {
    errno.ENOENT: text("there is no such file"),
    errno.EACCES: text("it is not permitted"),
    errno.EPERM: text("it is not permitted"),
    errno.EISDIR: text("it is a folder"),
    errno.ENOTDIR: text("a part of the path is a file, not a folder"),
    errno.EEXIST: text("it is there already"),
    errno.ENAMETOOLONG: text("the name is too long"),
    errno.ELOOP: text("its symbolic links form a loop"),
    errno.EROFS: text("the disk is read-only"),
    errno.ENOSPC: text("the disk is full"),
    errno.EDQUOT: text("your disk quota is used up"),
    errno.EFBIG: text("the file would be too large"),
    errno.EIO: text("the device reports an error"),
    errno.EBUSY: text("it is in use"),
    errno.ETXTBSY: text("it is in use"),
    errno.EMFILE: text("too many files are open"),
    errno.ENFILE: text("too many files are open"),
    errno.ENOMEM: text("there is not enough memory"),
    errno.EADDRINUSE: text("the address is in use"),
    errno.EADDRNOTAVAIL: text("it is not an address of this machine"),
    errno.ECONNREFUSED: text("nothing is listening there"),
    errno.ECONNRESET: text("the connection was lost"),
    errno.ECONNABORTED: text("the connection was lost"),
    errno.EPIPE: text("the connection was lost"),
    errno.ETIMEDOUT: text("no answer in time"),
    errno.EHOSTUNREACH: text("there is no network route to it"),
    errno.ENETUNREACH: text("there is no network route to it"),
}


def reason(error: OSError) -> Message | str:
    """Why the system refused: the common reasons as messages that are translated, others as the system says them."""
    if isinstance(error, socket.gaierror):  # which has numbers of its own
        return text("the address is unknown")
    known = _REASONS.get(error.errno or 0)
    if known is not None:
        return known
    if isinstance(error, TimeoutError):
        return _REASONS[errno.ETIMEDOUT]
    if isinstance(error, ConnectionError):
        return _REASONS[errno.ECONNRESET]
    return error.strerror or str(error) or type(error).__name__
