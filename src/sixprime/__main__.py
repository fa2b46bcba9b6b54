"""The command `sixprime`, also as `python -m sixprime`; Ctrl-C ends it quietly even while it is loading."""

import sys


def main() -> None:
    """Run the command line and exit."""
    try:
        from sixprime.cli.app import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
