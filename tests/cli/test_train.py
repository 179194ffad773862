"""Training from the command line."""

import importlib
import re
import signal
import subprocess
from math import inf
from pathlib import Path

import pytest

from farhaven.cli import training_progress
from farhaven.cli.console import settings
from farhaven.cli.train import Task, fit_all
from farhaven.core.sentences import LANGUAGES
from farhaven.evaluation.weight_file import BEFORE, WeightsFile
from farhaven.games import load, titles
from farhaven.training import search_value_training as search_training
from farhaven.training import value_training as training
from farhaven.training.value_training import LEAST_MEETINGS, Generation, Trained, Trainer, Way
from farhaven.training.win_chance_training import Forecast, OutlookTrainer
from tests.cli.conftest import Inside
from tests.cli.running import Program

RECIPE = "farhaven train with care"


def weights_file(title: str) -> WeightsFile:
    file: WeightsFile = importlib.import_module(f"{load(title).package}.ai.weights").WEIGHTS
    return file


def origins_in(path: Path, file: WeightsFile, monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """What the head of a file says, once the title goes by it."""
    monkeypatch.setenv(file.place.variable, str(path))
    return file.place.origins()


# What is written


@pytest.mark.parametrize("title", titles())
def test_the_head_says_how_each_number_of_players_came_about(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(settings, "language", "en")
    game, file, path = load(title), weights_file(title), tmp_path / "new.toml"
    old = {n: file.read(n) for n in game.seats}

    def fit(players: int) -> list[int] | None:
        """New weights for two, not for three, and for four it is not asked."""
        return [w + 1 for w in old[2]] if players == 2 else None

    fit_all(Task(game, (2, 3), 1, 0.0, False, RECIPE), file, fit, path)
    shown = capsys.readouterr().out
    assert file.place.variable in shown
    assert str(file.place.own) in shown
    before = file.place.origins()
    first = origins_in(path, file, monkeypatch)
    assert first[2] == f"fitted by `{RECIPE}`"
    assert {n: first[n] for n in (3, 4)} == {n: before.get(n, BEFORE) for n in (3, 4)}
    assert file.read(2) == [w + 1 for w in old[2]]
    assert (file.read(3), file.read(4)) == (old[3], old[4])
    # The next run, which goes by this file, does not claim its work.
    fit_all(Task(game, (4,), 1, 0.0, False, "another"), file, lambda n: old[n], path)
    assert file.place.origins() == first | {4: "fitted by `another`"}


def test_a_short_run_from_scratch_leaves_the_old_weights(farhaven: Program) -> None:
    """It begins with the points on the table; these must not be written for old weights."""
    (farhaven.home / "weights.toml").write_text("of an earlier run")
    run = farhaven("train", "mars", "--from-scratch", "--players", "4", "--minutes", "0")
    assert run.code == 0, run.err
    assert "4 players, generation 0" in run.err
    assert "3 players" not in run.err
    said = " ".join(run.out.split())
    assert "4 players: there was no time for a game against the weights so far." in said
    assert f"at least {LEAST_MEETINGS} games are needed" in said
    assert "weights.toml is not written" in said
    assert (farhaven.home / "weights.toml").read_text() == "of an earlier run"


def test_a_value_for_searches_that_had_no_time_is_not_written(
    inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long a game takes: a generation is played, and then it is over."""
    monkeypatch.setattr(search_training, "NOTED_ITERATIONS", 16)
    target = tmp_path / "new.toml"
    run = inside(
        "train", "reworld", "search-value", "--players", "2", "--minutes", "0", "--out", target
    )
    assert run.code == 0, run.err
    assert "2 players, generation 0: error" in " ".join(run.err.split())
    said = " ".join(run.out.split())
    assert "2 players: there was no time for a game against the weights so far." in said
    assert f"at least {LEAST_MEETINGS} games are needed" in said
    assert "Where all search" not in said
    assert not target.exists()


def test_a_net_says_how_it_fared(farhaven: Program) -> None:
    run = farhaven("train", "mars", "win-chance", "--players", "2", "--minutes", "0")
    assert run.code == 0, run.err
    assert "wins by the net: 0, even would be 0.0" in " ".join(run.err.split())
    said = " ".join(run.out.split())
    assert said.startswith("2 players: surprise at the winner 0.")
    assert "outlook.toml is not written" in said


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "each learnt"), ("de", "-mal gelernt"), ("fr", "chacune apprise")],
)
def test_a_larger_net_says_what_it_learnt(inside: Inside, language: str, told: str) -> None:
    done = inside(
        "train", "mars", "search-net", "--players", "2", "--minutes", "0", "--lang", language
    )
    assert done.code == 0, done.err
    assert told in " ".join(done.out.split())
    assert "foresight.toml" in done.out


# What is shown


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is played, but takes a second; new weights win half of every game."""
    time = 0.0

    def generation(_trainer: Trainer, number: int) -> Generation:
        nonlocal time
        time += 1.0
        return Generation(number, 60, 3.184, 7.52)

    def meeting(*_: object) -> float:
        nonlocal time
        time += 1.0
        return 0.5

    monkeypatch.setattr(training, "process_time", lambda: time)
    monkeypatch.setattr(Trainer, "generation", generation)
    monkeypatch.setattr(Trainer, "_meeting", meeting)


RUN = ("train", "mars", "--players", "2", "--minutes", "2")
SHOWN = {
    "en": ("error 3.18, mean score 7.5", "2 players, meeting 4/4: 0.5 of 1 won", "50.0 % of 40"),
    "de": (
        "Fehler 3,18, Punkte im Mittel 7,5",
        "2 Spieler, Vergleich 4/4: 0,5 von 1 gewonnen",
        "50,0 % von 40",
    ),
    "fr": (
        "erreur 3,18, score moyen 7,5",
        "2 joueurs, rencontre 4/4 : 0,5 gagnées sur 1",
        "50,0 % de 40",
    ),
}


@pytest.mark.usefixtures("pretended")
@pytest.mark.parametrize("language", LANGUAGES)
def test_meetings_are_told_in_lines_where_nobody_looks(
    language: str, inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_progress, "TELL_EVERY", 0.0)
    run = inside(*RUN, "--lang", language, "--out", tmp_path / "new.toml")
    assert run.code == 0, run.err
    generation, meeting, met = SHOWN[language]
    told = [" ".join(line.split()) for line in run.err.splitlines()]
    assert any(line.endswith(generation) for line in told)
    assert meeting in told
    assert met in " ".join(run.out.split())


@pytest.mark.usefixtures("pretended")
def test_lines_come_now_and_then_only(
    inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_progress, "TELL_EVERY", inf)
    run = inside(*RUN, "--out", tmp_path / "new.toml")
    assert "generation 71" in run.err
    assert "meeting" not in run.err


@pytest.mark.usefixtures("pretended")
def test_people_see_a_bar(inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    run = inside(*RUN, "--out", tmp_path / "new.toml")
    assert "━" in run.err
    assert "━" not in run.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_net_is_told_in_the_readers_numbers(
    language: str, inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def generation(_trainer: OutlookTrainer, number: int, _rate: float) -> Forecast:
        return Forecast(number, 60, 0.4321, 0.4567, 31.0, 29.5)

    monkeypatch.setattr(OutlookTrainer, "generation", generation)
    arguments = ("--outlook", "--players", "2", "--minutes", "0", "--lang", language)
    run = inside("train", "mars", *arguments, "--out", tmp_path / "new.toml")
    point = "." if language == "en" else ","
    assert re.findall(r"\d+[.,]\d+", run.err) == [f"0{point}4321", f"0{point}4567", f"29{point}5"]
    assert re.findall(r"\d+[.,]\d+", run.out) == [f"0{point}4321", f"0{point}4567"]


# What is refused before the work


def test_a_place_that_cannot_be_written_is_told_before_the_work(
    inside: Inside, tmp_path: Path
) -> None:
    done = inside("train", "mars", "--minutes", "0", "--out", tmp_path / "no" / "folder")
    assert done.code == 1
    assert "generation" not in done.err
    assert done.err.count("\n") == 1


def test_a_number_of_players_that_the_title_does_not_have(inside: Inside) -> None:
    done = inside("train", "mars", "--minutes", "0", "--players", "5")
    assert done.code == 2
    assert "2 to 4" in done.err


@pytest.mark.parametrize("part", ["win-chance", "search-net", "--outlook", "--foresight"])
def test_a_title_without_a_fitted_chance_to_win_says_so(inside: Inside, part: str) -> None:
    """Also where the part is named by an option of version 0.1."""
    done = inside("train", "reworld", part, "--minutes", "0")
    assert done.code == 2
    assert "reworld" in done.err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["search-value"], "mars"),
        (["--search"], "mars"),
        (["--search", "--outlook"], "win-chance"),
        (["search-net", "--outlook"], "search-net"),
    ],
)
def test_a_title_without_a_value_for_searches_says_so(
    inside: Inside, options: list[str], told: str
) -> None:
    done = inside("train", "mars", *options, "--minutes", "0")
    assert done.code == 2
    assert told in done.err
    assert "generation" not in done.err


def test_the_help_says_where_the_files_are(inside: Inside) -> None:
    shown = "".join(inside("train", "--help").out.split())
    assert f"{weights_file('mars').place.own.parents[2]}/TITLE/ai" in shown


# Stopped


def test_ctrl_c_at_once_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(settings, "language", "en")

    def fit(_: int) -> list[int] | None:
        raise KeyboardInterrupt

    path = tmp_path / "new.toml"
    task = Task(load("mars"), (2, 3), 1, 0.0, False, RECIPE)
    with pytest.raises(KeyboardInterrupt):
        fit_all(task, weights_file("mars"), fit, path)
    assert not path.exists()
    shown = " ".join(capsys.readouterr().out.split())
    assert "Stopped before the end for 2, 3 players" in shown
    assert "is not written" in shown


def test_ctrl_c_keeps_what_is_decided(farhaven: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begun with weights that count the points on the table only, which are soon beaten."""
    file = weights_file("mars")
    old = [100 * (i % len(file.features) == 0) for i in range(len(file.parts) * len(file.features))]
    (farhaven.home / "old.toml").write_text(file.text(dict.fromkeys((2, 3, 4), old), {}))
    farhaven.environment[file.place.variable] = str(farhaven.home / "old.toml")
    arguments = ["train", "mars", "--minutes", "0.15", "--out", "new.toml"]
    process = subprocess.Popen(
        [*farhaven.command, *arguments],
        env=farhaven.environment,
        cwd=farhaven.home,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A runner in the background ignores the signal, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads
    )
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("3 players"):
            process.send_signal(signal.SIGINT)
            break
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "Stopped before the end for 3, 4 players" in " ".join(out.split())
    origins = origins_in(farhaven.home / "new.toml", file, monkeypatch)
    assert origins[2].startswith("fitted by `farhaven train mars")
    assert origins[3] == BEFORE
    assert file.read(2) != old
    assert file.read(3) == file.read(4) == old


@pytest.mark.usefixtures("pretended")
@pytest.mark.parametrize("is_terminal", [False, True])
def test_ctrl_c_in_a_meeting_keeps_what_is_decided(
    is_terminal: bool, inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights for two have won, those for three are still at it."""
    if is_terminal:
        monkeypatch.setenv("FORCE_COLOR", "1")
    file, path = weights_file("mars"), tmp_path / "new.toml"
    old = {n: file.read(n) for n in (2, 3, 4)}
    better = [weight + 100 for weight in old[2]]

    def train(trainer: Trainer, *arguments: object) -> Trained:
        if trainer.players == 2:
            way = Way(better, 2, 200.0, 300)
            return Trained(better, [], way, None, improved=True)
        return real(trainer, *arguments)  # type: ignore[arg-type]  # passed on

    def meeting(*_: object) -> float:
        raise KeyboardInterrupt

    real = Trainer.train
    monkeypatch.setattr(Trainer, "train", train)
    monkeypatch.setattr(Trainer, "_meeting", meeting)
    run = inside("train", "mars", "--minutes", "2", "--out", path)
    assert run.code == 130, run.err
    assert "Stopped before the end for 3, 4 players" in " ".join(run.out.split())
    monkeypatch.setenv(file.place.variable, str(path))
    assert {n: file.read(n) for n in (2, 3, 4)} == old | {2: better}
