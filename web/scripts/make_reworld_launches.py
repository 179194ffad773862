"""Writes positions of chapter two for the tests of composing a launch, once for all.

Run from the repository: `PYTHONPATH=src:. .venv/bin/python web/scripts/make_reworld_launches.py`.
Each has the player's docking rows, the decision as a client gets it, and, found without the
decision, all entries that the rules allow, those with the same effect together.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
from tests.reworld.steps import game_of, reworld
from tests.reworld.test_spellings import LOADS, allowed, asked
from tests.transcript import settlement

from farhaven.games.reworld.client.decision import LaunchChoice
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import SETTLEMENT

OUT = Path(__file__).parents[1] / "tests/fixtures/launches.json"
RANDOM = 14
MOST_LISTED = 30
"""Larger decisions teach nothing more and make the file long."""


def traits(position: ReworldPosition) -> frozenset[str]:
    """What is special about the choices of a position."""
    rows = reworld().view(position, int(position.turn)).to_wire().players[position.turn].rows
    return frozenset(trait for one in asked(position) for trait in traits_of(one, rows))


def traits_of(choice: LaunchChoice, rows: object) -> Iterator[str]:
    cargo = list(choice.launch.cargo or ())
    placed = list(choice.launch.placed or ())
    if len(choice.cities) > 1:
        yield "equal cities"
    if len(cargo) < 2:
        return
    assert isinstance(rows, list)
    is_coupled = rows[choice.launch.row - 1][-1] != choice.module
    in_a_row = "one row" if cargo[0] == cargo[1] else "two rows"
    own = "own row" if choice.launch.row in cargo else "other rows"
    towards = "box" if any(one.city is None for one in placed) else "cities"
    order = "any order" if choice.placed_in_any_order else "given order"
    alike = "alike" if choice.interchangeable else "different"
    yield " ".join(("coupled" if is_coupled else "free", in_a_row, own, towards, order, alike))


def random_positions() -> Iterator[ReworldPosition]:
    """From random games, each with something that the others before it do not have."""
    seen: set[str] = set()
    found = 0
    for seed in range(10**6):
        for position, _ in game_of(2 + seed % 3, seed):
            if position.phase != SETTLEMENT or len(asked(position)) > MOST_LISTED:
                continue
            new = traits(position) - seen
            if len(new) > 1 or (new and found > RANDOM // 2):
                seen |= new
                found += 1
                yield position.copy()
            if found == RANDOM:
                return


def made_positions() -> Iterator[ReworldPosition]:
    """Each kind of transport, with two cities."""
    for rows in LOADS.values():
        table = settlement({**rows, 4: "TA TB"}, {1: "H0 H0"})
        table.play("0: row 4 settles in Babylon\n1: row 1 transports")
        table.play("0: row 4 settles in Arcadia\n1: row 1 transports")
        yield table.position


def brief(entry: dict[str, object]) -> dict[str, object]:
    """An entry without what is the same in all of them."""
    return {key: value for key, value in entry.items() if key not in {"do", "seat"}}


def fixture(position: ReworldPosition) -> dict[str, object]:
    seat = int(position.turn)
    view = reworld().view(position, seat)
    effects = [
        [brief(entry) for entry in map(json.loads, sorted(entries)) if entry["use"] != "settle"]
        for entries in allowed(position).values()
    ]
    return {
        "rows": msgspec.to_builtins(view.to_wire().players[seat].rows),
        "decision": msgspec.to_builtins(reworld().decision(view)),
        "legal": [entries for entries in effects if entries],
    }


def main() -> None:
    positions = [*made_positions(), *random_positions()]
    lines = ",\n".join(
        json.dumps(fixture(one), separators=(",", ":"), ensure_ascii=False) for one in positions
    )
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(f"[\n{lines}\n]\n", "utf-8")
    print(f"{OUT}: {len(positions)} positions")


if __name__ == "__main__":
    main()
