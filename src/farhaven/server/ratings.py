"""Ratings per title, from rated tables."""

from openskill.models import PlackettLuce
from sqlalchemy import insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from farhaven.server.models import RatingRow, UserRow
from farhaven.server.table import LiveTable
from farhaven.server.wire_accounts import RatingInfo

MODEL = PlackettLuce()
LIST_LENGTH = 100


def _rated_seats(table: LiveTable) -> list[tuple[int, str]]:
    """Seats and accounts of a match that counts: people only, no two seats of one account."""
    people = [(s.seat, s.account) for s in table.seats if s.kind == "human"]
    known = [(seat, account) for seat, account in people if account is not None]
    accounts = {account for _, account in known}
    if not table.row.rated or len(known) < 2 or len(accounts) < len(table.seats):
        return []
    return known


def rate(connection: Connection, table: LiveTable) -> None:
    """Move the ratings of the people at a table whose match is over."""
    result = table.playing().result()
    seats = _rated_seats(table)
    if result is None or not seats:
        return
    found = connection.execute(
        select(RatingRow.account, RatingRow.mu, RatingRow.sigma, RatingRow.matches)
        .where(
            RatingRow.title == table.row.title,
            RatingRow.account.in_([account for _, account in seats]),
        )
        # Another process may rate the same people: in turn, and never waiting in a circle.
        .order_by(RatingRow.account)
        .with_for_update()
    )
    old = {account: (mu, sigma, matches) for account, mu, sigma, matches in found}
    teams = []
    for _, account in seats:
        mu, sigma, _ = old.get(account, (MODEL.mu, MODEL.sigma, 0))
        teams.append([MODEL.rating(mu=mu, sigma=sigma)])
    # Winners share the first place, whatever broke the tie; the others follow by score.
    ranks: list[float] = [
        0.0 if seat in result.winners else 1.0 + _better(result.scores, seat) for seat, _ in seats
    ]
    for (_, account), (rating,) in zip(seats, MODEL.rate(teams, ranks=ranks), strict=True):
        values = {"mu": rating.mu, "sigma": rating.sigma}
        if account in old:
            connection.execute(
                update(RatingRow)
                .where(RatingRow.account == account, RatingRow.title == table.row.title)
                .values(**values, matches=old[account][2] + 1)
            )
        else:
            connection.execute(
                insert(RatingRow).values(
                    account=account, title=table.row.title, matches=1, **values
                )
            )


def _better(scores: list[int] | tuple[int, ...] | object, seat: int) -> int:
    if not isinstance(scores, list | tuple):
        raise TypeError(type(scores).__name__)
    return sum(score > scores[seat] for score in scores)


def rating_info(row: RatingRow, name: str) -> RatingInfo:
    """A rating as it is shown."""
    ordinal = row.mu - 3 * row.sigma
    return RatingInfo(row.account, name, row.title, row.mu, row.sigma, ordinal, row.matches)


def rating_list(session: Session, title: str) -> list[RatingInfo]:
    """The best of a title."""
    query = (
        select(RatingRow, UserRow.name)
        .join(UserRow, UserRow.id == RatingRow.account)
        .where(RatingRow.title == title, UserRow.deleted.is_(None))
        .order_by((RatingRow.mu - 3 * RatingRow.sigma).desc())
        .limit(LIST_LENGTH)
    )
    return [rating_info(row, name) for row, name in session.execute(query)]
