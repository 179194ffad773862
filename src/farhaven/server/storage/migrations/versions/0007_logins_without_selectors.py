"""Members are found by their names without invisible marks, such as those behind an emoji"""

import sqlalchemy as sa
from alembic import op

from farhaven.server.accounts.names import login_name
from farhaven.server.basics import Refused

revision = "0007"
down_revision = "0006"

account = sa.table(
    "account",
    sa.column("id", sa.String),
    sa.column("name", sa.String),
    sa.column("login", sa.String),
)


def upgrade() -> None:
    connection = op.get_bind()
    query = sa.select(account.c.id, account.c.name, account.c.login)
    rows = connection.execute(
        query.where(account.c.login.is_not(None)).order_by(account.c.id)
    ).all()
    taken = {row.login for row in rows}
    for row in rows:
        try:
            login = login_name(row.name)
        except Refused:  # nothing of the name can be seen
            continue
        # Where another member has it, the former login stays; both forms are looked up.
        if login not in taken:
            taken.add(login)
            own = account.c.id == row.id
            connection.execute(sa.update(account).where(own).values(login=login))


def downgrade() -> None:
    """Former logins are not known any more; a member signs in under the new one."""
