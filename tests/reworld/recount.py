"""The score of a log, counted again by hand: nothing of the rules' own code but the entries."""

from collections import Counter
from collections.abc import Sequence

from farhaven.core.log_entry import Line
from farhaven.games.reworld.records.entries import Acquire, DropOut, Launch, Round, TakeMarker

SHIELDS = {"H1": 1, "H2": 2, "KK": 2, "IN": 1, "ME": 1, "TT": 1, "SH": 2, "BU": 1}
SHIELDS |= {f"L{letter}": 2 for letter in "ABCDE"} | {f"K{company}": 1 for company in range(1, 6)}
TERRABOT = (4, 4, 3, 2, 2)
ROWS = [f"row{row}" for row in range(1, 6)]
SHIPS = {**dict.fromkeys(ROWS, 5), "docking": 6, "city": 7, "farming": 5, "shields": 6}
SHIPS |= {"companies": 7, "shuttles": 5, "satellites": 5, "rows": 7, "points": 6}
RANKS = {
    2: {"defence": [15], "A": [14], "B": [12], "C": [11], "D": [9], "E": [8]},
    3: {"defence": [15, 7], "A": [14, 6], "B": [12, 6], "C": [11, 5], "D": [9, 5], "E": [8, 4]},
    4: {
        **{"defence": [20, 10, 4], "A": [18, 10, 4], "B": [16, 8, 4]},
        **{"C": [14, 8, 4], "D": [12, 6, 4], "E": [10, 6, 4]},
    },
}


class Seat:
    """What one player has."""

    def __init__(self) -> None:
        self.cards = 0
        self.rows: list[list[str]] = [[], [], [], [], []]
        self.cities: dict[str, list[str]] = {}
        self.defence: list[str] = []
        self.shuttles = 0
        self.satellites = 0
        self.ships: list[str] = []
        self.points: Counter[str] = Counter()

    @property
    def shields(self) -> int:
        return sum(SHIELDS[code] for code in self.defence)

    def tiles(self, letter: str) -> int:
        return len(self.cities[letter]) + 1 if letter in self.cities else 0

    def settled(self) -> list[str]:
        return [code for tiles in self.cities.values() for code in tiles]

    def companies(self) -> int:
        """A special unit belongs to the company of its number."""
        return len({code[1] for code in self.settled() if code[0] in "BS"})


class Recount:
    """Follows a log and keeps everybody's points."""

    def __init__(self, seats: int) -> None:
        self.seats = [Seat() for _ in range(seats)]
        self.ships = list(SHIPS)
        self.round = 0
        self.ports: Sequence[str] = ()

    def follow(self, line: Line) -> None:
        if isinstance(line, Round):
            self.round, self.ports = line.round, line.modules
            for seat, hand in zip(self.seats, line.hands, strict=True):
                seat.cards = len(hand or ())
        elif isinstance(line, Acquire):
            seat, code = self.seats[line.seat], self.ports[line.port]
            seat.cards -= len(line.cards)
            seat.rows[line.cards[0] - 1].append(code)
            if code in ("TA", "TB", "TC", "TD", "TE"):
                seat.points["terrabots"] += TERRABOT[self.round - 1]
        elif isinstance(line, TakeMarker):
            self.seats[line.seat].cards -= 1
            self.seats[line.seat].points["marker"] += 1
        elif isinstance(line, DropOut):
            self.seats[line.seat].points["cards"] += self.seats[line.seat].cards
            self.seats[line.seat].cards = 0
        elif isinstance(line, Launch):
            self._launch(self.seats[line.seat], line)
            self._take_ships(self.seats[line.seat])

    def _launch(self, seat: Seat, line: Launch) -> None:
        row = seat.rows[line.row - 1]
        if line.use == "transport":
            self._transport(seat, line)
            return
        code = row.pop()
        if line.use == "settle":
            seat.cities.setdefault(code[1], []).append(code)
        elif line.use == "defend":
            seat.defence.append(code)
        elif line.use == "task":
            seat.points["satellites"] += task(seat, code, str(line.city))
            seat.satellites += 1

    def _transport(self, seat: Seat, line: Launch) -> None:
        cargo = [row - 1 for row in line.cargo or ()]
        own = seat.rows[line.row - 1]
        units = [own.pop()] if own[-1][0] != "H" else []
        own.pop()
        units += [seat.rows[row].pop() for row in cargo[len(units) :]]
        seat.shuttles += 1
        for placed in line.placed or ():
            if placed.city is not None:
                code = units[placed.unit]
                seat.cities[placed.city].append(code)
                if code[0] == "S":
                    seat.points["specials"] += seat.tiles(placed.city)

    def _take_ships(self, seat: Seat) -> None:
        for ship in list(self.ships):
            if reached(seat, ship, four=len(self.seats) == 4):
                self.ships.remove(ship)
                seat.ships.append(ship)
                seat.points["ships"] += SHIPS[ship]

    def final(self, seat: Seat, category: str) -> int:
        """The final ship's points for a player who is where he is now."""
        counts = [_strength(other, category) for other in self.seats]
        mine = _strength(seat, category)
        if mine == 0:
            return -3
        first = sum(count > mine for count in counts)
        tied = counts.count(mine)
        paid = [*RANKS[len(self.seats)][category], 0, 0, 0][first : first + tied]
        return sum(paid) // tied


def _strength(seat: Seat, category: str) -> int:
    return seat.shields if category == "defence" else seat.tiles(category)


def task(seat: Seat, code: str, city: str) -> int:
    """What a satellite's task is worth."""
    settled = seat.settled()
    builders = [unit for unit in settled if unit[0] in "BS"]
    if code == "IN":
        tiles = seat.cities.get(city, [])
        terrabots = sum(tile[0] == "T" for tile in tiles)
        return terrabots * (len(tiles) - terrabots)
    worth = {
        "ME": seat.tiles(city),
        "KK": 2 * seat.companies(),
        "TT": len(settled) - len(builders),
        "SH": seat.shields,
        "BU": len(builders),
    }
    if code in worth:
        return worth[code]
    if code[0] == "L":
        return 2 * settled.count(f"T{code[1]}")
    return 3 * sum(unit[1] == code[1] for unit in builders)


def reached(seat: Seat, ship: str, *, four: bool) -> bool:
    """Whether a player meets a ship's requirement."""
    if ship in ROWS:
        return not seat.rows[ROWS.index(ship)]
    less = 1 if four else 0
    count, wanted = {
        "docking": (-sum(map(len, seat.rows)), 0),
        "city": (max((seat.tiles(letter) for letter in seat.cities), default=0), 8),
        "farming": (seat.settled().count("BF"), 3),
        "shields": (seat.shields, 6 - less),
        "companies": (seat.companies(), 6 - less),
        "shuttles": (seat.shuttles, 5 - less),
        "satellites": (seat.satellites, 5 - less),
        "rows": (len(seat.cities) + bool(seat.defence), 6 - less),
        "points": (seat.points.total(), 70 - 10 * less),
    }[ship]
    return count >= wanted
