"""Tests of `sixprime.cli.play`."""
