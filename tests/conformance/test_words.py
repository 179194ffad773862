"""Everything that happens in a match can be told in every language, to those who may know it."""

import re

from farhaven.core.words import LANGUAGES, telling
from tests.conformance.tables import every_table, finished


@every_table
def test_a_whole_match_is_told(name: str, seats: int) -> None:
    whole = finished(name, seats)
    match = whole.at(0)
    names = [player.name for player in match.players]
    codes = set()
    for line in whole.log:
        events = match.take(line)
        for event in events:
            codes.add(event.code)
            assert event.audience is None or set(event.audience) <= set(range(seats))
            for language in LANGUAGES:
                text = telling(event, match.game.package, language, names)
                assert text
                assert not re.search(r"[{}]", text)
    assert len(codes) > 8
