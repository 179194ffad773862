"""A sheet of characters, each with its style, on which the board is drawn."""

from rich.cells import cell_len
from rich.text import Text


class Canvas:
    """Grows to all sides; what is written later covers what was there."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text from a column on."""
        for offset, char in enumerate(text):
            self._cells[row, column + offset] = (char, style)

    def center(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text around a column."""
        self.write(row, column - (cell_len(text) - 1) // 2, text, style)

    def text(self) -> Text:
        """The sheet as lines, cut to what is written."""
        rows = [row for row, _ in self._cells]
        columns = [column for _, column in self._cells]
        lines = []
        for row in range(min(rows), max(rows) + 1):
            line = Text()
            for column in range(min(columns), max(columns) + 1):
                char, style = self._cells.get((row, column), (" ", ""))
                line.append(char, style)
            line.rstrip()
            lines.append(line)
        return Text("\n").join(lines)
