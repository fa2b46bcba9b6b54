"""Tests of `sixprime.server.dice`."""
