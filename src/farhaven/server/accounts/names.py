"""Names of people: what is kept of them, how members are found, and which names look alike."""

import unicodedata
from collections.abc import Iterable, Mapping

from farhaven.server.basics import Refused

MAX_NAME = 32
MAX_LOGIN = 64
MAX_MARKS = 3
"""More accents than this on one letter only make a name unreadable."""

BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and symbols that show nothing."""
SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Marks that only choose how the character before them is drawn."""

LATIN: Mapping[int, int] = str.maketrans(
    # Cyrillic, Greek and Armenian letters, in lower case, beside the Latin ones that they look
    # like in lower or upper case; at last the Latin i without its dot.
    "аеорсухіјѕԁһӏвнкмтԛԝ" + "αονρικτυχβεζηµμ" + "օոսցհ" + "ı",
    "aeopcyxijsdhlbhkmtqw" + "aovpiktuxbezhmm" + "onugh" + "i",
)
SHAPES: Mapping[int, int] = str.maketrans("I1|0", "lllo")
"""Characters that look like a letter which they are not in any other spelling."""


def clean_name(name: str) -> str:
    """A name without what could disguise it; refused where nothing is left to see.

    Control characters, text directions, invisible characters and outer spaces go.
    """
    kept = "".join(c for c in unicodedata.normalize("NFC", name) if not _is_invisible(c))
    cleaned = " ".join(_with_few_marks(kept).split())[:MAX_NAME].strip()
    if not can_be_seen(cleaned):
        raise Refused(400, "name_empty")
    return cleaned


def can_be_seen(text: str) -> bool:
    """True if a text has a letter, a digit, a sign or a symbol that shows something."""
    return any(unicodedata.category(c)[0] in "LNPS" and not _is_invisible(c) for c in text)


def numbered(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it if people could take it for one of the others."""
    taken = tuple(others)
    tried, number = name, 1
    while looks_like(tried, taken):
        number += 1
        tail = f" {number}"
        tried = name[: MAX_NAME - len(tail)].rstrip() + tail
    return tried


def login_name(name: str) -> str:
    """The form of a name by which a member is found, however it is typed."""
    return unicodedata.normalize("NFKC", clean_name(name)).casefold()[:MAX_LOGIN]


def login_names(name: str) -> list[str]:
    """Forms under which a member may be found: a former one is kept where the new one was taken."""
    kept = (c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c)[0] != "C")
    cleaned = " ".join("".join(kept).split())[:MAX_NAME]
    former = unicodedata.normalize("NFKC", cleaned).casefold()[:MAX_LOGIN]
    return list(dict.fromkeys((former, login_name(name))))


def looks_like(name: str, others: Iterable[str]) -> bool:
    """True if people could take the name for one of the others."""
    forms = _forms(name)
    return any(not forms.isdisjoint(_forms(other)) for other in others)


def _is_invisible(c: str) -> bool:
    if unicodedata.category(c)[0] == "C" or c in BLANKS:
        return True
    return any(ord(c) in selectors for selectors in SELECTORS)


def _with_few_marks(text: str) -> str:
    """The text without marks that have no letter, and without heaps of them on one letter."""
    kept: list[str] = []
    marks = MAX_MARKS
    for c in text:
        is_mark = unicodedata.category(c)[0] == "M"
        marks = marks + 1 if is_mark else (MAX_MARKS if c.isspace() else 0)
        if not is_mark or marks <= MAX_MARKS:
            kept.append(c)
    return "".join(kept)


def _forms(name: str) -> frozenset[str]:
    """The name as it is spelled and as it looks, both without case, spaces and foreign twins."""
    text = "".join(
        c for c in unicodedata.normalize("NFKC", name) if not c.isspace() and not _is_invisible(c)
    )
    return frozenset(
        unicodedata.normalize("NFKC", form.casefold()).translate(LATIN)
        for form in (text, text.translate(SHAPES))
    ) - {""}
