"""Tests of `sixprime.formats.dice`."""
