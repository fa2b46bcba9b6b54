"""Tests of `sixprime.server.matches`."""
