"""Ratings per title, from rated tables."""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from farhaven.core.game import Result
from farhaven.server.storage.models import RatingRow, UserRow
from farhaven.server.tables.live_table import LiveTable
from farhaven.server.wire.accounts import RatingInfo

MODEL = PlackettLuce()
LIST_LENGTH = 100


class Place(NamedTuple):
    """How an account came out of a match: the lower the rank the better."""

    account: str
    rank: float


def places(table: LiveTable) -> list[Place]:
    """How the people at a rated table came out; none where the match does not count.

    It counts between people only, and where no two seats are one account's.
    """
    result = table.playing().result()
    accounts = {s.account for s in table.seats if s.kind == "human" and s.account is not None}
    if result is None or not table.row.rated or not 1 < len(accounts) == len(table.seats):
        return []
    return [Place(seat.account or "", _rank(table, result, seat.seat)) for seat in table.seats]


def _rank(table: LiveTable, result: Result, seat: int) -> float:
    """The place of a seat: the lower the better.

    Winners share the first place, whatever broke the tie; the others follow by score. Whoever
    is away at the end has lost, whatever the bot in their place has made of it.
    """
    if seat in table.away:
        return 1.0 + len(table.seats)
    if seat in result.winners:
        return 0.0
    return 1.0 + sum(score > result.scores[seat] for score in result.scores)


def rate(connection: Connection, title: str, found: Sequence[Place]) -> None:
    """Move the ratings of the people at a table whose match is over."""
    rows = connection.execute(
        select(RatingRow.account, RatingRow.mu, RatingRow.sigma, RatingRow.matches)
        .where(
            RatingRow.title == title,
            RatingRow.account.in_([place.account for place in found]),
        )
        # Another process may rate the same people: in turn, and never waiting in a circle.
        .order_by(RatingRow.account)
        .with_for_update()
    )
    old = {account: (mu, sigma, matches) for account, mu, sigma, matches in rows}
    teams = []
    for place in found:
        mu, sigma, _ = old.get(place.account, (MODEL.mu, MODEL.sigma, 0))
        teams.append([MODEL.rating(mu=mu, sigma=sigma)])
    new = MODEL.rate(teams, ranks=[place.rank for place in found])
    for (account, _), (rating,) in zip(found, new, strict=True):
        values = {"mu": rating.mu, "sigma": rating.sigma}
        if account in old:
            connection.execute(
                update(RatingRow)
                .where(RatingRow.account == account, RatingRow.title == title)
                .values(**values, matches=old[account][2] + 1)
            )
        else:
            connection.execute(
                insert(RatingRow).values(account=account, title=title, matches=1, **values)
            )


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
