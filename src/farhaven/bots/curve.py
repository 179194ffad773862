"""The course of a match as a picture (SVG): everybody's chance to win, and the mistakes."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from farhaven.bots.analysis import Analysis

WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 56, 24, 56, 64
COLOURS = ("#1f6fb2", "#c8541b", "#2f8f4e", "#7a4fb0")


def curve_of(analysis: Analysis) -> str:
    """An SVG document with a line for each seat; a ring marks a mistake, a tick an outcome."""
    last = max(len(analysis.curve) - 1, 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        *_frame(),
    ]
    for moment in analysis.curve:
        if moment.chance:
            x = _x(moment.at, last)
            parts.append(
                f'<line x1="{x}" y1="{HEIGHT - BOTTOM}" x2="{x}" y2="{HEIGHT - BOTTOM + 6}" '
                'stroke="#888"/>'
            )
    for report in analysis.seats:
        colour = COLOURS[report.seat % len(COLOURS)]
        points = [(_x(m.at, last), _y(m.win[report.seat])) for m in analysis.curve]
        path = " ".join(f"{x},{y}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += _mistakes(analysis, report.seat, colour, last)
        parts.append(_legend(report.seat, report.name, colour))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _x(at: int, last: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * at / last, 1)


def _y(win: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - win), 1)


def _frame() -> Sequence[str]:
    parts = []
    for percent in range(0, 101, 25):
        y = _y(percent / 100)
        parts.append(
            f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="#ddd"/>'
            f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end" fill="#345">{percent} %</text>'
        )
    return parts


def _mistakes(analysis: Analysis, seat: int, colour: str, last: int) -> Sequence[str]:
    parts = []
    for choice in analysis.choices:
        if choice.seat == seat and choice.mistake:
            moment = analysis.curve[choice.at + 1]
            title = f"{choice.at}: {-choice.loss:+.1f}"
            parts.append(
                f'<circle cx="{_x(moment.at, last)}" cy="{_y(moment.win[seat])}" r="5" '
                f'fill="#fff" stroke="{colour}" stroke-width="2"><title>{title}</title></circle>'
            )
    return parts


def _legend(seat: int, name: str, colour: str) -> str:
    x = LEFT + 200 * seat
    return (
        f'<rect x="{x}" y="20" width="14" height="14" fill="{colour}"/>'
        f'<text x="{x + 20}" y="32" fill="#123">{escape(name[:22])}</text>'
    )
