"""Tests of `sixprime.cli.server`."""
