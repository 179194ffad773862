"""When somebody last watched a table: bots among themselves play only then"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    watched = sa.Column("watched", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("game_table", watched)


def downgrade() -> None:
    op.drop_column("game_table", "watched")
