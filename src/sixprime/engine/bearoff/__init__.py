"""Exact endings: tables of how many rolls a side needs to bear off, and of what races are worth with the cube.

`databases` asks the tables for people and programs; `files` keeps the larger ones on disk.
"""
