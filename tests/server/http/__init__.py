"""Tests of `sixprime.server.http`."""
