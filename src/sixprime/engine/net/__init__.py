"""The nets: their weights and files, the features they see, and their arithmetic in machine code.

There are three in one file: a quick one for all plays, a full one for those that come near, a deep one for the rest.
"""
