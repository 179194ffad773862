"""Tables and records know, as a keyed hash, the network they came from, so that quotas can count"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("network", sa.String(64), nullable=True))
    op.create_index("game_table_network", "game_table", ["network"])
    op.create_index("game_table_host", "game_table", ["host"])
    op.add_column("record", sa.Column("network", sa.String(64), nullable=True))
    op.create_index("ix_record_network", "record", ["network"])


def downgrade() -> None:
    op.drop_index("ix_record_network", "record")
    op.drop_column("record", "network")
    op.drop_index("game_table_host", "game_table")
    op.drop_index("game_table_network", "game_table")
    op.drop_column("game_table", "network")
