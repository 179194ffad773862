"""Mars in the terminal: what is listed can be typed, and what can be chosen can be spelled."""

import re
from collections.abc import Iterator
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from farhaven.core.event import Event
from farhaven.core.log_entry import Entry
from farhaven.core.match import Match
from farhaven.core.sentences import LANGUAGES, words
from farhaven.core.violation import Violation
from farhaven.games import load
from farhaven.games.mars.client.view_wire import MarsWire
from farhaven.games.mars.records.entries import (
    Answer,
    Build,
    Discard,
    MoveAliens,
    Offer,
    Place,
    Play,
    TradeWithBank,
)
from farhaven.games.mars.rules.names import RESOURCE_NAMES, TERRAIN_NAMES
from farhaven.games.mars.terminal import MarsTerminal
from farhaven.games.mars.terminal.labels import crossing_label, field_label, path_label
from farhaven.games.mars.terminal.speech import Speech
from farhaven.terminal.title_terminal import Choice, Unreadable
from tests.mars.playing import new_match, wander
from tests.mars.table import Table, acting, table
from tests.running import COMPILED

GAME = load("mars")
NAMES = ("Ada", "Grace Hopper-Brewster", "陳先生", "Émilie")
EVERY = 11 if COMPILED else 37


def moments(seed: int, seats: int) -> Iterator[tuple[Match, int]]:
    """Moments of a game at which a seat owes a decision."""
    match = new_match(seed, seats)
    for number, _ in enumerate(wander(match, Random(seed), 900)):
        if number < 20 or number % EVERY == 0:
            for seat in match.owing():
                yield match, seat


def is_legal(match: Match, entry: Entry) -> bool:
    move = GAME.move(match.position, entry)
    return GAME.explain(match.position, entry.seat, move) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_all_that_is_listed_can_be_typed(language: str, seats: int) -> None:
    terminal = MarsTerminal(GAME, language)
    for match, seat in moments(5, seats):
        view = match.view(seat)
        open_lines = list(terminal.choices(view))
        assert open_lines
        assert terminal.prompt(view)
        while open_lines:
            line = open_lines.pop()
            assert line.text
            read = terminal.read(view, line.typed)
            if isinstance(read, Entry):
                assert is_legal(match, read), line
            else:
                assert all(choice.typed != line.typed for choice in read)
                open_lines += read


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_choice_has_a_spelling(language: str) -> None:
    terminal = MarsTerminal(GAME, language)
    table_words = " ".join(words("farhaven.cli", language).tables["command"].values()).split()
    for match, seat in moments(11, 3):
        view = match.view(seat)
        for entry in GAME.legal_entries(match.position, seat)[:200]:
            line = terminal.line(entry)
            assert terminal.read(view, line) == entry
            assert line not in table_words, "the table would take it for a word of its own"


@pytest.mark.parametrize("language", LANGUAGES)
def test_offers_and_counter_offers_have_one_too(language: str) -> None:
    terminal = MarsTerminal(GAME, language)
    t = acting(2, "3 glass + 2 grain")
    offer = Offer(seat=0, give={"glass": 2, "grain": 1}, want={"brick": 1, "sheep": 3})
    assert terminal.read(t.match.view(0), terminal.line(offer)) == offer
    t.match.act(offer)
    counter = Answer(seat=1, answer="counter", give={"brick": 1}, want={"glass": 2})
    assert terminal.read(t.match.view(1), terminal.line(counter)) == counter


def read(t: Table, seat: int, text: str, language: str = "en") -> Entry | list[Choice]:
    found = MarsTerminal(GAME, language).read(t.match.view(seat), text)
    return found if isinstance(found, Entry) else list(found)


def test_short_forms_and_the_names_of_records() -> None:
    t = Table(2).lay_out()
    place = Place(seat=0, settlement="0,0,N", road="0,0,NE")
    assert read(t, 0, "19 25") == read(t, 0, "19 19-25") == read(t, 0, "0,0,N 0,0,NE") == place
    t = acting(2, "9 glass")
    road = Build(seat=0, piece="road", at="1,0,NW")
    assert read(t, 0, "r 20-25") == read(t, 0, "road 25 20") == read(t, 0, "R 1,0,NW") == road
    bank = TradeWithBank(seat=0, give="glass", count=4, get="brick")
    for line in ("bank 4 glass brick", "bank glass b", "b 4 gl for 1 brick", "BANK Glass Brick"):
        assert read(t, 0, line) == bank
    offer = Offer(seat=0, give={"glass": 2, "oxide": 1}, want={"brick": 1})
    for line in ("offer 2 glass 1 oxide for brick", "o 2gl, o > b", "o glass glass ox for 1b"):
        assert read(t, 0, line) == offer


def test_discards_and_aliens_need_no_command() -> None:
    t = table(3).give(0, "6 glass").play("0: rolls 3 4")
    assert read(t, 0, "3 gl 1 b") == Discard(seat=0, cards={"glass": 3, "brick": 1})
    t.play("0: discards 4 glass")
    assert read(t, 0, "o 2") == MoveAliens(seat=0, field="0,1", victim=1)
    assert read(t, 0, "O") == MoveAliens(seat=0, field="0,1", victim=1)  # the only victim
    choices = read(t, 0, "S")
    assert isinstance(choices, list)
    assert [choice.typed for choice in choices] == ["S 2", "S 3"]


def test_what_is_not_legal_is_read_all_the_same() -> None:
    t = acting(2)
    assert read(t, 0, "roll").__class__.__name__ == "Roll"
    assert read(t, 0, "city 1") == Build(seat=0, piece="city", at="0,-2,N")
    assert read(t, 0, "crew -") == Play(seat=0, card="road_crew", roads=[])
    assert read(t, 0, "yes") == Answer(seat=0, answer="accept")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "line",
    [
        "",
        "xyzzy",
        "r",
        "r 1-54",
        "r 99-1",
        "d Z",
        "d A glass",
        "bank",
        "bank 1 2 3",
        "offer 1",
        "s x",
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(language: str, line: str) -> None:
    t = acting(2)
    t.position.players[0].hand = 0
    speech = Speech(language)
    commands = {"r": "road", "d": "dome", "bank": "bank", "offer": "offer", "s": "settlement"}
    first, _, rest = line.partition(" ")
    typed = f"{speech.command(commands[first])} {rest}" if first in commands else line
    with pytest.raises(Unreadable) as refusal:
        read(t, 0, typed, language)
    assert len(str(refusal.value)) > 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100, 140])
def test_everything_can_be_drawn_without_colour(language: str, width: int) -> None:
    terminal = MarsTerminal(GAME, language)
    for number, (match, seat) in enumerate(moments(3, 4)):
        if number % 9 == 0:
            for views in (
                [match.view(seat)],
                [match.view(None)],
                [match.view(s) for s in range(4)],
            ):
                text = drawn(terminal.draw(views, NAMES), width)
                assert max(map(len, text.splitlines())) <= width
            assert drawn(terminal.help(match.view(seat)), width)


def drawn(renderable: object, width: int) -> str:
    console = Console(width=width, no_color=True, file=StringIO())
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


def test_the_board_says_with_letters_what_it_says_with_colour() -> None:
    t = acting(2, "2 brick + 2 grain + 1 glass + 1 oxide").play("0: city 0,0,N\n0: dome 0,1 sheep")
    text = drawn(MarsTerminal(GAME, "en").draw([t.match.view(0)], NAMES[:2]), 100)
    for sign in (
        "C1",
        "s1",
        "s2",
        "11",
        "22",
        "⌂sheep",
        "ALIENS",
        "3:1",
        "2:1",
        "air",
        "mountains",
    ):
        assert sign in text
    assert "3 hidden" in text


def test_an_offer_is_shown_with_its_answers() -> None:
    t = acting(3).play(
        "0: offers 1 glass for 1 brick\n1: counters 1 brick for 1 oxide\n2: declines"
    )
    text = drawn(MarsTerminal(GAME, "en").draw([t.match.view(0)], NAMES[:3]), 100)
    assert "Offer  1 glass for 1 brick" in text
    assert "2 Grace Hopper-Brewster: 1 brick for 1 oxide" in text
    assert "declines" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_sheet(language: str) -> None:
    match = new_match(3, 3)
    for _ in wander(match, Random(3), 6000):
        pass
    result = match.result()
    assert result is not None
    text = drawn(MarsTerminal(GAME, language).scoring(result, NAMES[:3]), 100)
    assert "★" in text
    assert all(str(score) in text for score in result.scores)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_stands_for_two_commands(language: str) -> None:
    speech = Speech(language)
    words = [word for text in speech._own.tables["command"].values() for word in text.split()]
    assert len(set(words)) == len(words)


def test_events_name_places_as_the_drawing_does() -> None:
    event = Event("built_road", {"seat": 0, "path": "0,0,NE"})
    told = MarsTerminal(load("mars"), "en").tell(event, ["Ada"])
    assert "0,0,NE" not in told
    assert path_label("0,0,NE") in told


def test_refusals_name_places_as_the_drawing_does() -> None:
    params: dict[str, int | str] = {
        "crossing": "0,2,N",
        "path": "0,0,NE",
        "field": "0,1",
        "count": 2,
    }
    shown = MarsTerminal(GAME, "en").shown(Violation("MA-3.4", "too_close", params))
    labels = (crossing_label("0,2,N"), path_label("0,0,NE"), field_label("0,1"), 2)
    assert tuple(shown.params.values()) == labels
    unknown = Violation("MA-C9", "no_such_crossing", {"crossing": "9,9,N"})
    assert MarsTerminal(GAME, "en").shown(unknown) == unknown


def heading(t: Table, language: str) -> str:
    return drawn(MarsTerminal(GAME, language).draw([t.match.view(0)], NAMES[:2]), 120).split("\n")[
        0
    ]


def test_the_heading_has_the_dice_of_the_running_turn_only() -> None:
    t = table(2).play("0: rolls 3 5")
    assert "1 Ada to play · 3 + 5 = 8" in heading(t, "en")
    t.play("0: ends")
    assert "2 Grace Hopper-Brewster to play ──" in heading(t, "en")
    assert "2 Grace Hopper-Brewster joue" in heading(t, "fr")


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "1 brick, 1 grain, 1 sheep", "3 brick, 3 grain, 3 sheep"),
        ("de", "1 Ziegel, 1 Getreide, 1 Schaf", "3 Ziegel, 3 Getreide, 3 Schafe"),
        ("fr", "1 brique, 1 céréale, 1 mouton", "3 briques, 3 céréales, 3 moutons"),
    ],
)
def test_one_card_and_many(language: str, one: str, many: str) -> None:
    cards = Speech(language).cards
    assert cards({"brick": 1, "grain": 1, "sheep": 1}) == one
    assert cards({"brick": 3, "grain": 3, "sheep": 3}) == many


def test_one_and_many_can_be_typed() -> None:
    t = acting(2, "9 glass")
    offer = Offer(seat=0, give={"glass": 1}, want={"brick": 2, "grain": 1})
    for line in ("offre verre contre 2 briques 1 céréale", "offre verre contre 2 brique céréales"):
        assert read(t, 0, line, "fr") == offer


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_on_the_board_are_whole_and_touch_nothing(language: str) -> None:
    speech = Speech(language)
    t = acting(2, "2 brick + 2 grain + 1 glass + 1 oxide").play("0: dome 0,1 grain")
    text = drawn(MarsTerminal(GAME, language).draw([t.match.view(0)], NAMES[:2]), 80)
    wire = t.match.view(0).to_wire()
    assert isinstance(wire, MarsWire)
    kinds = {harbour.kind for harbour in wire.harbours} & set(RESOURCE_NAMES)
    board = text.split(speech.say("draw", "legend"))[0]
    fields = [speech.name("terrain", name) for name in TERRAIN_NAMES]
    harbours = [speech.name("resource", kind) for kind in kinds]
    for name in (*fields, *harbours, "⌂" + speech.name("resource", "grain")):
        assert re.search(rf"(?<!\S){name}(?!\S)", board), name
        assert not re.search(rf"[^\s⌂]{name}|{name}\S", board), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_explains_the_letters_of_all_pieces(language: str) -> None:
    speech = Speech(language)
    legend = speech.say("draw", "legend")
    for piece in ("road", "settlement", "city", "dome"):
        assert f"{speech.mark(piece)} {speech.name('piece', piece)}" in legend


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sites_of_the_set_up_say_what_they_yield(language: str) -> None:
    t = Table(2).lay_out()
    choices = MarsTerminal(GAME, language).choices(t.match.view(0))
    pips = [re.search(r"\((\d+)\s•\)", choice.text) for choice in choices]
    counts = [0 if found is None else int(found[1]) for found in pips]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 10
    assert any(re.search(r" 3:1$", choice.text) for choice in choices)
