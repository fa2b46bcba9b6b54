"""The routes, one module for each part of the interface: matches, studies, analyses, positions, practice, lessons,
drills, the tutor, the opening book, puzzles, the service itself, and pages.

`ROUTERS` lists them in the order in which they are asked, the pages last because they take any name.
"""

from sixprime.server.http.routes import (
    analyses,
    cards,
    drills,
    lessons,
    matches,
    openings,
    pages,
    positions,
    practice,
    puzzles,
    service,
    studies,
    tutor,
)

ROUTERS = (
    matches.router,
    studies.router,
    analyses.router,
    positions.router,
    practice.router,
    cards.router,
    lessons.router,
    drills.router,
    tutor.router,
    openings.router,
    puzzles.router,
    service.router,
    pages.router,
)

__all__ = ["ROUTERS"]
