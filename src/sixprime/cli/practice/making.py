"""The progress bar of commands that make data and can be stopped at any moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sixprime.messages import Catalogue, Message, text


@contextmanager
def making_bar(what: Message, total: int, words: Catalogue) -> Iterator[Callable[[int], object]]:
    """A bar: the function it gives is told how much is done. Ctrl-C says that this much is kept, and goes on up."""
    console = Console(highlight=False, emoji=False, stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    done = 0
    try:
        with Progress(*columns, console=console) as bar:
            task = bar.add_task(what.in_language(words), total=total)

            def show(count: int) -> None:
                nonlocal done
                done = count
                bar.update(task, completed=count)

            yield show
    except KeyboardInterrupt:
        line = text("stopped: {done} of {total} are done and kept; the same command goes on", done=done, total=total)
        console.print(line.in_language(words), markup=False, soft_wrap=True)
        raise
