"""Tests of what a release consists of: wheel, container image, workflows, files for a public forge."""
