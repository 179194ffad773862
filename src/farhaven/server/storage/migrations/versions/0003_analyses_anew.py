"""Analyses tell more than they did: those that were made are made anew when somebody asks"""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute("DELETE FROM analysis")


def downgrade() -> None:
    op.execute("DELETE FROM analysis")
