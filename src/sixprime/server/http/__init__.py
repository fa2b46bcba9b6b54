"""The HTTP interface: routes, the middleware before them, and what a request says about who sends it.

Routes read and check what is asked, ask the lobby, and answer with the models of `sixprime.server.schemas`.
"""

from sixprime.server.http.middleware import AllowedHosts, RequestGuard
from sixprime.server.http.routes import ROUTERS

__all__ = ["ROUTERS", "AllowedHosts", "RequestGuard"]
