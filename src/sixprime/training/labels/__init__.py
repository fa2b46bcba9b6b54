"""Labelled positions for fitting: positions from games of the nets against themselves, and what each is worth.

A label is the mean over all 21 rolls, corrected by what the rest of its game showed.
"""
