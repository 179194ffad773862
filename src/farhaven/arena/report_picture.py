"""The cross table and the ratings as a picture (SVG), drawn by hand."""

import math
from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

import msgspec

from farhaven.arena.ratings import MEAN, Rating
from farhaven.arena.standings import Estimate, Meeting, Standing
from farhaven.terminal.figures import figure, signed_figure

EDGE = 16
CELL_WIDTH = 132
CELL_HEIGHT = 58
LINE = 17
ROW = 26
MOST_TICKS = 8
LEAST_SPAN = 50.0  # rating points on either side of the mean


class Captions(msgspec.Struct, frozen=True):
    """The words of a picture, in the reader's language."""

    title: str
    cells: str
    """What the first two lines of a cell say, and what would be even."""
    leads: str
    """What its last line says."""
    games: str
    """With `{count}`, as in the next one."""
    unfinished: str
    ratings: str
    dots: str
    """What dots and lines of the ratings mean, and what is their mean."""
    scale: str
    """What 400 points of rating mean."""
    not_counted: str
    """How many games reached the turn limit; empty where none did."""
    point: str = "."
    """What stands before the digits behind it: a comma in many languages."""


class Frame(NamedTuple):
    """Where the table is: it begins to the right of the names and below the headings."""

    left: int
    top: int
    cell: int
    height: int


class Scale(NamedTuple):
    """An axis: the values at its ends, how wide one point is, and how far numbers are apart."""

    low: float
    high: float
    unit: float
    step: int

    def x(self, left: int, value: float) -> float:
        return left + (value - self.low) * self.unit


def picture_of(standing: Standing, captions: Captions) -> str:
    """An SVG document: who beat whom how often, and the ratings as bars."""
    bots = [rating.bot for rating in standing.ratings]
    # Who met nobody from there has neither a row nor a column, as in the terminal's table.
    rows = [bot for bot in bots if any(standing.meeting(bot, other) for other in bots)]
    columns = [bot for bot in bots if any(standing.meeting(other, bot) for other in bots)]
    headings = [heading(bot) for bot in columns]
    widest = max(_width(line) for lines in headings for line in lines)
    top = 84 + LINE * max(map(len, headings))
    left = EDGE + max(map(_width, bots)) + 14
    more = LINE if any(meeting.unfinished for meeting in standing.meetings) else 0
    frame = Frame(left, top, max(CELL_WIDTH, widest + 12), CELL_HEIGHT + more)
    table_end = frame.top + frame.height * len(rows)
    notes = [captions.not_counted] if standing.unfinished else []
    ratings_top = table_end + 28 + LINE * len(notes)
    texts = (captions.cells, captions.leads, captions.dots, captions.scale, *notes)
    wide = max(_width(captions.title, 18), *map(_width, texts)) + EDGE
    width = max(frame.left + frame.cell * len(columns), wide) + EDGE
    height = ratings_top + 68 + LINE + ROW * len(bots)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        _text(EDGE, 30, captions.title, size=18, weight="bold"),
        _text(EDGE, 52, captions.cells),
        _text(EDGE, 52 + LINE, captions.leads),
        *_headings(frame, headings),
        *_table(standing, captions, frame, rows, columns),
        *(_text(EDGE, table_end + LINE, note) for note in notes),
        _text(EDGE, ratings_top, captions.ratings, size=15, weight="bold"),
        _text(EDGE, ratings_top + LINE, captions.dots),
        _text(EDGE, ratings_top + 2 * LINE, captions.scale),
        *_dots(standing.ratings, frame.left, ratings_top + 32 + LINE, width - EDGE),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def heading(bot: str) -> Sequence[str]:
    """A bot's name above a narrow column: that of a class from outside below its module's."""
    module, colon, name = bot.partition(":")
    return (module + colon, name) if colon else (bot,)


# The cross table


def _headings(frame: Frame, headings: Sequence[Sequence[str]]) -> list[str]:
    parts: list[str] = []
    for column, lines in enumerate(headings):
        x = frame.left + frame.cell * column + frame.cell // 2
        for above, line in enumerate(reversed(lines)):
            y = frame.top - 8 - LINE * above
            parts.append(_text(x, y, line, anchor="middle", weight="bold"))
    return parts


def _table(
    standing: Standing,
    captions: Captions,
    frame: Frame,
    rows: Sequence[str],
    columns: Sequence[str],
) -> list[str]:
    parts: list[str] = []
    for row, name in enumerate(rows):
        y = frame.top + frame.height * row
        parts.append(_text(EDGE, y + frame.height // 2 + 3, name, weight="bold"))
        for column, other in enumerate(columns):
            meeting = standing.meeting(name, other)
            if meeting is not None:
                x = frame.left + frame.cell * column
                colour = _colour(meeting.win_rate, 1 / standing.players)
                parts.append(
                    f'<rect x="{x}" y="{y}" width="{frame.cell - 3}" height="{frame.height - 3}" '
                    f'rx="4" fill="{colour}" stroke="#ccd"/>'
                )
                parts += _cell(x + frame.cell // 2 - 1, y, meeting, captions)
    return parts


def _cell(middle: int, y: int, meeting: Meeting, captions: Captions) -> list[str]:
    rate, lines = "–", []
    if meeting.win_rate is not None and meeting.lead is not None:
        rate = f"{figure(100 * meeting.win_rate.mean, point=captions.point)} %"
        games = captions.games.format(count=meeting.games)
        lead = signed_figure(meeting.lead.mean, point=captions.point)
        lines = [_interval(meeting.win_rate), f"{lead} · {games}"]
    if meeting.unfinished:
        lines.append(captions.unfinished.format(count=meeting.unfinished))
    return [
        _text(middle, y + 20, rate, anchor="middle", size=15, weight="bold"),
        *(
            _text(middle, y + 35 + 14 * i, line, anchor="middle", size=11)
            for i, line in enumerate(lines)
        ),
    ]


def _interval(rate: Estimate) -> str:
    if rate.low is None or rate.high is None:
        return "–"
    return f"{100 * rate.low:.0f} – {100 * rate.high:.0f} %"


def _colour(win_rate: Estimate | None, even: float) -> str:
    """From orange (worse than even) by white to blue (better)."""
    rate = even if win_rate is None else win_rate.mean
    if rate >= even:
        share = (rate - even) / (1 - even)
        return f"rgb({255 - round(140 * share)},{255 - round(75 * share)},255)"
    share = (even - rate) / even
    return f"rgb(255,{255 - round(85 * share)},{255 - round(150 * share)})"


# The ratings


def _dots(ratings: Sequence[Rating], left: int, top: int, right: int) -> list[str]:
    """A dot for each rating, a line for its interval, and an axis below them all."""
    scale = _scale(ratings, right - left - _width("0000", 11) - 8)
    end = top + ROW * len(ratings)
    parts = _axis(scale, left, (top, end))
    for i, rating in enumerate(ratings):
        y = top + ROW * i
        low, high = (scale.x(left, value) for value in _ends(rating))
        middle = scale.x(left, rating.rating)
        parts += [
            _text(EDGE, y + 14, rating.bot, weight="bold"),
            f'<line x1="{low:.1f}" y1="{y + 9}" x2="{high:.1f}" y2="{y + 9}" '
            'stroke="#234" stroke-width="2"/>',
            f'<circle cx="{middle:.1f}" cy="{y + 9}" r="5" fill="#4a78bd" stroke="#234"/>',
            _text(round(max(high, middle + 5)) + 6, y + 13, figure(rating.rating, 0), size=11),
        ]
    return parts


def _ends(rating: Rating) -> tuple[float, float]:
    """The interval of a rating, or the rating itself where it has none."""
    if rating.low is None or rating.high is None:
        return rating.rating, rating.rating
    return rating.low, rating.high


def _scale(ratings: Sequence[Rating], width: int) -> Scale:
    """The numbers from the lowest end of a line to the highest, the mean among them."""
    ends = [end for rating in ratings for end in _ends(rating)]
    low, high = min(MEAN - LEAST_SPAN, *ends), max(MEAN + LEAST_SPAN, *ends)
    rough = (high - low) / MOST_TICKS
    ten = 10 ** max(0, math.floor(math.log10(rough)))
    step = next(step for step in (ten, 2 * ten, 5 * ten, 10 * ten) if step >= rough)
    return Scale(low, high, width / (high - low), step)


def _axis(scale: Scale, left: int, span: tuple[int, int]) -> list[str]:
    top, end = span
    parts: list[str] = []
    first, last = math.ceil(scale.low / scale.step), math.floor(scale.high / scale.step)
    for number in range(first, last + 1):
        x = scale.x(left, number * scale.step)
        parts += [
            f'<line x1="{x:.1f}" y1="{top - 4}" x2="{x:.1f}" y2="{end}" stroke="#ccd"/>',
            _text(round(x), end + 14, figure(number * scale.step, 0), anchor="middle", size=11),
        ]
    return parts


# Text


def _width(text: str, size: int = 13) -> int:
    """How wide a text is at most, as nobody measures it here: bold letters, on average."""
    return math.ceil(0.62 * size * len(text))


def _text(
    x: int, y: int, text: str, *, anchor: str = "start", size: int = 13, weight: str = "normal"
) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}" fill="#123">{escape(text)}</text>'
    )
