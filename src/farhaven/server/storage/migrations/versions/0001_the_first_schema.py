"""The first schema"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("login", sa.String(length=64), nullable=True),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("recovery", sa.String(length=64), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("deleted", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("login"),
        sa.UniqueConstraint("recovery"),
    )
    op.create_table(
        "server_key",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("value", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=32), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("components", sa.String(length=64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("host", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("spectators", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("clock", sa.Integer(), nullable=True),
        sa.Column("increment", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=True),
        sa.Column("patience", sa.Integer(), nullable=False),
        sa.Column("stand_in", sa.String(length=32), nullable=False),
        sa.Column("chat", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("nonces", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("owing", sa.Integer(), nullable=False),
        sa.Column("moved", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("rematch", sa.String(length=32), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["host"],
            ["account.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("game_table", schema=None) as batch_op:
        batch_op.create_index("game_table_due", ["due"], unique=False)
        batch_op.create_index("game_table_open", ["state", "listed", "created"], unique=False)

    op.create_table(
        "mute",
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("muted", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["account.id"],
        ),
        sa.ForeignKeyConstraint(
            ["muted"],
            ["account.id"],
        ),
        sa.PrimaryKeyConstraint("account", "muted"),
    )
    op.create_table(
        "rating",
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=32), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["account.id"],
        ),
        sa.PrimaryKeyConstraint("account", "title"),
    )
    op.create_table(
        "record",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["account.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("record", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_record_account"), ["account"], unique=False)

    op.create_table(
        "session",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("agent", sa.String(length=200), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["account.id"],
        ),
        sa.PrimaryKeyConstraint("hash"),
        sa.UniqueConstraint("id"),
    )
    with op.batch_alter_table("session", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_session_account"), ["account"], unique=False)

    op.create_table(
        "token",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account"],
            ["account.id"],
        ),
        sa.PrimaryKeyConstraint("hash"),
        sa.UniqueConstraint("id"),
    )
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_token_account"), ["account"], unique=False)

    op.create_table(
        "chat",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=32), nullable=True),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["account.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table"],
            ["game_table.id"],
        ),
        sa.PrimaryKeyConstraint("table", "number"),
    )
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_chat_account"), ["account"], unique=False)

    op.create_table(
        "invite",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["account.id"],
        ),
        sa.ForeignKeyConstraint(
            ["by"],
            ["account.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table"],
            ["game_table.id"],
        ),
        sa.PrimaryKeyConstraint("table", "account"),
    )
    op.create_table(
        "seat",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=True),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("level", sa.String(length=32), nullable=True),
        sa.Column("nonce", sa.String(length=64), nullable=True),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["account.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table"],
            ["game_table.id"],
        ),
        sa.PrimaryKeyConstraint("table", "seat"),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_account"), ["account"], unique=False)

    op.create_table(
        "step",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("entry", sa.String(length=64), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"],
            ["game_table.id"],
        ),
        sa.PrimaryKeyConstraint("table", "number"),
    )
    with op.batch_alter_table("step", schema=None) as batch_op:
        batch_op.create_index("step_entry", ["table", "entry"], unique=True)


def downgrade() -> None:
    with op.batch_alter_table("step", schema=None) as batch_op:
        batch_op.drop_index("step_entry")

    op.drop_table("step")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_account"))

    op.drop_table("seat")
    op.drop_table("invite")
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_chat_account"))

    op.drop_table("chat")
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_token_account"))

    op.drop_table("token")
    with op.batch_alter_table("session", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_session_account"))

    op.drop_table("session")
    with op.batch_alter_table("record", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_record_account"))

    op.drop_table("record")
    op.drop_table("rating")
    op.drop_table("mute")
    with op.batch_alter_table("game_table", schema=None) as batch_op:
        batch_op.drop_index("game_table_open")
        batch_op.drop_index("game_table_due")

    op.drop_table("game_table")
    op.drop_table("server_key")
    op.drop_table("account")
