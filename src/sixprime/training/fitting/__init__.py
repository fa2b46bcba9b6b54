"""Fitting nets to labelled positions."""
