"""`CompilingBar`: how far compiling is, in the terminal. A program that reads the output gets a line at either end."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeElapsedColumn

from sixprime.core import SixprimeError
from sixprime.messages import Catalogue, text

AT_ONCE = 0.999
"""What is first seen as done was compiled before; there is nothing to tell."""


class CompilingBar:
    """A bar on standard error that is there while the engine is compiled, and goes when it is done."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._console = Console(stderr=True, highlight=False, emoji=False)
        self._progress: Progress | None = None
        self._task = TaskID(0)

    def show(self, share: float) -> None:
        """Show how much is done, from 0 to 1."""
        if self._progress is None:
            if share >= AT_ONCE:
                return
            self._begin()
        assert self._progress is not None
        self._progress.update(self._task, completed=share)
        if share >= 1.0:
            self.close()
            said = text("the engine is compiled: all levels are available").in_language(self._words)
            self._console.print(said, markup=False)

    def close(self) -> None:
        """Take the bar away."""
        if self._progress is not None:
            self._progress.stop()

    def _begin(self) -> None:
        said = text("compiling the engine, once on this machine").in_language(self._words)
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
        )
        self._progress = Progress(*columns, console=self._console, transient=True, redirect_stdout=False)
        self._task = self._progress.add_task(said, total=1.0)
        if self._console.is_terminal:
            self._progress.start()
        else:
            self._console.print(said, markup=False)


def compile_now(words: Catalogue) -> None:
    """Compile everything that has not been compiled on this machine, and show how far it is.

    Somebody waits for it, so that it is no less urgent than what else this machine does.
    """
    from sixprime.analysis.readiness import STEPS
    from sixprime.compiled.preparation import Preparation, PreparationFailed, is_prepared

    console = Console(highlight=False, emoji=False)
    if is_prepared(STEPS):
        console.print(text("everything is compiled already").in_language(words), markup=False)
        return
    bar = CompilingBar(words)
    preparation = Preparation(STEPS, bar.show, niceness=0)
    bar.show(0.0)
    try:
        preparation.run()
    except KeyboardInterrupt:
        preparation.stop()
        raise
    except PreparationFailed as error:
        raise SixprimeError(text("the engine could not be compiled: {why}", why=str(error))) from None
    finally:
        bar.close()
