"""Records that were uploaded are analysed, too; analyses that were made are made anew"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.drop_table("analysis")
    op.create_table(
        "analysis",
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("moved", sa.BigInteger(), nullable=False),
        sa.Column("review", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("subject"),
    )


def downgrade() -> None:
    op.drop_table("analysis")
    op.create_table(
        "analysis",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("moved", sa.BigInteger(), nullable=False),
        sa.Column("review", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table"], ["game_table.id"]),
        sa.PrimaryKeyConstraint("table"),
    )
