"""Mars as hexagons of characters: terrain, chips, harbours, roads and buildings.

A crossing shows its number or the building there (`s2`: a settlement, `C2`: a city of player 2,
with the letters of the language), a path a thin line or the player's number, a harbour's path `=`.
"""

from rich.cells import cell_len
from rich.text import Text

from farhaven.games.mars.ai.features import ways
from farhaven.games.mars.client.printed import Rates
from farhaven.games.mars.client.view_wire import FieldView, MarsWire
from farhaven.games.mars.rules.names import GRID, HarbourKind
from farhaven.games.mars.terminal.canvas import Canvas
from farhaven.games.mars.terminal.labels import crossing_label, field_label
from farhaven.games.mars.terminal.speech import Speech
from farhaven.games.mars.terminal.styles import ALIENS, CHIP, HARBOUR, PLAYERS, TERRAIN, player_mark
from farhaven.terminal.drawing import QUIET

STEP = 6  # columns from crossing to crossing
RED_CHIPS = (6, 8)


def row_of(y: int) -> int:
    """The line of a height measured as in `Crossing.place`: five lines for three thirds."""
    thirds = y + 8
    return thirds // 3 * 5 + thirds % 3 * 2


def draw_board(wire: MarsWire, speech: Speech) -> Text:
    """The whole planet."""
    canvas = Canvas()
    harbours = {harbour.path for harbour in wire.harbours}
    for path in GRID.paths:
        _draw_path(canvas, path.name, path.name in harbours)
    for harbour in wire.harbours:
        lines = harbour_lines(harbour.kind, wire.box.rates, speech)
        _draw_harbour(canvas, harbour.path, lines)
    for crossing in GRID.crossings:
        x, y = crossing.place
        canvas.write(row_of(y), x * STEP, crossing_label(crossing.name).rjust(2), QUIET)
    for field in wire.fields:
        _draw_field(canvas, field, wire.aliens == field.at, speech)
    for seat, player in enumerate(wire.players):
        for name in player.roads:
            _draw_road(canvas, name, seat)
        for piece, names in (("settlement", player.settlements), ("city", player.cities)):
            for name in names:
                x, y = GRID.crossings[GRID.crossing_numbers[name]].place
                mark = f"{speech.mark(piece)}{player_mark(seat)}"
                canvas.write(row_of(y), x * STEP, mark, PLAYERS[seat])
    return canvas.text()


def _ends(path: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Row and column of a path's two ends, the upper one first."""
    a, b = (GRID.crossings[end].place for end in GRID.ends[GRID.path_numbers[path]])
    upper, lower = sorted((a, b), key=lambda place: place[1])
    return (row_of(upper[1]), upper[0] * STEP), (row_of(lower[1]), lower[0] * STEP)


def _draw_path(canvas: Canvas, path: str, harbour: bool) -> None:
    (top, left), (bottom, right) = _ends(path)
    style = HARBOUR if harbour else QUIET
    if left == right:
        for row in range(top + 1, bottom):
            canvas.write(row, left + 1, "‖" if harbour else "│", style)
    else:
        line = "\\" if right > left else "/"
        canvas.write(top + 1, (left + right) // 2 + 1, "=" if harbour else line, style)


def _draw_road(canvas: Canvas, path: str, seat: int) -> None:
    (top, left), (bottom, right) = _ends(path)
    mark, style = player_mark(seat), PLAYERS[seat]
    if left == right:
        for row in range(top + 1, bottom):
            canvas.write(row, left + 1, mark, style)
    else:
        canvas.write(top + 1, (left + right) // 2, f"{mark}{mark}", style)


def harbour_lines(kind: HarbourKind, rates: Rates, speech: Speech) -> list[str]:
    """The rate of a harbour, and what for if it is a special one."""
    if kind == "3:1":
        return [f"{rates.harbour}:1"]
    return [f"{rates.special}:1", speech.name("resource", kind)]


def _draw_harbour(canvas: Canvas, path: str, lines: list[str]) -> None:
    """The rate, and below it what for, on the side of space.

    Beside a slanted path it stands in the middle of the space between the crossings of that line.
    """
    number = GRID.path_numbers[path]
    (field,) = (f for f in range(len(GRID.fields)) if number in GRID.field_paths[f])
    middle = GRID.fields[field].middle
    (top, left), (bottom, right) = _ends(path)
    outwards = 1 if (left + right) / 2 > middle[0] * STEP else -1
    if left == right:
        column = left + 1 + 4 * outwards
        for row, line in enumerate(lines, top + 1):
            start = column if outwards > 0 else column - cell_len(line) + 1
            canvas.write(row, start, line, HARBOUR)
        return
    above = bottom <= row_of(middle[1] - 1)
    column = (left + right) // 2 + STEP // 2 * outwards
    for row, line in enumerate(lines, top - 1 if above else bottom):
        canvas.center(row, column, line, HARBOUR)


def _draw_field(canvas: Canvas, field: FieldView, aliens: bool, speech: Speech) -> None:
    number = GRID.field_numbers[field.at]
    x, y = GRID.fields[number].middle
    row, column = row_of(y - 1), x * STEP + 1  # between the lines of its two sides
    canvas.center(row, column, field_label(field.at), "bold")
    if field.dome is not None:
        grown = speech.name("resource", field.dome)
        canvas.center(row + 1, column, f"⌂{grown}", TERRAIN[field.dome])
    else:
        terrain = speech.name("terrain", field.terrain)
        canvas.center(row + 1, column, terrain, TERRAIN[field.terrain])
    if field.chip is not None:
        style = CHIP if field.chip in RED_CHIPS else "bold"
        canvas.center(row + 2, column, f"{field.chip} {'•' * int(ways(field.chip))}", style)
    if aliens:
        canvas.center(row + 3, column, speech.say("draw", "aliens"), ALIENS)
