"""Monte Carlo tree search over positions that fit what a seat knows, for any title.

The tree is one of information: a node stands for what everybody has seen, and each iteration
goes through it with another full position that fits. Moves that the secrets of an iteration do
not allow are passed over. Every seat maximises its own share, which is made of its chance to win
and its lead.

Where neither chance nor secrets are left, ways that lead to the same position share its node, and
a move is worth what was found out by all of them.
"""

from math import exp, log, sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.chance import Chance
from farhaven.core.position import MANY, Guide, Position, first_owing, write_chances
from farhaven.search.lookahead import lead
from farhaven.search.root_statistics import Tally

MOST_SEATS: Final[i64] = 8
MOST_DEPTH: Final[i64] = 400
NOBODY: Final[i64] = -1
NO_IDENTITY: Final[i64] = -1
# How much a lead counts beside the chance to win: so many hundredths of a point are one win.
LEAD: Final = 20000.0
SLICE: Final = 16  # iterations with the same sampled secrets, and between two looks at the clock


@final
@mypyc_attr(native_class=True)  # not acyclic: mypyc 2.4 cannot free a deep tree of such objects
class Node:
    """What was found out about a public situation."""

    seat: i64 = NOBODY  # who chooses; NOBODY where chance does (its moves are outcomes), or unknown
    visits: i64 = 0
    count: i64 = 0
    key: i64 = 0
    identity: i64 = NO_IDENTITY  # of a position that several ways may lead to

    def __init__(self, seats: i64) -> None:
        self.moves: vec[i64] = vec[i64]([])
        self.prior: vec[float] = vec[float]([])
        self.tried: vec[i64] = vec[i64]([])  # how often each move was tried
        self.share: vec[float] = vec[float]([])  # the sum of its seat's shares, for each move
        self.children: list[Node | None] = []
        self.total: vec[float] = vec[float]([0.0] * seats)  # the sum of all seats' shares


@final
@mypyc_attr(native_class=True, acyclic=True)
class Search:
    """A tree for the choice of one seat, which grows iteration by iteration."""

    curiosity: float = 0.25
    sharpness: float = 150.0  # a rating so much higher makes a move e times as likely at first
    plain: bool = False  # UCB1 without priors
    past_chance: bool = True  # whether the tree goes on after the dice, if the title's guide does

    def __init__(self, root: Position, seat: i64, guide: Guide, max_moves: i64) -> None:
        self.seat: i64 = seat
        self.guide: Guide = guide
        self.patience: i64 = guide.patience()
        self.seats: i64 = root.seats
        self.root: Node = Node(self.seats)
        self.values: vec[i64] = vec[i64]([0] * MOST_SEATS)
        self.judged: vec[i64] = vec[i64]([0] * MOST_SEATS)
        self.chances: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.shares: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.moves: vec[i64] = vec[i64]([0] * max_moves)
        self.ratings: vec[i64] = vec[i64]([0] * max_moves)
        self.tally: Tally | None = None
        self.known: dict[int, Node] = {}  # those that several ways may lead to
        self.chosen: vec[i64] = vec[i64]([0] * MOST_DEPTH)

    def iterate(self, position: Position, chance: Chance, forced: i64 = NOBODY) -> None:
        """One way down the tree from the root and back; the position is used up.

        With a `forced` number of a root's move, that move is tried whatever is known of it.
        """
        path: list[Node] = [self.root]
        depth: i64 = 0
        # Before, what lies beneath may differ between positions that look alike.
        shares_nodes = not self.plain and position.plies_left() < MANY
        while depth < MOST_DEPTH and not position.is_over():
            node = path[depth]
            if position.awaits_chance():
                if not self.goes_past(node):
                    break
                position.roll(chance)
                choice = self.outcome(node, position)
            else:
                choice = self.choice(node, position, depth, forced)
                if choice == NOBODY:
                    break
                position.play(node.seat, node.moves[choice])
            self.chosen[depth] = choice
            depth += 1
            child = node.children[choice]
            if child is None:
                child = self.node_for(position, shares_nodes)
                node.children[choice] = child
            path.append(child)
        self.judge(position, chance)
        self.remember(path, depth)

    def goes_past(self, node: Node) -> bool:
        """Whether the tree goes on where chance acts."""
        return self.past_chance and self.guide.looks_past_chance() and node.seat == NOBODY

    def choice(self, node: Node, position: Position, depth: i64, forced: i64) -> i64:
        """The number of the move to try at a node, or NOBODY where the way ends."""
        if node.count == 0:
            if depth > 0 and node.visits < self.patience:
                return NOBODY
            self.expand(node, position)
            if depth > 0 and node.count > 1 and self.patience == 0:
                return NOBODY
        elif depth > 0 and node.seat != first_owing(position):
            return NOBODY  # other secrets have led to another seat's choice
        if depth == 0 and forced != NOBODY:
            return forced
        return self.select(node, position)

    # Growing

    def node_for(self, position: Position, shares_nodes: bool) -> Node:
        """A node for a position that a new way leads to: the one of other ways, if there is."""
        if not shares_nodes or position.is_over():
            return Node(self.seats)
        identity = position.identity()
        known = self.known.get(identity)
        if known is None:
            known = Node(self.seats)
            known.identity = identity
            self.known[identity] = known
        return known

    def expand(self, node: Node, position: Position) -> None:
        """Give a node the moves worth a look in a position."""
        node.seat = first_owing(position)
        if node is self.root:  # several seats may owe a choice at once
            node.seat = self.seat
            self.guide.seat = self.seat
        node.key = position.public_key()
        self.add_moves(node, position)
        if node is self.root and not self.plain:
            self.look_ahead(position)

    def look_ahead(self, position: Position) -> None:
        """Give the root's moves priors by the value after each: it is asked most and only once."""
        if self.guide.rates_by_trial():
            return
        root = self.root
        best: i64 = -(1 << 60)
        for i in range(root.count):
            trial = position.bare_copy()
            trial.play(root.seat, root.moves[i])
            self.ratings[i] = lead(trial, root.seat, self.values)
            best = max(best, self.ratings[i])
        total = 0.0
        for i in range(root.count):
            root.prior[i] = exp(float(self.ratings[i] - best) / self.sharpness)
            total += root.prior[i]
        for i in range(root.count):
            root.prior[i] /= total

    def outcome(self, node: Node, position: Position) -> i64:
        """The number of what chance has just done, as far as everybody sees it."""
        key = position.public_key()
        found = self.find(node, key)
        if found == NOBODY:
            self.add_move(node, key, 1.0)
            found = node.count - 1
        return found

    def add_moves(self, node: Node, position: Position) -> None:
        """Add the candidates of a position that the node does not have yet."""
        count = self.guide.candidates(position, node.seat, self.moves, self.ratings)
        best: i64 = self.ratings[0]
        for i in range(count):
            best = max(best, self.ratings[i])
        total = 0.0
        for i in range(count):
            total += exp(float(self.ratings[i] - best) / self.sharpness)
        for i in range(count):
            if self.find(node, self.moves[i]) == NOBODY:
                weight = exp(float(self.ratings[i] - best) / self.sharpness) / total
                self.add_move(node, self.moves[i], weight)

    def look_at(self, moves: vec[i64], count: i64, position: Position) -> None:
        """Add moves that the title does not list; together they are as likely as the likeliest."""
        root = self.root
        if root.count == 0:
            self.expand(root, position)
        likeliest = 0.0
        for i in range(root.count):
            likeliest = max(likeliest, root.prior[i])
        for i in range(count):
            if self.find(root, moves[i]) == NOBODY:
                self.add_move(root, moves[i], likeliest / float(count))

    def find(self, node: Node, move: i64) -> i64:
        """The number of a move at a node, or NOBODY."""
        for i in range(node.count):
            if node.moves[i] == move:
                return i
        return NOBODY

    def add_move(self, node: Node, move: i64, prior: float) -> None:
        node.moves = append(node.moves, move)
        node.prior = append(node.prior, prior)
        node.tried = append(node.tried, 0)
        node.share = append(node.share, 0.0)
        node.children.append(None)
        node.count += 1

    # Going down

    def select(self, node: Node, position: Position) -> i64:
        """The move to try: good so far, or promising and little tried."""
        best = self.best_allowed(node, position)
        if best == NOBODY:
            # Never seen with such secrets: look for its moves.
            self.add_moves(node, position)
            best = self.best_allowed(node, position)
        return best

    def best_allowed(self, node: Node, position: Position) -> i64:
        guide = self.guide
        hidden = position.has_secrets() and node is not self.root
        spread = self.curiosity * sqrt(float(node.visits + 1))
        unknown = 0.5
        if node.visits > 0:
            unknown = node.total[node.seat] / float(node.visits) - 0.02
        best: i64 = NOBODY
        most = -1.0e9
        for i in range(node.count):
            if hidden and not guide.allows(position, node.seat, node.moves[i], self.moves):
                continue
            tried = node.tried[i]
            if tried == 0 and self.plain:
                return i
            worth = unknown
            if tried > 0:
                worth = self.worth(node, i)
            if self.plain:
                worth += self.curiosity * sqrt(log(float(node.visits)) / float(tried))
            else:
                worth += spread * node.prior[i] / float(1 + tried)
            if worth > most:
                most = worth
                best = i
        return best

    def worth(self, node: Node, move: i64) -> float:
        """The mean share of a node's seat after a move that was tried."""
        child = node.children[move]
        if child is not None and child.identity != NO_IDENTITY:
            return child.total[node.seat] / float(child.visits)
        return node.share[move] / float(node.tried[move])

    # Judging

    def judge(self, position: Position, chance: Chance) -> None:
        """Play on quickly to a moment that can be judged, and write everybody's share."""
        doubt = position.doubt()
        play_on(position, self.guide, chance, self.moves, False)
        trust: i64 = 100
        if not position.is_over():
            trust = self.guide.trusts(position)
        if trust > 0:
            self.guide.judge(position, self.values)
        if trust == 100:
            position.outlook(self.values, self.chances)
        else:
            self.weigh_with_end(position, chance, trust)
            # Quick play errs: what it came to is as much in doubt as the position it began with.
            write_chances(self.seats, self.values, float(doubt), self.chances)
        self.write_shares()
        if self.tally is not None and trust == 100:
            position.expected_points(self.values, self.chances, self.values)

    def weigh_with_end(self, position: Position, chance: Chance, trust: i64) -> None:
        """Play on quickly to the end; values so far count as much as they are trusted."""
        judged = self.judged
        for seat in range(self.seats):
            judged[seat] = self.values[seat]
        play_on(position, self.guide, chance, self.moves, True)
        position.values(self.values)
        for seat in range(self.seats):
            end = self.values[seat]
            self.values[seat] = (judged[seat] * trust + end * (100 - trust)) // 100

    def write_shares(self) -> None:
        """Each seat's share: its chance to win, and a little for its lead."""
        everybody: i64 = 0
        for seat in range(self.seats):
            everybody += self.values[seat]
        for seat in range(self.seats):
            own = self.values[seat]
            others = float(everybody - own) / float(self.seats - 1)
            self.shares[seat] = self.chances[seat] + (float(own) - others) / LEAD

    def remember(self, path: list[Node], depth: i64) -> None:
        """Add the shares to all nodes of the way."""
        if self.tally is not None and depth > 0:
            self.tally.add(self.chosen[0], self.values, self.chances)
        for i in range(depth + 1):
            node = path[i]
            node.visits += 1
            for seat in range(self.seats):
                node.total[seat] += self.shares[seat]
            if i < depth:
                choice = self.chosen[i]
                node.tried[choice] += 1
                if node.seat != NOBODY:
                    node.share[choice] += self.shares[node.seat]

    # Between two searches of a match

    def go_on_from(self, key: i64, seat: i64, guide: Guide, depth: i64) -> bool:
        """Make the node of a public situation the root, if the tree has it; whether it does."""
        found = find_node(self.root, key, seat, depth)
        self.seat = seat
        self.guide = guide
        guide.seat = seat
        self.known = {}
        if found is None:
            self.root = Node(self.seats)
            return False
        self.root = found
        self.keep_known(found)
        return True

    def keep_known(self, node: Node) -> None:
        """Know the nodes below one again, and no others: the rest of the tree is forgotten."""
        for child in node.children:
            if child is not None and child.identity not in self.known:
                if child.identity != NO_IDENTITY:
                    self.known[child.identity] = child
                self.keep_known(child)

    def refresh_root(self, position: Position) -> None:
        """After a change of root: forget it if a move is not legal, add what is missing."""
        root = self.root
        if root.count == 0:
            return
        for i in range(root.count):
            if not self.guide.allows(position, root.seat, root.moves[i], self.moves):
                self.root = Node(self.seats)
                return
        self.add_moves(root, position)
        self.look_ahead(position)

    # What was found

    def best(self) -> i64:
        """The number of the root's move that was tried most."""
        root = self.root
        best: i64 = 0
        for i in range(root.count):
            if root.tried[i] > root.tried[best]:
                best = i
        return best

    def ahead(self) -> i64:
        """How much more often the root's best move was tried than the next."""
        root = self.root
        if root.count == 0:
            return 0
        best = self.best()
        second: i64 = 0
        for i in range(root.count):
            if i != best:
                second = max(second, root.tried[i])
        return root.tried[best] - second


def find_node(node: Node, key: i64, seat: i64, depth: i64) -> Node | None:
    """The node of a public situation in a tree, at most so many moves down."""
    if node.count > 0 and node.key == key and node.seat == seat:
        return node
    if depth == 0:
        return None
    for child in node.children:
        if child is not None:
            found = find_node(child, key, seat, depth - 1)
            if found is not None:
                return found
    return None


def play_on(
    position: Position, guide: Guide, chance: Chance, buffer: vec[i64], to_the_end: bool
) -> None:
    """Go on quickly to the end, or to a moment that the title can judge."""
    moves: i64 = 0
    while not position.is_over() and (to_the_end or not guide.rests(position, moves)):
        if position.awaits_chance():
            position.roll(chance)
        else:
            seat = first_owing(position)
            position.play(seat, guide.pick(position, seat, chance, buffer))
        moves += 1
