"""A console that breaks no line at a no-break space: Rich takes it for a space like any other."""

from collections.abc import Iterable

from rich.console import (
    Console,
    ConsoleOptions,
    HighlighterType,
    JustifyMethod,
    OverflowMethod,
    RenderableType,
)
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

SPACES = "\u00a0\u202f"  # that keep a mark, a unit or an interval with its words
STAND_INS = "\ufdd0\ufdd1"  # as wide, part of a word for Rich, and never characters of a text
HOLD = str.maketrans(SPACES, STAND_INS)
RELEASE = str.maketrans(STAND_INS, SPACES)


class UnbrokenConsole(Console):
    """Texts are measured and broken with stand-ins; what is written has the spaces again."""

    def render_str(
        self,
        text: str,
        *,
        style: str | Style = "",
        justify: JustifyMethod | None = None,
        overflow: OverflowMethod | None = None,
        emoji: bool | None = None,
        markup: bool | None = None,
        highlight: bool | None = None,
        highlighter: HighlighterType | None = None,
    ) -> Text:
        return _held(
            super().render_str(
                text,
                style=style,
                justify=justify,
                overflow=overflow,
                emoji=emoji,
                markup=markup,
                highlight=highlight,
                highlighter=highlighter,
            )
        )

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        text = _held(renderable) if isinstance(renderable, Text) else renderable
        for segment in super().render(text, options):
            yield Segment(segment.text.translate(RELEASE), segment.style, segment.control)


def _held(text: Text) -> Text:
    """The text with its styles, as a copy where there is something to hold together."""
    plain = text.plain.translate(HOLD)
    if plain == text.plain:
        return text
    held = text.copy()
    held.plain = plain
    return held
