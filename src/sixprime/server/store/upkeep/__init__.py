"""Looking after a database: backups, copies before a migration, and what fills it."""
