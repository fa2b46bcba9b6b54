"""Tests of `sixprime.cli`."""
