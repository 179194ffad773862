"""The OpenAPI document: what Litestar finds, with the refusals that every request may meet."""

from functools import cache
from typing import cast

import msgspec
from litestar import Litestar, Response, get
from litestar._openapi.schema_generation import SchemaCreator
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from farhaven.server.http.dependencies import Ask
from farhaven.server.wire.tables import Request

Json = dict[str, object]

PROBLEM = {
    "description": "Refused",
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "required": ["status", "clause", "reason", "params"],
                "properties": {
                    "status": {"type": "integer"},
                    "clause": {"type": "string"},
                    "reason": {"type": "string"},
                    "params": {"type": "object"},
                },
            }
        }
    },
}
REFUSALS = ("400", "401", "403", "404", "405", "409", "413", "415", "422", "429", "503")


class LooseTypes(OpenAPISchemaPlugin):
    """Parts whose form only the title knows: an entry, a view, a result."""

    @staticmethod
    def is_plugin_supported_type(value: object) -> bool:
        return value is msgspec.Raw or value is msgspec.Struct

    def to_openapi_schema(
        self, field_definition: FieldDefinition, schema_creator: SchemaCreator
    ) -> Schema:
        del field_definition, schema_creator
        return Schema(type=OpenAPIType.OBJECT)


def _strict() -> set[str]:
    """The structs that refuse unknown fields, which Litestar does not write down."""
    return {kind.__name__ for kind in Request.__subclasses__()}


@cache
def document(app: Litestar) -> bytes:
    """The document of an application, made once: that takes longer than a hundred requests."""
    schema = cast(Json, app.openapi_schema.to_schema())
    components = cast(dict[str, dict[str, Json]], schema["components"])["schemas"]
    for name in _strict():
        if name in components:
            components[name]["additionalProperties"] = False
    for path in cast(dict[str, Json], schema["paths"]).values():
        for operation in path.values():
            if isinstance(operation, dict) and "responses" in operation:
                responses = cast(Json, operation["responses"])
                for status in REFUSALS:
                    responses[status] = PROBLEM
    return msgspec.json.format(msgspec.json.encode(schema), indent=1)


class PlainDocument(JsonRenderPlugin):
    """The same document below `/api/schema`, where Litestar would put pages of foreign scripts."""

    def render(self, request: Ask, openapi_schema: Json) -> bytes:
        del openapi_schema
        return document(request.app)


@get("/api/openapi.json", include_in_schema=False)
async def openapi(request: Ask) -> Response[bytes]:
    """The interface for programs."""
    return Response(document(request.app), media_type="application/json")
