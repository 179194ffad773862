"""TypeScript types for everything that is sent, generated from the Python structs."""

import inspect
from collections.abc import Iterator
from typing import get_type_hints

import msgspec
from msgspec import inspect as kinds

from farhaven.core.game import Game
from farhaven.core.record import Record
from farhaven.core.view import View
from farhaven.core.violation import Violation
from farhaven.server import wire, wire_accounts
from farhaven.server.routes_ops import Health
from farhaven.server.routes_records import Uploaded
from farhaven.server.titles import Titles

HEAD = """// Generated from the server's structs by `farhaven admin typescript`. Do not edit.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Seat = number
export type Params = { [key: string]: number | string }
export type Patch = [(string | number)[], Json][]
"""

OF_TITLES = {
    ("State", "view"): "TitleView | null",
    ("State", "decision"): "TitleDecision | null",
    ("Moment", "view"): "TitleView",
    ("Moment", "decision"): "TitleDecision | null",
    ("Moment", "line"): "TitleLine | null",
    ("StepInfo", "line"): "TitleLine",
    ("StepInfo", "note"): "{ reason?: string; kind?: string; name?: string; level?: string }",
    ("Act", "entry"): "TitleEntry",
    ("ActBody", "entry"): "TitleEntry",
    ("Record", "log"): "TitleLine[]",
    **{
        (name, "result"): "TitleResult | null"
        for name in ("State", "TableInfo", "Moment", "Record")
    },
    ("Steps", "patch"): "Patch",
}
"""Fields whose form is a title's own."""

_PLAIN = {
    kinds.AnyType: "Json",
    kinds.RawType: "Json",
    kinds.NoneType: "null",
    kinds.BoolType: "boolean",
    kinds.IntType: "number",
    kinds.FloatType: "number",
    kinds.StrType: "string",
    kinds.BytesType: "string",
}


class Generator:
    """Collects declarations, each struct once."""

    def __init__(self) -> None:
        self._done: dict[type, str] = {}
        self.lines: list[str] = []

    def add(self, struct: type, prefix: str = "") -> str:
        """Declare a struct and all that it holds; its name in TypeScript."""
        info = kinds.type_info(struct)
        if not isinstance(info, kinds.StructType):
            raise TypeError(struct.__name__)
        return self._struct(info, prefix)

    def alias(self, name: str, text: str) -> None:
        """Declare a name for a type."""
        self.lines.append(f"export type {name} = {text}\n")

    def text(self, info: kinds.Type, prefix: str) -> str:
        """A type's spelling."""
        plain = _PLAIN.get(type(info))
        if plain is not None:
            return plain
        match info:
            case kinds.Metadata():
                return self.text(info.type, prefix)
            case kinds.LiteralType():
                return " | ".join(_quoted(v) for v in info.values)
            case kinds.EnumType():
                return " | ".join(_quoted(v.value) for v in info.cls)
            case kinds.UnionType():
                return " | ".join(dict.fromkeys(self.text(t, prefix) for t in info.types))
            case kinds.TupleType():
                return f"[{', '.join(self.text(t, prefix) for t in info.item_types)}]"
            case kinds.CollectionType():
                inner = self.text(info.item_type, prefix)
                return f"({inner})[]" if "|" in inner else f"{inner}[]"
            case kinds.DictType():
                return f"{{ [key: string]: {self.text(info.value_type, prefix)} }}"
            case kinds.StructType():
                return self._struct(info, prefix)
            case kinds.CustomType() if info.cls is object:
                return "Json"
        raise TypeError(f"no TypeScript for {info}")

    def _struct(self, info: kinds.StructType, prefix: str) -> str:
        cls = info.cls
        if cls is msgspec.Struct:
            return "Json"
        if cls in self._done:
            return self._done[cls]
        name = self._done[cls] = _name(cls, prefix, set(self._done.values()))
        if info.array_like:
            body = f"[{', '.join(self.text(f.type, prefix) for f in info.fields)}]"
            self.alias(name, body)
            return name
        lines = [f"export interface {name} {{"]
        if info.tag_field is not None:
            lines.append(f"  {info.tag_field}: {_quoted(info.tag)}")
        for field in info.fields:
            mark = "?" if _is_optional(info, field) else ""
            text = OF_TITLES.get((name, field.name)) or self.text(field.type, prefix)
            lines.append(f"  {field.encode_name}{mark}: {text}")
        self.lines.append("\n".join([*lines, "}\n"]))
        return name


def _quoted(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return f"'{text[1:-1]}'" if text.startswith('"') else text


def _name(cls: type, prefix: str, taken: set[str]) -> str:
    """The struct's own name, with the title before it where that is not unique."""
    name = cls.__name__
    if prefix and not name.startswith(prefix):
        name = prefix + name
    while name in taken:
        name += "_"
    return name


def _is_optional(info: kinds.StructType, field: kinds.Field) -> bool:
    """Whether the field may be missing: in a request with a default, or where it is left out."""
    config = info.cls.__struct_config__
    is_unset = (
        not field.required
        and field.default is msgspec.NODEFAULT
        and field.default_factory is msgspec.NODEFAULT
    )
    if issubclass(info.cls, wire.Request):
        return not field.required
    return is_unset or (config.omit_defaults and not field.required)


def _structs(module: object) -> Iterator[type]:
    """The structs that a module itself defines, in order."""
    for _, value in inspect.getmembers_static(module, inspect.isclass):
        if issubclass(value, msgspec.Struct) and value.__module__ == getattr(
            module, "__name__", ""
        ):
            yield value


def _returned(function: object, what: str) -> object:
    hint: object = get_type_hints(function).get("return")
    if hint is None:
        raise TypeError(f"{what} does not say what it returns")
    return hint


def title_types(generator: Generator, game: Game) -> str:
    """A title's view, decision, entries, outcomes and breakdown; the prefix of their names."""
    prefix = game.name.capitalize()
    view = _returned(type(game).view, f"{game.name}: view")
    if not (isinstance(view, type) and issubclass(view, View)):
        raise TypeError(f"{game.name}: view")
    decision = kinds.type_info(_returned(type(game).decision, f"{game.name}: decision"))
    if isinstance(decision, kinds.UnionType):
        decision = kinds.UnionType(
            tuple(t for t in decision.types if not isinstance(t, kinds.NoneType))
        )
    named = {
        "View": generator.text(kinds.type_info(_returned(view.to_wire, "to_wire")), prefix),
        "Decision": generator.text(decision, prefix),
        "Entry": " | ".join(generator.add(kind, prefix) for kind in game.entry_types),
        "Outcome": " | ".join(generator.add(kind, prefix) for kind in game.outcome_types),
    }
    for name, text in named.items():
        if text != prefix + name:
            generator.alias(prefix + name, text)
    generator.add(game.options, prefix)
    return prefix


def generate(titles: Titles) -> str:
    """The whole file."""
    generator = Generator()
    for module in (wire, wire_accounts):
        for struct in sorted(
            _structs(module), key=lambda struct: inspect.getsourcelines(struct)[1]
        ):
            if struct is not wire.Request:
                generator.add(struct)
    for struct in (Record, Violation, Uploaded, Health):
        generator.add(struct)
    for name in ("ServerMessage", "ClientMessage"):
        generator.alias(name, generator.text(kinds.type_info(getattr(wire, name)), ""))
    generator.alias("TableState", "TableInfo['state']")
    generator.alias("StepKind", "StepInfo['kind']")
    prefixes = [title_types(generator, titles.must_get(title)) for title in sorted(titles.names)]
    for name in ("View", "Decision", "Entry"):
        generator.alias(f"Title{name}", " | ".join(prefix + name for prefix in prefixes))
    lines = [f"{prefix}{name}" for prefix in prefixes for name in ("Entry", "Outcome")]
    generator.alias("TitleLine", " | ".join(lines))
    generator.alias(
        "TitleResult",
        "{ scores: number[]; winners: number[]; breakdown: { [key: string]: Json }[] }",
    )
    return HEAD + "\n" + "\n".join(generator.lines)
