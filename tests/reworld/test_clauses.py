"""No clause of Reworld lacks a test in which it holds and one in which it refuses."""

from pathlib import Path

from tests.marks import HOLDS, REFUSES
from tests.reworld import test_rw_1, test_rw_2, test_rw_3, test_rw_c, test_rw_s

CLAUSES = Path(__file__).with_name("clauses.txt").read_text("utf-8").split()
MODULES = (test_rw_c, test_rw_s, test_rw_1, test_rw_2, test_rw_3)


def test_every_clause_has_a_transcript_that_holds() -> None:
    assert [clause for clause in CLAUSES if clause not in HOLDS] == []


def test_every_clause_has_a_transcript_that_is_refused() -> None:
    assert [clause for clause in CLAUSES if clause not in REFUSES] == []


def test_no_mark_names_a_clause_that_does_not_exist() -> None:
    marked = {clause for clause in HOLDS | REFUSES if clause.startswith("RW-")}
    assert marked - set(CLAUSES) == set()
    assert len(MODULES) == 5
