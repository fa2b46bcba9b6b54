"""`python -m sixprime`: the command `sixprime`, where its script is not on the path."""

from sixprime.cli.app import main

if __name__ == "__main__":
    main()
