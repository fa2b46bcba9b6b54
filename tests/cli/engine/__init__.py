"""Tests of `sixprime.cli.engine`."""
