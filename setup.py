"""Compile the rules with mypyc, as one group; without a C compiler the source runs as it is."""

import os

from mypyc.build import mypycify
from setuptools import setup

COMPILED = [
    "src/farhaven/bots/fitting.py",
    "src/farhaven/bots/learning.py",
    "src/farhaven/bots/lookahead.py",
    "src/farhaven/bots/search.py",
    "src/farhaven/bots/solver.py",
    "src/farhaven/bots/tally.py",
    "src/farhaven/bots/uct.py",
    "src/farhaven/core/bits.py",
    "src/farhaven/core/chance.py",
    "src/farhaven/core/net.py",
    "src/farhaven/core/playout.py",
    "src/farhaven/core/position.py",
    "src/farhaven/games/mars/aliens.py",
    "src/farhaven/games/mars/asking.py",
    "src/farhaven/games/mars/barter.py",
    "src/farhaven/games/mars/board.py",
    "src/farhaven/games/mars/build.py",
    "src/farhaven/games/mars/cards.py",
    "src/farhaven/games/mars/knowledge.py",
    "src/farhaven/games/mars/features.py",
    "src/farhaven/games/mars/guide.py",
    "src/farhaven/games/mars/ledger.py",
    "src/farhaven/games/mars/moves.py",
    "src/farhaven/games/mars/parts.py",
    "src/farhaven/games/mars/position.py",
    "src/farhaven/games/mars/roads.py",
    "src/farhaven/games/mars/state.py",
    "src/farhaven/games/mars/trade.py",
    "src/farhaven/games/mars/turn.py",
    "src/farhaven/games/mars/value.py",
    "src/farhaven/games/mars/yields.py",
    "src/farhaven/games/reworld/choosing.py",
    "src/farhaven/games/reworld/dealing.py",
    "src/farhaven/games/reworld/events.py",
    "src/farhaven/games/reworld/explain.py",
    "src/farhaven/games/reworld/features.py",
    "src/farhaven/games/reworld/glances.py",
    "src/farhaven/games/reworld/guide.py",
    "src/farhaven/games/reworld/identity.py",
    "src/farhaven/games/reworld/launches.py",
    "src/farhaven/games/reworld/moves.py",
    "src/farhaven/games/reworld/parts.py",
    "src/farhaven/games/reworld/paying.py",
    "src/farhaven/games/reworld/payments.py",
    "src/farhaven/games/reworld/position.py",
    "src/farhaven/games/reworld/prospects.py",
    "src/farhaven/games/reworld/satellites.py",
    "src/farhaven/games/reworld/scoring.py",
    "src/farhaven/games/reworld/settlement.py",
    "src/farhaven/games/reworld/ships.py",
    "src/farhaven/games/reworld/showing.py",
    "src/farhaven/games/reworld/state.py",
    "src/farhaven/games/reworld/station.py",
    "src/farhaven/games/reworld/transport.py",
    "src/farhaven/games/reworld/value.py",
    "src/farhaven/server/patch.py",
]

# A cache of its own: types may be checked at the same time.
options = ["--config-file=pyproject.toml", "--cache-dir=build/mypy"]
extensions = mypycify([*options, *COMPILED], group_name="farhaven", opt_level="3")
for extension in extensions:
    extension.optional = True
    if os.name == "posix":
        # The group's functions call each other directly, so that the small ones are inlined.
        extension.extra_compile_args.append("-fno-semantic-interposition")

setup(ext_modules=extensions)
