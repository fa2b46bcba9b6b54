"""sixprime: backgammon as a typed Python library.

The names of the game are here; records as text are in `sixprime.core.records`, move notation in
`sixprime.core.notation`.
"""

from sixprime.core import *  # noqa: F403
from sixprime.core import __all__ as _core_names

__version__ = "0.1.0"

__all__ = [*_core_names, "__version__"]
