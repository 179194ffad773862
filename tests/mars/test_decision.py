"""What a client is told about what can be placed, and what cannot be built or traded now."""

from random import Random

import msgspec

from farhaven.core.log_entry import Entry
from farhaven.core.match import Match
from farhaven.core.sentences import sentence
from farhaven.core.violation import Illegal, Violation
from farhaven.games.mars.client.decision import ActDecision, Counts, FreeTerms, Made, PlaceDecision
from farhaven.games.mars.records.entries import Place
from farhaven.games.mars.rules.names import RESOURCE_NAMES, Resource, counts_of
from farhaven.games.mars.rules.parts import THREE_TO_ONE
from farhaven.games.mars.rules.state import PLACING
from tests.mars.playing import new_match, own, wander
from tests.mars.table import RICH, Table, acting


def asked(t: Table) -> ActDecision:
    found = t.game.decision(t.game.view(t.position, 0))
    assert isinstance(found, ActDecision)
    return found


def lacks(t: Table, wanted: str) -> list[str]:
    found = {str(piece): reasons for piece, reasons in asked(t).lacking.items()}
    return [sentence(one, "farhaven.games.mars", "en") for one in found.get(wanted, [])]


def test_it_says_which_cards_are_missing() -> None:
    t = acting(2)
    t.position.bank += t.position.players[0].hand
    t.position.players[0].hand = 0
    t.give(0, "1 brick + 1 glass")
    assert lacks(t, "road") == ["You cannot pay for this (road). You lack: 1 oxide."]
    missing = "You lack: 1 oxide + 1 brick + 2 grain."
    assert lacks(t, "city") == [f"You cannot pay for this (city). {missing}"]
    assert lacks(t, "card") == [
        "You cannot pay for this (development card). You lack: 1 grain + 1 sheep."
    ]


def test_it_says_that_there_is_no_place_or_no_piece() -> None:
    t = acting(2, RICH)
    assert lacks(t, "road") == lacks(t, "city") == lacks(t, "card") == []
    assert lacks(t, "settlement") == [
        "None of your roads leads to a free crossing far enough from all buildings."
    ]
    t.position.players[0].cities_left = 0
    assert lacks(t, "city") == ["There is none left in your supply: city."]


def test_something_is_lacking_just_where_nothing_is_offered() -> None:
    match = new_match(3, 3)
    seen = set()
    for _ in wander(match, Random(3), 600):
        for seat in match.owing():
            found = match.game.decision(match.view(seat))
            if isinstance(found, ActDecision):
                may = {
                    "road": found.roads,
                    "settlement": found.settlements,
                    "city": found.cities,
                    "dome": found.domes,
                    "card": found.buy,
                }
                assert {one for one, places in may.items() if not places} == set(found.lacking)
                assert all(found.lacking.values())
                payable = {rate.give for rate in found.rates if rate.lacking is None}
                assert payable == {trade.give for trade in found.bank}
                seen |= {one.reason for all_of in found.lacking.values() for one in all_of}
    assert seen >= {"cannot_pay", "no_crossing", "none_left"}


def test_it_says_what_the_bank_asks_for_each_resource() -> None:
    t = acting(2)
    t.position.bank += t.position.players[0].hand
    t.position.players[0].hand = 0
    t.give(0, "4 brick + 1 glass")
    rates = {rate.give: rate for rate in asked(t).rates}
    assert {give: rate.count for give, rate in rates.items()} == dict.fromkeys(RESOURCE_NAMES, 4)
    assert (rates["brick"].missing, rates["brick"].lacking) == (0, None)
    assert rates["glass"].missing == 3
    assert rates["glass"].lacking == Violation(
        "MA-2.2", "not_held", {"resource": "glass", "count": 4}
    )


def test_harbours_make_what_the_bank_asks_for_less() -> None:
    t = acting(2)
    t.position.players[0].harbours = 1 << THREE_TO_ONE
    assert {rate.count for rate in asked(t).rates} == {3}
    t.position.players[0].harbours |= 1 << RESOURCE_NAMES.index("oxide")
    assert {rate.give: rate.count for rate in asked(t).rates} == {
        **dict.fromkeys(RESOURCE_NAMES, 3),
        "oxide": 2,
    }


def test_the_second_settlement_brings_cards() -> None:
    match = new_match(5, 2)
    match.roll()
    placed = []
    while own(match).phase == PLACING:
        seat = match.owing()[0]
        found = match.game.decision(match.view(seat))
        assert isinstance(found, PlaceDecision)
        site = found.sites[-1]
        match.act(Place(seat=seat, settlement=site.settlement, road=site.roads[0]))
        assert counts_of(own(match).players[seat].hand) == (site.brings or {})
        placed.append((found.number, found.clause, bool(site.brings)))
    assert placed == [*2 * [(1, "MA-S2", False)], *2 * [(2, "MA-S3", True)]]


# Offers with free terms


def refusal(t: Match, terms: FreeTerms, give: Counts, want: Counts) -> str:
    """The clause that refuses an offer with these terms; empty where it is legal."""
    entry = t.game.read_line(msgspec.json.encode({**terms.entry, "give": give, "want": want}))
    assert isinstance(entry, Entry)
    try:
        violation = t.game.explain(t.position, entry.seat, t.game.move(t.position, entry))
    except Illegal as illegal:
        violation = illegal.violation
    return "" if violation is None else violation.clause


def some_of(most: Counts, random: Random) -> dict[Resource, int]:
    chosen = random.sample(sorted(most), random.randint(1, len(most)))
    return {resource: random.randint(1, most[resource]) for resource in chosen}


def test_the_bounds_of_free_terms_are_those_of_the_rules() -> None:
    seen: set[str] = set()
    random = Random(4)
    match = new_match(3, 3)
    for _ in wander(match, random, 700):
        for seat in match.owing():
            found = match.game.free_choices(match.view(seat))
            assert bool(found) == match.position.may_propose(seat)
            for terms in found:
                assert isinstance(terms, FreeTerms)
                assert terms.entry["seat"] == seat
                give = some_of(terms.give_at_most, random)
                left = {r: n for r, n in terms.want_at_most.items() if r not in give}
                want = some_of(left, random) if left else {}
                if left and Made(give, want) not in terms.not_again:
                    assert refusal(match, terms, give, want) == ""
                    seen.add(str(terms.entry["do"]))
                for made in terms.not_again:
                    assert refusal(match, terms, made.give, made.want) == "MA-2.1c"
                    seen.add("again")
                resource = next(iter(terms.give_at_most))
                other = next(r for r in terms.want_at_most if r != resource)
                held = terms.give_at_most[resource]
                most = terms.want_at_most[other]
                assert refusal(match, terms, {resource: held + 1}, {other: 1})
                assert refusal(match, terms, {resource: 1}, {other: most + 1})
                assert refusal(match, terms, {resource: 1}, {resource: 1})
                assert refusal(match, terms, {resource: 1}, {})
                assert refusal(match, terms, {}, {other: 1})
    assert seen == {"offer", "answer", "again"}


def test_nobody_else_has_free_terms() -> None:
    match = new_match(3, 3)
    for _ in wander(match, Random(5), 300):
        owing = match.owing()
        for seat in range(3):
            if seat not in owing:
                assert not match.game.free_choices(match.view(seat))
        assert not match.game.free_choices(match.view(None))
