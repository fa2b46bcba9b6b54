"""Tests of what is compiled to machine code."""
