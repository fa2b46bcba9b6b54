"""The live server: matches that cannot be lost, dice that can be checked, for one player at home or a club."""
