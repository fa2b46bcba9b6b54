"""Tests of `sixprime.server.live`."""
