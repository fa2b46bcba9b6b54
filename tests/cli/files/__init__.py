"""Tests of `sixprime.cli.files`."""
