"""Tests of `sixprime.server.schemas`."""
