"""How modules and officers look: always their letters, and a colour for those who see it."""

from collections.abc import Sequence

from rich.text import Text

from farhaven.terminal.drawing import LOUD, NOTHING, QUIET

TERRAIN = {"A": "green", "B": "cyan", "C": "yellow", "D": "red", "E": "blue"}
SHUTTLE = "bold white"
BUILDER = "bright_yellow"
SPECIAL = "bold bright_yellow"
FARMING = "bright_green"
SATELLITE = "bright_magenta"


def style_of(code: str) -> str:
    """The colour of a module, by what it is."""
    if code[0] == "T" and code != "TT":
        return f"bold {TERRAIN[code[1]]}"
    if code == "BF":
        return FARMING
    if code[0] == "H":
        return SHUTTLE
    if code[0] == "S" and code != "SH":
        return SPECIAL
    if code[0] == "B" and code != "BU":
        return BUILDER
    return SATELLITE


def tile(code: str) -> Text:
    return Text(code, style_of(code))


def row_of(codes: Sequence[str], *, open_end: bool = False) -> Text:
    """Modules in a row; where it has an open end, the module there stands in brackets."""
    text = Text()
    for number, code in enumerate(codes):
        if number:
            text.append(" ")
        if open_end and number == len(codes) - 1:
            text.append("[", LOUD).append(tile(code)).append("]", LOUD)
        else:
            text.append(tile(code))
    return text


def cards_in_slot(cards: Sequence[int]) -> Text:
    """The cards of a slot; the top one, which counts, stands in brackets."""
    if not cards:
        return Text()
    text = Text().append(f"[{cards[0]}]", LOUD)
    return text.append("".join(str(card) for card in cards[1:]), QUIET)


def cards_in_hand(cards: Sequence[int]) -> Text:
    """A hand, the same officers together: 11 2 555."""
    groups = ["".join(str(c) for c in cards if c == officer) for officer in sorted(set(cards))]
    return Text(" ".join(groups) or NOTHING)
