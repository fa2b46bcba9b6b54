"""A match as the list of its events: what can happen, where it stands then, who won what, and its record.

`transitions.advance` is the only place that knows which event is legal when; `matches.Match` is what people use.
"""
