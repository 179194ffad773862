"""The picture: nothing lies upon anything else, and all its words come from outside."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from farhaven.arena.duel import DealResult, Pairing, Played, pairings
from farhaven.arena.report_picture import Captions, picture_of
from farhaven.arena.standings import standing_of
from farhaven.terminal.figures import MINUS

CAPTIONS = Captions(
    title="Der Titel",
    cells="Siege",
    leads="Vorsprung",
    games="Partien: {count}",
    unfinished="unbeendet: {count}",
    ratings="Wertungen",
    dots="Punkte",
    scale="Skala",
    not_counted="ohne Wert",
    point=",",
)
SHORT = ("greedy", "random", "cadet", "officer", "uct")
LONG = ("mymodule:FirstBot", "captain@1000", "random", "some.package.of_mine:TheBest", "uct")
LETTER = 6.6  # the width of a bold letter of 13 pixels on average, as browsers draw it


class Label(NamedTuple):
    """A text of the picture."""

    text: str
    x: float
    y: float


class Drawn(NamedTuple):
    """What a picture holds."""

    labels: list[Label]
    cells: list[dict[str, str]]
    lines: list[dict[str, str]]
    dots: list[float]
    width: float


def draw(bots: tuple[str, ...], deals: int = 3, places: tuple[int, ...] = (1, 2)) -> Drawn:
    """The picture of some deals that the bots named first have won."""
    return draw_met(bots, 2, pairings(bots, 2), deals, places)


def deals_of(met: Sequence[Pairing], deals: int, places: tuple[int, ...]) -> list[DealResult]:
    return [
        DealResult(pairing, deal, [Played(0, 1.0, 12.5, places), Played(1, 0.5, 1.5, places)])
        for deal in range(deals)
        for pairing in met
    ]


def draw_met(
    bots: tuple[str, ...],
    players: int,
    met: Sequence[Pairing],
    deals: int = 3,
    places: tuple[int, ...] = (1, 2),
) -> Drawn:
    """The picture of such deals where some have met."""
    played = deals_of(met, deals, places)
    root = ET.fromstring(picture_of(standing_of("any", players, 0, bots, played), CAPTIONS))
    named = {name: [e for e in root if e.tag.endswith(name)] for name in ("text", "rect", "line")}
    labels = [
        Label(e.text or "", float(e.get("x", 0)), float(e.get("y", 0))) for e in named["text"]
    ]
    cells = [e.attrib for e in named["rect"] if e.get("rx") == "4"]
    dots = [float(e.get("cx", 0)) for e in root if e.tag.endswith("circle")]
    lines = [e.attrib for e in named["line"]]
    return Drawn(labels, cells, lines, dots, float(root.get("width", 0)))


def value_of(label: Label) -> int:
    return int(label.text.replace(MINUS, "-"))


def axis_of(drawn: Drawn) -> list[Label]:
    """The numbers below everything else, from the smallest."""
    lowest = max(label.y for label in drawn.labels)
    return sorted((label for label in drawn.labels if label.y == lowest), key=value_of)


@pytest.mark.parametrize("names", [SHORT, LONG])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_no_name_is_covered(names: tuple[str, ...], count: int) -> None:
    drawn = draw(names[:count])
    left = min(float(cell["x"]) for cell in drawn.cells)
    begun = min(float(line["x1"]) for line in drawn.lines)
    for name in names[:count]:
        at_left = [label for label in drawn.labels if label.text == name and label.x < left]
        assert len(at_left) == 2, "a row of the table and one of the ratings"
        for label in at_left:
            assert label.x + LETTER * len(name) < min(left, begun)


@pytest.mark.parametrize("names", [SHORT, LONG])
def test_headings_fit_their_columns(names: tuple[str, ...]) -> None:
    drawn = draw(names)
    wide = float(drawn.cells[0]["width"])
    top = min(float(cell["y"]) for cell in drawn.cells)
    headings = [label for label in drawn.labels if 69 < label.y < top]
    assert {"".join(label.text for label in headings if label.x == x) for x in
            {label.x for label in headings}} == {
        "".join(reversed(re.split("(?<=:)", name))) for name in names
    }  # fmt: skip
    assert all(LETTER * len(label.text) < wide for label in headings)


def test_the_ratings_have_a_heading_and_an_axis() -> None:
    drawn = draw(SHORT)
    texts = [label.text for label in drawn.labels]
    assert "Wertungen" in texts
    numbers = axis_of(drawn)
    assert len(numbers) >= 3
    assert [label.x for label in numbers] == sorted({label.x for label in numbers})


def test_all_words_are_the_readers() -> None:
    drawn = draw(("greedy", "random"))
    texts = {label.text for label in drawn.labels}
    assert {"Der Titel", "Siege", "Vorsprung", "Wertungen", "Punkte", "Skala"} <= texts
    assert {"75,0 %", "+7,0 · Partien: 6", "−7,0 · Partien: 6"} <= texts
    words = {word for text in texts for word in re.findall(r"[A-Za-z]{3,}", text)}
    own = {"Der", "Titel", "Siege", "Vorsprung", "Wertungen", "Punkte", "Skala", "Partien"}
    assert words == own | {"greedy", "random"}


def test_unfinished_matches_are_named() -> None:
    drawn = draw(("greedy", "random"), places=())
    texts = [label.text for label in drawn.labels]
    assert texts.count("unbeendet: 6") == 2
    assert texts.count("–") == 2, "no win rate of nothing"
    assert "ohne Wert" in texts
    assert not any("%" in text for text in texts)


def test_finished_matches_only_are_not_called_unfinished() -> None:
    assert "ohne Wert" not in {label.text for label in draw(SHORT).labels}


def test_ratings_stand_where_the_axis_says() -> None:
    drawn = draw(SHORT)
    ratings = standing_of("any", 2, 0, SHORT, deals_of(pairings(SHORT, 2), 3, (1, 2))).ratings
    axis = axis_of(drawn)
    (low, left), (high, right) = ((value_of(end), end.x) for end in (axis[0], axis[-1]))
    for rating, x in zip(ratings, drawn.dots, strict=True):
        place = left + (rating.rating - low) * (right - left) / (high - low)
        assert place == pytest.approx(x, abs=1)


def test_even_a_narrow_picture_is_as_wide_as_its_words() -> None:
    drawn = draw(("a", "b"))
    for label in drawn.labels:
        if label.x == 16:
            assert label.x + 6.5 * len(label.text) < drawn.width


def test_who_met_nobody_has_no_row_and_no_column() -> None:
    """With three players the row is one bot among two of the column's: not all need have met."""
    met = [Pairing("greedy", "random"), Pairing("greedy", "cadet")]
    drawn = draw_met(("greedy", "random", "cadet"), 3, met, places=(1, 2, 3))
    assert len(drawn.cells) == 2
    left = min(float(cell["x"]) for cell in drawn.cells)
    top = min(float(cell["y"]) for cell in drawn.cells)
    end = next(label.y for label in drawn.labels if label.text == "Wertungen")
    rows = [label.text for label in drawn.labels if label.x < left and top < label.y < end]
    columns = [label.text for label in drawn.labels if 69 < label.y < top]
    assert rows == ["greedy"]
    assert sorted(columns) == ["cadet", "random"]
    for cell in drawn.cells:
        middle = float(cell["x"]) + float(cell["width"]) / 2
        assert any(abs(label.x - middle) < 4 for label in drawn.labels if 69 < label.y < top)
