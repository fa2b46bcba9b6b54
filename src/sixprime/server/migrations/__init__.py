"""The history of the database, step by step; `sixprime.server.migrating` walks it."""
