"""Tests of the server, in packages like those of the server itself."""
