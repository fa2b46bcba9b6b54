"""Where Alembic gets its connection: from the program that called it, never from a file."""

from alembic import context

from sixprime.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
