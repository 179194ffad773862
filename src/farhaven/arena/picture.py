"""The cross table and the ratings as a picture (SVG), drawn by hand."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from farhaven.arena.standing import Meeting, Standing

CELL_WIDTH = 132
CELL_HEIGHT = 58
NAMES = 150
TOP = 96
BAR = 26


def picture_of(standing: Standing) -> str:
    """An SVG document: who beat whom how often, and the ratings as bars."""
    bots = [rating.bot for rating in standing.ratings]
    width = NAMES + CELL_WIDTH * len(bots) + 24
    table_end = TOP + CELL_HEIGHT * len(bots)
    height = table_end + 60 + BAR * len(bots) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        _text(16, 30, f"{standing.title}, {standing.players} players", size=18, weight="bold"),
        _text(16, 52, f"win rate of the row against the column, 95 %; even: {_even(standing)}"),
    ]
    parts += _table(standing, bots)
    parts += _bars(standing, table_end + 40)
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _even(standing: Standing) -> str:
    return f"{100 / standing.players:.0f} %"


def _table(standing: Standing, bots: Sequence[str]) -> list[str]:
    found = {(m.bot, m.others): m for m in standing.meetings}
    parts: list[str] = []
    for column, name in enumerate(bots):
        x = NAMES + CELL_WIDTH * column + CELL_WIDTH // 2
        parts.append(_text(x, TOP - 12, name, anchor="middle", weight="bold"))
    for row, name in enumerate(bots):
        y = TOP + CELL_HEIGHT * row
        parts.append(_text(16, y + CELL_HEIGHT // 2 + 5, name, weight="bold"))
        for column, other in enumerate(bots):
            x = NAMES + CELL_WIDTH * column
            meeting = found.get((name, other))
            turned = found.get((other, name)) if standing.players == 2 else None
            if meeting is not None:
                parts += _cell(x, y, meeting, standing.players, False)
            elif turned is not None:
                parts += _cell(x, y, turned, standing.players, True)
    return parts


def _cell(x: int, y: int, meeting: Meeting, players: int, turned: bool) -> list[str]:
    rate, low, high = meeting.win_rate.mean, meeting.win_rate.low, meeting.win_rate.high
    lead = meeting.lead.mean
    if turned:
        rate, low, high, lead = 1 - rate, 1 - high, 1 - low, -lead
    middle = x + CELL_WIDTH // 2
    return [
        f'<rect x="{x}" y="{y}" width="{CELL_WIDTH - 3}" height="{CELL_HEIGHT - 3}" rx="4" '
        f'fill="{_colour(rate, 1 / players)}"/>',
        _text(middle, y + 22, f"{100 * rate:.1f} %", anchor="middle", size=15, weight="bold"),
        _text(middle, y + 38, f"{100 * low:.0f} – {100 * high:.0f} %", anchor="middle", size=11),
        _text(middle, y + 51, f"{lead:+.1f} · n {meeting.games}", anchor="middle", size=11),
    ]


def _colour(rate: float, even: float) -> str:
    """From orange (worse than even) by white to blue (better)."""
    if rate >= even:
        share = (rate - even) / (1 - even)
        return f"rgb({255 - round(140 * share)},{255 - round(75 * share)},255)"
    share = (even - rate) / even
    return f"rgb(255,{255 - round(85 * share)},{255 - round(150 * share)})"


def _bars(standing: Standing, top: int) -> list[str]:
    """The ratings: a bar for mu, a line for two sigma each way."""
    most = max(r.mu + 2 * r.sigma for r in standing.ratings)
    scale = (CELL_WIDTH * len(standing.ratings) - 60) / max(most, 1.0)
    parts: list[str] = []
    for i, rating in enumerate(standing.ratings):
        y = top + BAR * i
        length = max(rating.mu, 0.0) * scale
        low, high = (rating.mu - 2 * rating.sigma) * scale, (rating.mu + 2 * rating.sigma) * scale
        parts += [
            _text(16, y + 14, rating.bot, weight="bold"),
            f'<rect x="{NAMES}" y="{y}" width="{length:.1f}" height="18" rx="3" fill="#9db8e0"/>',
            f'<line x1="{NAMES + low:.1f}" y1="{y + 9}" x2="{NAMES + high:.1f}" y2="{y + 9}" '
            'stroke="#234" stroke-width="2"/>',
            _text(NAMES + round(high) + 8, y + 14, f"{rating.mu:.1f}", size=11),
        ]
    return parts


def _text(
    x: int, y: int, text: str, *, anchor: str = "start", size: int = 13, weight: str = "normal"
) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}" fill="#123">{escape(text)}</text>'
    )
