"""The course of a match as a picture (SVG): everybody's chance to win, and the mistakes."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

import msgspec

from farhaven.coach.analysis import Analysis, Choice, SeatReport
from farhaven.terminal.figures import signed_figure

WIDTH, HEIGHT = 960, 480
LEFT, RIGHT, TOP, BOTTOM = 76, 24, 92, 76
LEGEND = 220  # the room for a player's name
LONGEST_NAME = 24
COLOURS = ("#1f6fb2", "#c8541b", "#2f8f4e", "#7a4fb0")
DASHES = ("", "9 4", "2 4", "12 4 2 4")  # colours alone do not tell everybody apart


class Captions(msgspec.Struct, frozen=True):
    """The words of the picture, in the reader's language."""

    title: str
    chance: str
    entries: str
    mistake: str
    outcome: str
    point: str = "."
    """What stands before the digits behind it: a comma in many languages."""


def curve_of(analysis: Analysis, captions: Captions) -> str:
    """An SVG document with a line for each seat; a ring marks a mistake, a tick an outcome."""
    last = max(len(analysis.curve) - 1, 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text(LEFT, 30, captions.title, 'font-size="18" font-weight="bold"'),
        *_frame(last, captions),
    ]
    for moment in analysis.curve:
        if moment.outcome is not None:
            parts.append(_tick(_x(moment.at, last)))
    for report in analysis.seats:
        points = [(_x(m.at, last), _y(m.stand[report.seat].win)) for m in analysis.curve]
        path = " ".join(f"{x},{y}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" {_stroke(report.seat)}/>')
        parts += _mistakes(analysis, report.seat, captions, last)
        parts += _name(report)
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _x(at: int, last: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * at / last, 1)


def _y(win: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - win), 1)


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" fill="#234" {more}>{escape(text)}</text>'


def _stroke(seat: int) -> str:
    colour, dash = COLOURS[seat % len(COLOURS)], DASHES[seat % len(DASHES)]
    return f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'


def _tick(x: float) -> str:
    y = HEIGHT - BOTTOM
    return f'<line x1="{x}" y1="{y}" x2="{x}" y2="{y + 6}" stroke="#777"/>'


def _frame(last: int, captions: Captions) -> list[str]:
    """The grid, both axes, and what ticks and rings mean."""
    parts = []
    for percent in range(0, 101, 25):
        y = _y(percent / 100)
        parts.append(f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="#ddd"/>')
        parts.append(_text(LEFT - 8, y + 4, f"{percent} %", 'text-anchor="end"'))
    step = next((s for s in (10, 20, 50, 100, 200, 500) if last / s <= 12), 1000)
    for at in range(0, last + 1, step):
        parts.append(_text(_x(at, last), HEIGHT - BOTTOM + 22, str(at), 'text-anchor="middle"'))
    middle = (TOP + HEIGHT - BOTTOM) / 2
    turned = f'text-anchor="middle" transform="rotate(-90 20 {middle})"'
    below = HEIGHT - 18
    return [
        *parts,
        _text(20, middle, captions.chance, turned),
        _text(WIDTH - RIGHT, below, captions.entries, 'text-anchor="end"'),
        f'<circle cx="{LEFT + 6}" cy="{below - 4}" r="5" fill="#fff" stroke="#555"/>',
        _text(LEFT + 18, below, captions.mistake),
        _tick_sample(LEFT + 246, below - 4),
        _text(LEFT + 256, below, captions.outcome),
    ]


def _tick_sample(x: float, y: float) -> str:
    return f'<line x1="{x}" y1="{y - 4}" x2="{x}" y2="{y + 4}" stroke="#777"/>'


def _mistakes(analysis: Analysis, seat: int, captions: Captions, last: int) -> Sequence[str]:
    """Rings; who points at one is told what the choice lost, in points and in chance to win."""
    colour = COLOURS[seat % len(COLOURS)]
    parts = []
    for choice in analysis.choices:
        if choice.seat == seat and choice.mistake:
            moment = analysis.curve[choice.at + 1]
            title = _cost(choice, captions.point)
            parts.append(
                f'<circle cx="{_x(moment.at, last)}" cy="{_y(moment.stand[seat].win)}" r="5" '
                f'fill="#fff" stroke="{colour}" stroke-width="2"><title>{title}</title></circle>'
            )
    return parts


def _cost(choice: Choice, point: str) -> str:
    lead = signed_figure(-choice.loss, 1, point)
    win = signed_figure(-100 * choice.win_loss, 0, point)
    return f"{choice.at}: {lead}, {win} %"


def _name(report: SeatReport) -> list[str]:
    x, y = LEFT + LEGEND * report.seat, 62
    return [
        f'<line x1="{x}" y1="{y}" x2="{x + 30}" y2="{y}" {_stroke(report.seat)}/>',
        _text(x + 38, y + 4, report.name[:LONGEST_NAME]),
    ]
