"""Component files: another edition can be played, a wrong one is refused with its key."""

from functools import partial
from pathlib import Path

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import FastChance
from farhaven.core.match import open_record
from farhaven.core.playout import play_out
from farhaven.games import load
from farhaven.games.reworld.game import Reworld
from tests.marks import expect_refusal
from tests.transcript import Table, edited, own_components, refuse_components, station


def test_the_own_file_is_one_edition_of_many(tmp_path: Path) -> None:
    same = tmp_path / "same.toml"
    same.write_text(own_components(), "utf-8")
    assert load("reworld", same).digest == load("reworld").digest
    other = edited(tmp_path, r"^marker = 1", "marker = 2")
    assert load("reworld", other).digest != load("reworld").digest


def test_other_values_are_other_rules(tmp_path: Path) -> None:
    other = edited(tmp_path, r"^marker = 1", "marker = 3")
    table = Table(2, components=other).round()
    table.play(f"0: marker {table.hand(0)[0]}")
    assert table.points(0).marker == 3
    assert station().play("0: marker 1").points(0).marker == 1


def test_another_deal(tmp_path: Path) -> None:
    other = edited(tmp_path, r"^dealt = .*$", "dealt = [5, 4, 3]")
    table = Table(2, components=other)
    outcome = msgspec.structs.replace(table.deal(), hands=[[1, 1, 2, 2, 3], [3, 4, 4, 5, 5]])
    table.refuse(table.deal(), "RW-1.1", "hand_size")
    table.match.take(outcome)
    assert table.hand(0) == "11223"


def test_a_record_is_replayed_with_its_own_edition_only(tmp_path: Path) -> None:
    other = edited(tmp_path, r"^marker = 1", "marker = 2")
    record = Table(2, components=other).record()
    assert open_record(load("reworld", other), record)
    expect_refusal(lambda: open_record(load("reworld"), record), "record", "components")


def test_a_title_that_is_not_there() -> None:
    expect_refusal(lambda: load("chess"), "record", "unknown_game")


@pytest.mark.parametrize(
    ("pattern", "replacement", "key"),
    [
        (r"^farming = 9", 'farming = "nine"', "modules.farming"),
        (r"^farming = 9", "farming = -1", "modules.farming"),
        (r"^farming = 9", "", "farming"),
        (r"^farming = 9", "farming = 9\nfishing = 1", "fishing"),
        (r"^terrabots_per_letter = 5", "terrabots_per_letter = 4", "modules"),
        (r"^copies = 5$", "copies = 6", "modules"),
        (r"^letter = \{ points = 2", "letter = { points = 2.5", "satellites.letter.points"),
        (r"^industry = .*$", "", "industry"),
        (r"^copies = 6", "copies = 16", "officers.copies"),
        (r"^copies = 6", "copies = 0", "officers.copies"),
        (r"^dealt = .*$", "dealt = [13, 9]", "officers.dealt"),
        (r"^dealt = .*$", "dealt = [13, 9, 8]", "officers.dealt"),
        (r"^dealt = .*$", "dealt = [0, 9, 7]", "officers.dealt"),
        (r"^dealt = .*$", "dealt = [16, 9, 7]", "officers.dealt"),
        (r"^A = \[\"Arcadia\".*$", "", "signs.A"),
        (r"^E = \[\"Eden\".*$", "E = [1, 2, 3, 4]", "signs.E[0]"),
        (r"^row1 = .*$", "row1 = { points = 5, at_least = [1, 1, 1] }", "ships.row1.at_least"),
        (r"^row1 = ", "row6 = ", "ships.row1"),
        (r"^rows = ", "raws = ", "ships.raws"),
        (r"^rows = \{ points = 7", "rows = { points = -7", "ships.rows.points"),
        (r"^rows = \{ points = 7", "rows = { points = 7.5", "ships.rows.points"),
        (r"^city = .*$", "city = { points = 7, at_least = [8, 8] }", "ships.city.at_least"),
        (r"^absent = -3", "absent = [[1], [1, 2], [1, 2, 3]]", "final_ship.absent"),
        (r"^defence = .*$", "defence = 3", "final_ship.defence"),
        (r"^defence = .*$", "defense = 3", "final_ship.defence"),
        (r"^defence = .*$", 'defence = "3"', "final_ship.defence"),
        (r"^defence = .*$", "defence = [[15], [15], [20]]", "final_ship.defence"),
        (r"^terrabot = .*$", "terrabot = [4, 4, 3, 2]", "points.terrabot"),
        (r"^special_per_tile = 1", "special_per_tile = true", "points.special_per_tile"),
        (r"^special_per_tile = 1", "special_per_tile = 5000", "points.special_per_tile"),
        (r"^\[points\]", "[points", "file"),
    ],
)
def test_a_wrong_file_is_refused_with_its_key(
    tmp_path: Path, pattern: str, replacement: str, key: str
) -> None:
    refuse_components(edited(tmp_path, pattern, replacement), key)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.toml", tmp_path):
        violation = expect_refusal(partial(Reworld, path), "record", "component_unread")
        assert violation.params["key"] == str(path)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    refuse_components(binary, "file")


@pytest.mark.parametrize(
    ("copies", "dealt"),
    [(15, "[15, 15, 15]"), (15, "[1, 1, 1]"), (1, "[2, 1, 1]"), (9, "[15, 15, 11]")],
)
def test_every_edition_that_is_allowed_can_be_played(
    tmp_path: Path, copies: int, dealt: str
) -> None:
    officers = rf"copies = {copies}\1dealt = {dealt}"
    game = Reworld(edited(tmp_path, r"(?s)^copies = 6(.*)dealt = .*?\]", officers))
    buffer = vec[i64]([0] * game.max_moves)
    for seats in game.seats:
        for seed in range(5):
            position = game.start_with(seats, {})
            play_out(position, FastChance(seed), buffer, 20_000)
            assert position.is_over()
