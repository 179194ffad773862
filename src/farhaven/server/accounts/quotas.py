"""How much one account, and one network, may keep on the server: the numbers."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

OFF = "off"

Limit = Annotated[int, Meta(ge=0, le=1_000_000)]


class Quotas(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The most of each that is kept; 0 for any number."""

    tables_per_account: Limit = 100
    tables_per_address: Limit = 400
    listed_per_account: Limit = 10
    listed_per_address: Limit = 40
    records_per_account: Limit = 200
    records_per_address: Limit = 1000
    megabytes_per_account: Limit = 50
    megabytes_per_address: Limit = 250
    invites_per_account: Limit = 30
    invites_per_address: Limit = 120


def read_quotas(parts: Sequence[str]) -> Quotas:
    """The quotas of a setting, such as `listed_per_account=5`; `off` for none at all."""
    if list(parts) == [OFF]:
        return Quotas(**dict.fromkeys(Quotas.__struct_fields__, 0))
    values = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{part} is not of the form {Quotas.__struct_fields__[0]}=50")
        values[name.strip()] = value.strip()
    return msgspec.convert(values, Quotas, strict=False)
