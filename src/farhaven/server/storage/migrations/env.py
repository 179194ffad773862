"""How Alembic reaches the database: the address comes from the server's settings."""

import asyncio

from alembic import context
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from farhaven.server.storage.database import sync_engine
from farhaven.server.storage.models import Base


def _run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


async def _run_async(url: str) -> None:
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        await connection.run_sync(_run)
    await engine.dispose()


def _main() -> None:
    url: str = context.config.attributes["url"]
    if url.startswith("sqlite"):
        with sync_engine(url).connect() as connection:
            _run(connection)
    else:
        asyncio.run(_run_async(url))


_main()
