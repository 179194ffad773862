"""TypeScript types for everything that is sent, generated from the Python structs."""

import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect as kinds

from farhaven.core.game import Game, Result
from farhaven.core.record import Record
from farhaven.core.view import View
from farhaven.core.violation import Violation
from farhaven.server.http.operations_routes import Health
from farhaven.server.http.record_routes import Uploaded
from farhaven.server.titles import Titles
from farhaven.server.wire import accounts as wire_accounts
from farhaven.server.wire import analysis as wire_analysis
from farhaven.server.wire import tables as wire

HEAD = "// Generated from the server's structs by `farhaven admin typescript`. Do not edit.\n"

SHARED_HEAD = (
    HEAD
    + """
/** A place at the table, from 0. */
export type Seat = number
/** Facts for a message's words. */
export type Params = { [key: string]: number | string }
/** Paths into the state with what stands there now. */
export type Patch = [(string | number)[], unknown][]
"""
)

SHARED_FILE = "lib/api/generated.ts"
TITLE_FILE = "lib/games/{title}/generated.ts"

SPELLED = {
    ("StepInfo", "note"): "{ reason?: string; kind?: string; name?: string; level?: string }",
    ("Steps", "patch"): "Patch",
    **{(name, "result"): "Result | null" for name in ("State", "TableInfo", "Moment", "Record")},
}
"""Fields that are sent as they were encoded before, so that the struct does not tell their form.

What is a title's own is unknown to the shared code; the title's file has its types.
"""

_PLAIN = {
    kinds.AnyType: "unknown",
    kinds.RawType: "unknown",
    kinds.NoneType: "null",
    kinds.BoolType: "boolean",
    kinds.IntType: "number",
    kinds.FloatType: "number",
    kinds.StrType: "string",
    kinds.BytesType: "string",
}


class Generator:
    """Collects declarations, each struct and each named choice once.

    `spelled` has the types of fields whose struct does not tell them.
    """

    def __init__(self, spelled: Mapping[tuple[str, str], str] = MappingProxyType({})) -> None:
        self._spelled = dict(spelled)
        self._done: dict[type, str] = {}
        self._choices: dict[frozenset[object], str] = {}
        self._scanned: set[str] = set()
        self.lines: list[str] = []

    def add(self, struct: type) -> str:
        """Declare a struct and all that it holds; its name in TypeScript."""
        info = kinds.type_info(struct)
        if not isinstance(info, kinds.StructType):
            raise TypeError(struct.__name__)
        return self._struct(info)

    def check(self) -> None:
        """Raise if a spelled field was not met: its struct, or itself, is gone."""
        if self._spelled:
            gone = ", ".join(f"{struct}.{field}" for struct, field in self._spelled)
            raise TypeError(f"no such fields: {gone}")

    def alias(self, name: str, text: str) -> None:
        """Declare a name for a type."""
        self.lines.append(f"export type {name} = {text}\n")

    def text(self, info: kinds.Type) -> str:
        """A type's spelling."""
        plain = _PLAIN.get(type(info))
        if plain is not None:
            return plain
        match info:
            case kinds.Metadata():
                return self._named(info) or self.text(info.type)
            case kinds.LiteralType():
                return self._choice(info.values)
            case kinds.EnumType():
                return " | ".join(_quoted(v.value) for v in info.cls)
            case kinds.UnionType():
                return " | ".join(dict.fromkeys(self.text(t) for t in info.types))
            case kinds.TupleType():
                return f"[{', '.join(self.text(t) for t in info.item_types)}]"
            case kinds.CollectionType():
                inner = self.text(info.item_type)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case kinds.DictType():
                return self._mapping(info, is_complete=False)
            case kinds.StructType():
                return self._struct(info)
            case kinds.CustomType() if info.cls is object:
                return "unknown"
        raise TypeError(f"no TypeScript for {info}")

    def _named(self, info: kinds.Metadata) -> str | None:
        """The spelling that an annotation asks for."""
        match info.extra:
            case {"name": str(name), "values": tuple(values)}:
                if self._choices.setdefault(frozenset(values), name) == name:
                    text = f"export type {name} = {' | '.join(map(_quoted, values))}\n"
                    if text not in self.lines:
                        self.lines.append(text)
                return name
            case {"complete": True} if isinstance(info.type, kinds.DictType):
                return self._mapping(info.type, is_complete=True)
        return None

    def _choice(self, values: Sequence[object]) -> str:
        """One of some values, by name where a module has one for them."""
        return self._choices.get(frozenset(values)) or " | ".join(map(_quoted, values))

    def _mapping(self, info: kinds.DictType, *, is_complete: bool) -> str:
        key, value = self.text(info.key_type), self.text(info.value_type)
        if key in {"string", "number"}:
            return f"{{ [key: {key}]: {value} }}"
        return f"{{ [key in {key}]{'' if is_complete else '?'}: {value} }}"

    def _struct(self, info: kinds.StructType) -> str:
        cls = info.cls
        if cls is msgspec.Struct:
            return "unknown"
        if cls in self._done:
            return self._done[cls]
        name = cls.__name__
        if name in self._done.values():
            raise TypeError(f"two structs are called {name}")
        self._done[cls] = name
        self._scan(cls.__module__)
        lines = [*_comment(cls), f"export interface {name} {{"]
        if info.tag_field is not None:
            lines.append(f"  {info.tag_field}: {_quoted(info.tag)}")
        for field in info.fields:
            mark = "?" if _is_optional(info, field) else ""
            text = self._spelled.pop((name, field.name), None) or self.text(field.type)
            lines.append(f"  {field.encode_name}{mark}: {text}")
        self.lines.append("\n".join([*lines, "}\n"]))
        return name

    def _scan(self, module: str) -> None:
        """Declare the choices that a module has names for."""
        if module in self._scanned:
            return
        self._scanned.add(module)
        for name, value in vars(sys.modules[module]).items():
            if get_origin(value) is Literal and frozenset(get_args(value)) not in self._choices:
                self._choices[frozenset(get_args(value))] = name
                self.alias(name, " | ".join(map(_quoted, get_args(value))))


def _quoted(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return f"'{text[1:-1]}'" if text.startswith('"') else text


def _comment(cls: type) -> list[str]:
    text = cls.__dict__.get("__doc__")
    return [f"/** {' '.join(text.split())} */"] if text else []


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


def title_types(game: Game) -> str:
    """A title's view, decisions, entries and outcomes."""
    generator = Generator()
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
        "View": generator.text(kinds.type_info(_returned(view.to_wire, "to_wire"))),
        "Decision": generator.text(decision),
        "Entry": " | ".join(generator.add(kind) for kind in game.entry_types),
        "Outcome": " | ".join(generator.add(kind) for kind in game.outcome_types),
        "Options": generator.add(game.options),
    }
    for name, text in named.items():
        if text != prefix + name:
            generator.alias(prefix + name, text)
    return HEAD + "\n" + "\n".join(generator.lines)


def shared_types() -> str:
    """All that is the same for every title."""
    generator = Generator(SPELLED)
    for module in (wire, wire_accounts, wire_analysis):
        for struct in sorted(
            _structs(module), key=lambda struct: inspect.getsourcelines(struct)[1]
        ):
            if struct is not wire.Request:
                generator.add(struct)
    for struct in (Record, Result, Violation, Uploaded, Health):
        generator.add(struct)
    for name in ("ServerMessage", "ClientMessage"):
        generator.alias(name, generator.text(kinds.type_info(getattr(wire, name))))
    generator.check()
    return SHARED_HEAD + "\n" + "\n".join(generator.lines)


def generate(titles: Titles) -> dict[str, str]:
    """The files, by their path below the web application's source folder."""
    files = {SHARED_FILE: shared_types()}
    for title in sorted(titles.names):
        files[TITLE_FILE.format(title=title)] = title_types(titles.must_get(title))
    return files
