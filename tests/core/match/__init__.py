"""Tests of matches: events, states, results, records."""
