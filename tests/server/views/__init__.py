"""Tests of `sixprime.server.views`."""
