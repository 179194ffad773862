"""A second, slow and literal reading of the rules, on record lines and plain lists.

It shares no code with the product: the tests compare what both say of the same games.
"""

import copy
import itertools
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

Json = dict[str, object]

LETTERS = "ABCDE"
SHIPS = ["row1", "row2", "row3", "row4", "row5", "docking", "city", "farming", "shields"]
SHIPS += ["companies", "shuttles", "satellites", "rows", "points"]
SHIP_POINTS = dict(zip(SHIPS, [5, 5, 5, 5, 5, 6, 7, 5, 6, 7, 5, 5, 7, 6], strict=True))
SIGNS = {
    "A": ["Arcadia", "Atlantis", "Aurora", "Avalon"],
    "B": ["Babylon", "Bifrost", "Borealis", "New Berlin"],
    "C": ["Calypso", "Camelot", "Cassini", "Concordia"],
    "D": ["Daedalus", "Delphi", "Destiny", "Discovery"],
    "E": ["Eden", "Elysium", "Endeavour", "Eos"],
}
TWO_SHIELDS = {"LA", "LB", "LC", "LD", "LE", "KK", "SH", "H2"}
FINAL_SMALL = {
    "defence": [15, 7],
    "A": [14, 6],
    "B": [12, 6],
    "C": [11, 5],
    "D": [9, 5],
    "E": [8, 4],
}
FINAL_LARGE = {
    "defence": [20, 10, 4],
    "A": [18, 10, 4],
    "B": [16, 8, 4],
    "C": [14, 8, 4],
    "D": [12, 6, 4],
    "E": [10, 6, 4],
}


class Mat:
    """What lies before a player."""

    def __init__(self) -> None:
        self.hand: list[int] = []
        self.out = False
        self.score = 0
        self.rows: list[list[str]] = [[], [], [], [], []]
        self.cities: dict[str, list[str]] = {}
        self.signs: dict[str, str] = {}
        self.defence: list[str] = []
        self.shuttles = 0
        self.satellites = 0
        self.ships: list[str] = []

    def shields(self) -> int:
        return sum(shields(code) for code in self.defence)

    def tiles(self, letter: str) -> int:
        return 1 + len(self.cities[letter]) if letter in self.cities else 0

    def settled(self) -> list[str]:
        return [code for city in self.cities.values() for code in city]


class Board(NamedTuple):
    ports: list[str | None]
    slots: list[list[int]]


class Oracle:
    """A game, moved on by record lines."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.mats = [Mat() for _ in range(seats)]
        self.board = Board([None] * 20, [[] for _ in range(20)])
        self.round = 0
        self.chapter = 0
        self.turn: int | None = None
        self.marker = 0
        self.marker_free = False
        self.ships = list(SHIPS)
        self.signs = copy.deepcopy(SIGNS)

    def effect(self) -> str:
        """All that matters of the state, as text; the order of tiles in a settlement does not."""
        mats = [
            {
                **vars(mat),
                "hand": sorted(mat.hand),
                "cities": {x: sorted(mat.cities[x]) for x in sorted(mat.cities)},
                "defence": sorted(mat.defence),
                "signs": sorted(mat.signs.items()),
            }
            for mat in self.mats
        ]
        slots = [(slot[:1], sorted(slot)) for slot in self.board.slots]
        rest = (self.board.ports, slots, self.round, self.turn, self.marker, self.marker_free)
        return repr((mats, rest, self.ships, self.signs))

    # What happens

    def take(self, line: Json) -> None:
        kind = line.get("do", line.get("chance"))
        getattr(self, f"take_{kind}")(line)

    def take_start(self, line: Json) -> None:
        self.marker = int(str(line["seat"]))

    def take_round(self, line: Json) -> None:
        self.round += 1
        self.chapter = 1
        modules, hands = line["modules"], line["hands"]
        assert isinstance(modules, list) and isinstance(hands, list)
        self.board = Board(list(modules), [[] for _ in range(20)])
        for mat, hand in zip(self.mats, hands, strict=True):
            mat.hand, mat.out = list(hand), False
        self.turn, self.marker_free = self.marker, True

    def take_acquire(self, line: Json) -> None:
        port, cards = line["port"], line["cards"]
        assert isinstance(port, int) and isinstance(cards, list) and self.turn is not None
        mat = self.mats[self.turn]
        for card in cards:
            mat.hand.remove(card)
        self.board.slots[port][:] = cards
        module = self.board.ports[port]
        assert module is not None
        self.board.ports[port] = None
        mat.rows[cards[0] - 1].append(module)
        if is_terrabot(module):
            mat.score += [4, 4, 3, 2, 2][self.round - 1]
        self.next_at_station()

    def take_marker(self, line: Json) -> None:
        assert self.turn is not None
        mat = self.mats[self.turn]
        card = line["card"]
        assert isinstance(card, int)
        mat.hand.remove(card)
        mat.score += 1
        self.marker, self.marker_free = self.turn, False
        self.next_at_station()

    def take_drop_out(self, line: Json) -> None:
        assert self.turn is not None and line["seat"] == self.turn
        mat = self.mats[self.turn]
        mat.score += len(mat.hand)
        mat.hand, mat.out = [], True
        self.next_at_station()

    def next_at_station(self) -> None:
        assert self.turn is not None
        for step in range(1, self.seats + 1):
            seat = (self.turn + step) % self.seats
            if not self.mats[seat].out and self.mats[seat].hand:
                self.turn = seat
                return
            self.mats[seat].out = True
        self.turn = None
        self.board = Board([None] * 20, [[] for _ in range(20)])
        if self.round == 5:
            self.chapter = 2
            self.next_to_launch(self.marker)

    def next_to_launch(self, first: int) -> None:
        for step in range(self.seats):
            seat = (first + step) % self.seats
            if any(self.mats[seat].rows):
                self.turn = seat
                return
        self.turn, self.chapter = None, 3

    def take_launch(self, line: Json) -> None:
        assert self.turn is not None
        mat = self.mats[self.turn]
        row, use = line["row"], line["use"]
        assert isinstance(row, int)
        if use == "transport":
            self.transport(mat, line)
        else:
            module = mat.rows[row - 1].pop()
            if use == "settle":
                if module[1] not in mat.cities:
                    mat.cities[module[1]] = []
                    mat.signs[module[1]] = str(line["sign"])
                    self.signs[module[1]].remove(str(line["sign"]))
                mat.cities[module[1]].append(module)
            elif use == "defend":
                mat.defence.append(module)
            elif use == "task":
                mat.score += task(mat, module, line.get("city"))
                mat.satellites += 1
        self.take_ships(mat)
        self.next_to_launch((self.turn + 1) % self.seats)

    def transport(self, mat: Mat, line: Json) -> None:
        row, cargo, placed = line["row"], line["cargo"], line["placed"]
        assert isinstance(row, int) and isinstance(cargo, list) and isinstance(placed, list)
        units = []
        if mat.rows[row - 1][-1][0] == "H":
            mat.rows[row - 1].pop()
            units = [mat.rows[r - 1].pop() for r in cargo]
        else:
            units = [mat.rows[row - 1].pop()]
            mat.rows[row - 1].pop()
            units += [mat.rows[r - 1].pop() for r in cargo[1:]]
        for place in placed:
            code, city = units[place["unit"]], place["city"]
            if city is not None:
                mat.cities[city].append(code)
                if code[0] == "S":
                    mat.score += mat.tiles(city)
        mat.shuttles += 1

    def take_ships(self, mat: Mat) -> None:
        for ship in list(self.ships):
            if meets(mat, ship, self.seats):
                self.ships.remove(ship)
                mat.ships.append(ship)
                mat.score += SHIP_POINTS[ship]

    # What may be chosen

    def legal(self) -> Iterator[Json]:
        """Every legal line, in every spelling; of the signs left only the first is named."""
        if self.turn is None:
            return
        candidates = self.station_lines() if self.chapter == 1 else self.launch_lines()
        for line in candidates:
            yield {"seat": self.turn, **line}

    def station_lines(self) -> Iterator[Json]:
        assert self.turn is not None
        hand = self.mats[self.turn].hand
        for size in range(1, 5):
            for cards in sorted(set(itertools.combinations(sorted(hand), size))):
                for port in range(20):
                    if self.board.ports[port] is not None and fits(self.tops(port), cards):
                        for top in sorted(set(cards)):
                            rest = list(cards)
                            rest.remove(top)
                            yield {"do": "acquire", "port": port, "cards": [top, *rest]}
        if self.marker_free:
            for card in sorted(set(hand)):
                yield {"do": "marker", "card": card}
        yield {"do": "drop_out"}

    def tops(self, port: int) -> list[int]:
        """The top cards of the neighbours that have cards."""
        row, place = divmod(port, 10)
        around = []
        for other in (place - 1, place + 1):
            around.append(10 * row + other if 0 <= other <= 9 else 10 * (1 - row) + place)
        return [self.board.slots[n][0] for n in around if self.board.slots[n]]

    def launch_lines(self) -> Iterator[Json]:
        assert self.turn is not None
        mat = self.mats[self.turn]
        for row in range(1, 6):
            if not mat.rows[row - 1]:
                continue
            code = mat.rows[row - 1][-1]
            base: Json = {"do": "launch", "row": row}
            if is_terrabot(code):
                founding = {} if code[1] in mat.cities else {"sign": self.signs[code[1]][0]}
                yield {**base, "use": "settle", **founding}
            elif is_unit(code):
                yield {**base, "use": "sacrifice"}
                if len(mat.rows[row - 1]) > 1 and mat.rows[row - 1][-2][0] == "H":
                    yield from self.transport_lines(mat, row)
            elif code[0] == "H":
                if code != "H0":
                    yield {**base, "use": "defend"}
                yield from self.transport_lines(mat, row)
            else:
                yield {**base, "use": "defend"}
                if code in {"IN", "ME"} and mat.cities:
                    for city in mat.cities:
                        yield {**base, "use": "task", "city": city}
                else:
                    yield {**base, "use": "task"}

    def transport_lines(self, mat: Mat, row: int) -> Iterator[Json]:
        for cargo in [[], *([r] for r in range(1, 6)), *map(list, PAIRS)]:
            rows = copy.deepcopy(mat.rows)
            units: list[str] = []
            todo = list(cargo)
            if rows[row - 1][-1][0] != "H":
                if not todo or todo[0] != row:
                    continue
                units.append(rows[row - 1].pop())
                todo.pop(0)
            rows[row - 1].pop()
            for r in todo:
                if rows[r - 1] and is_unit(rows[r - 1][-1]):
                    units.append(rows[r - 1].pop())
            if len(units) < len(cargo):
                continue
            for order in itertools.permutations(range(len(units))):
                for placed in placings(mat, units, list(order)):
                    line: Json = {"do": "launch", "row": row, "use": "transport"}
                    yield {**line, "cargo": cargo, "placed": placed}

    # The end

    def totals(self) -> list[int]:
        return [mat.score + sum(self.final(seat).values()) for seat, mat in enumerate(self.mats)]

    def final(self, seat: int) -> dict[str, int]:
        table = FINAL_LARGE if self.seats == 4 else FINAL_SMALL
        points = {}
        for category, ranks in table.items():
            paid = [*ranks[: self.seats - 1], 0, 0, 0, 0]
            if category == "defence":
                values = [mat.shields() for mat in self.mats]
            else:
                values = [mat.tiles(category) for mat in self.mats]
            if values[seat] == 0:
                points[category] = -3
                continue
            ahead = sum(value > values[seat] for value in values)
            tied = values.count(values[seat])
            points[category] = sum(paid[ahead : ahead + tied]) // tied
        return points


PAIRS = list(itertools.product(range(1, 6), repeat=2))


def shields(code: str) -> int:
    if code == "H0":
        return 0
    return 2 if code in TWO_SHIELDS else 1


def is_terrabot(code: str) -> bool:
    return code in {"TA", "TB", "TC", "TD", "TE"}


def is_unit(code: str) -> bool:
    return code == "BF" or (code[0] in "BS" and code[1] in "12345")


def company(code: str) -> str | None:
    return None if code == "BF" else code[1]


def fits(tops: list[int], cards: tuple[int, ...]) -> bool:
    """RW-1.4, said once more."""
    if not tops:
        return len(cards) == 1
    if len(set(tops)) == 1:
        return len(cards) == 2 or list(cards) == tops[:1]
    if len(cards) == 2:
        return sorted(cards) == sorted(tops)
    if len(cards) == 3:
        return bool(set(cards) & set(tops))
    return len(cards) == 4


def companies_in(city: list[str]) -> set[str]:
    return {code[1] for code in city if is_unit(code) and code != "BF"}


def places(mat: Mat, code: str) -> list[str | None]:
    """RW-2.6, said once more."""
    if code == "BF":
        return list(mat.cities) or [None]
    homes = [letter for letter, city in mat.cities.items() if code[1] in companies_in(city)]
    free = [letter for letter, city in mat.cities.items() if not companies_in(city)]
    return list(homes) or list(free) or [None]


def placings(mat: Mat, units: list[str], order: list[int]) -> Iterator[list[Json]]:
    if not order:
        yield []
        return
    unit = order[0]
    for city in places(mat, units[unit]):
        after = copy.deepcopy(mat)
        if city is not None:
            after.cities[city].append(units[unit])
        for rest in placings(after, units, order[1:]):
            yield [{"unit": unit, "city": city}, *rest]


def task(mat: Mat, code: str, city: object) -> int:
    """RW-C5, said once more."""
    settled = mat.settled()
    terrabots = [c for c in settled if c[0] == "T"]
    builders = [c for c in settled if is_unit(c)]
    if code[0] == "L":
        return 2 * terrabots.count("T" + code[1])
    if code == "KK":
        return 2 * len({company(c) for c in builders})
    if code[0] == "K":
        return 3 * sum(company(c) == code[1] for c in builders)
    if code in {"IN", "ME"}:
        if city is None:
            return 0
        kinds = Counter(c[0] == "T" for c in mat.cities[str(city)])
        return kinds[True] * kinds[False] if code == "IN" else mat.tiles(str(city))
    return {"TT": len(terrabots), "SH": mat.shields(), "BU": len(builders)}[code]


def meets(mat: Mat, ship: str, seats: int) -> bool:
    """RW-C8, said once more."""
    large = seats == 4
    builders = [c for c in mat.settled() if is_unit(c)]
    if ship.startswith("row") and ship != "rows":
        return not mat.rows[int(ship[3]) - 1]
    return {
        "docking": not any(mat.rows),
        "city": any(mat.tiles(letter) >= 8 for letter in mat.cities),
        "farming": builders.count("BF") >= 3,
        "shields": mat.shields() >= (5 if large else 6),
        "companies": len({company(c) for c in builders}) >= (5 if large else 6),
        "shuttles": mat.shuttles >= (4 if large else 5),
        "satellites": mat.satellites >= (4 if large else 5),
        "rows": len(mat.cities) + bool(mat.defence) >= (5 if large else 6),
        "points": mat.score >= (60 if large else 70),
    }[ship]
