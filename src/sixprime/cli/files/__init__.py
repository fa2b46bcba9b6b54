"""`sixprime show`, `info` and `convert`: boards and match files at the command line.

`show` is for match files and leaves everything else to `show_board`.
"""
