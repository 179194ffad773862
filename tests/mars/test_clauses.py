"""No clause of Mars lacks a test in which it holds and, where it can refuse, one where it does."""

from pathlib import Path

from tests.marks import HOLDS, REFUSES
from tests.mars import (
    test_ma_1,
    test_ma_2,
    test_ma_3,
    test_ma_4,
    test_ma_5,
    test_ma_6,
    test_ma_c,
    test_ma_s,
)

CLAUSES = Path(__file__).with_name("clauses.txt").read_text("utf-8").split()
MODULES = (test_ma_c, test_ma_s, test_ma_1, test_ma_2, test_ma_3, test_ma_4, test_ma_5, test_ma_6)
ONLY_TELL = {
    "MA-S3",  # cards that come by themselves
    "MA-1.3",  # what the bank pays
    "MA-3.8",  # who has a card
    "MA-5.3",  # what a field does not yield
}
"""Clauses that say what happens and leave nothing to choose."""


def test_every_clause_has_a_test_in_which_it_holds() -> None:
    assert [clause for clause in CLAUSES if clause not in HOLDS] == []


def test_every_clause_that_can_refuse_has_a_test_in_which_it_does() -> None:
    assert {clause for clause in CLAUSES if clause not in REFUSES} == ONLY_TELL


def test_no_mark_names_a_clause_that_does_not_exist() -> None:
    marked = {clause for clause in HOLDS | REFUSES if clause.startswith("MA-")}
    assert marked - set(CLAUSES) == set()
    assert len(MODULES) == 8
