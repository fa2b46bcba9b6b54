"""The history of the database, step by step; `sixprime.server.store.migrating` walks it."""
