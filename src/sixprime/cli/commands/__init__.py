"""What can be typed after `sixprime`: one module for each group of commands declares their options and help.

A command imports the module that does its work only when it runs, so that help and errors appear at once.
"""
