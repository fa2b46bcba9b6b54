"""Tests of `sixprime.server.store`."""
