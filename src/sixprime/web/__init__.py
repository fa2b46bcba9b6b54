"""The pages that a browser shows: static files only. The server hands them out; what they do is in their own code."""
