"""Tests of `sixprime.server.ops`."""
