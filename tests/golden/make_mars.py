"""Plays the golden games of Mars again and writes them: `python -m tests.golden.make_mars`.

SEEDS were found by playing some 20,000 seeds and keeping short games that together show every
rarity of `mars_features`. Chance comes from each game's own secret, so that the records can be
checked to the last draw.
"""

import hashlib
from pathlib import Path
from random import Random

from farhaven.core.chance import FastChance
from farhaven.core.match import Match
from farhaven.core.record import PlayerInfo, encode_record
from farhaven.games import load
from tests.golden.mars_features import watch
from tests.mars.playing import choose, own

FILE = Path(__file__).with_name("mars.jsonl")
TRADERS = 40
"""Seeds below this are played by people who build and trade, the others at random."""
SEEDS = (2, 23, 26, 30, 3435, 7714, 14876, 16583, 16857, 17976)


def play(seed: int) -> Match:
    """The game of a seed, to its end."""
    secret = hashlib.sha256(f"golden mars {seed}".encode()).hexdigest()
    order = "free" if seed % 5 == 0 else "strict"
    layout = "beginners" if seed % 7 == 0 else "random"
    players = [PlayerInfo(f"Player {seat}", "bot:random") for seat in range(2 + seed % 3)]
    options = {"layout": layout, "order": order}
    match = Match.new(load("mars"), players, secret, nonces=[str(seed)], options=options)
    random, chance = Random(seed), FastChance(seed)
    match.roll()
    while not match.is_over:
        if seed < TRADERS:
            match.act(choose(match, random))
        else:
            seat = match.owing()[0]
            legal = match.game.legal_entries(match.position, seat)
            match.act(legal[chance.below(len(legal))])
        match.roll()
    return match


def rarities(match: Match) -> set[str]:
    """The rare things in a game."""
    again = match.at(0)
    found: set[str] = set()
    before = own(again).copy()
    for line in match.log:
        again.take(line)
        found.update(watch(before, line, own(again)))
        before = own(again).copy()
    return found


if __name__ == "__main__":
    FILE.write_bytes(b"".join(encode_record(play(seed).record()) + b"\n" for seed in SEEDS))
