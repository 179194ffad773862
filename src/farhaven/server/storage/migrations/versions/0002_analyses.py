"""What a second look at finished matches has found"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "analysis",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("moved", sa.BigInteger(), nullable=False),
        sa.Column("review", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table"], ["game_table.id"]),
        sa.PrimaryKeyConstraint("table"),
    )


def downgrade() -> None:
    op.drop_table("analysis")
