"""The rules that a record names: which variant it was played with, or in words why not this one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ttrkit._text import short
from ttrkit.errors import RecordError, UnknownVariant
from ttrkit.fingerprint import digest_of
from ttrkit.variant import Variant, get_variant

MAX_DIFFERENCES = 5  # in a message
HAND_IN = "hand in what was played as `variant=…`"

_IN_WORDS = {
    "trains": "trains",
    "cards_dealt": "cards dealt",
    "market_size": "face-up cards",
    "market_wilds": "face-up wilds to replace the market",
    "draws": "cards drawn in a turn",
    "tickets_dealt": "tickets dealt",
    "tickets_kept_first": "first tickets to keep",
    "tickets_drawn": "tickets drawn in a turn",
    "tickets_kept": "drawn tickets to keep",
}
"""The numbers of a variant, as they are counted in words."""


def named_rules(variant: Variant) -> dict[str, Any]:
    """What a record says of the rules that it was played by."""
    return {
        "variant": variant.name,
        "rules": variant.rules_version,
        "board": variant.board.digest,
        "fingerprint": variant.fingerprint,
        "definition": variant.definition.facts,
    }


def variant_of(fields: Mapping[str, Any], variant: Variant | None) -> Variant:
    """The variant of a record; RecordError if it was played by other rules or on another board."""
    name = fields["variant"]
    if variant is None:
        variant = _registered(name)
    if variant.name != name:
        raise RecordError(f"a game of {short(name)}, not of {variant.name}")
    if fields["rules"] != variant.rules_version or isinstance(fields["rules"], bool):
        raise RecordError(
            f"played by version {short(fields['rules'])} of the rules of {name}; "
            f"they are now at version {variant.rules_version}"
        )
    if fields["board"] != variant.board.digest:
        raise RecordError(f"played on another board than {variant.board.name} as it is now")
    if "fingerprint" in fields:
        _check_fingerprint(fields, variant)
    return variant


def _registered(name: object) -> Variant:
    if not isinstance(name, str):
        raise RecordError(f"variant: a name is wanted, not a {type(name).__name__}")
    try:
        return get_variant(name)
    except UnknownVariant as error:
        raise RecordError(f"{error!s:.300}; hand a variant of your own in as `variant=`") from None


def _check_fingerprint(fields: Mapping[str, Any], variant: Variant) -> None:
    """Refuse a record that was played by other rules than the variant's, and say in words why."""
    recorded = fields["definition"]
    if fields["fingerprint"] != digest_of(variant.name, fields["rules"], fields["board"], recorded):
        raise RecordError("the fingerprint does not fit the definition: the record was changed")
    if fields["fingerprint"] == variant.fingerprint:
        return
    try:
        found = [*differences(recorded, variant)]
    except (TypeError, ValueError, LookupError, AttributeError):
        raise RecordError("its definition is not that of a variant") from None
    found = found or [f"recorded with another definition than that of {variant.name}"]
    more = "; …" if len(found) > MAX_DIFFERENCES else ""
    raise RecordError(f"{'; '.join(found[:MAX_DIFFERENCES])}{more}: {HAND_IN}")


def differences(recorded: Mapping[str, Any], variant: Variant) -> Iterator[str]:
    """What differs between a recorded definition and a variant, in words."""
    name, facts = variant.name, variant.definition.facts
    if recorded["players"] != facts["players"]:
        for_whom = ", ".join(map(short, recorded["players"]))
        here = ", ".join(map(str, facts["players"]))
        yield f"recorded for {for_whom} players, {name} is for {here}"
    for number in dict.fromkeys((*facts, *recorded)):
        was, now = recorded.get(number, "no"), facts.get(number, "none")
        if was != now and number not in ("players", "deck", "parts"):
            words = _IN_WORDS.get(number, number.replace("_", " "))
            yield f"recorded with {short(was)} {words}, {name} has {now}"
    for colour in dict.fromkeys((*facts["deck"], *recorded["deck"])):
        was, now = recorded["deck"].get(colour, 0), facts["deck"].get(colour, 0)
        if was != now:
            yield f"recorded with {short(was)} {colour:.20} cards, {name} has {now}"
    yield from _other_parts(recorded["parts"], facts["parts"], name)


def _other_parts(recorded: list[Any], here: list[Any], name: str) -> Iterator[str]:
    """Which parts there were more, fewer, with other settings, or in another order."""
    gone = [part for part in recorded if part not in here]
    new = [part for part in here if part not in recorded]
    for kind, settings in gone:
        same = next((part for part in new if part[0] == kind), None)
        if same is None:
            yield f"recorded with the part {kind:.80}, which {name} has not"
            continue
        new.remove(same)
        keys = [key for key in same[1] if settings.get(key) != same[1][key]]
        keys += [key for key in settings if key not in same[1]]
        was, now = _call(kind, settings, keys), _call(kind, same[1], keys)
        yield f"recorded with {was}, {name} has {now}"
    for kind, _ in new:
        yield f"recorded without the part {kind}, which {name} has"
    if not gone and not new and recorded != here:
        was, now = (", ".join([part[0] for part in parts]) for parts in (recorded, here))
        yield f"recorded with the parts in the order {was}; {name} has {now}"


def _call(kind: str, settings: Mapping[str, str], keys: list[str]) -> str:
    """A part with some of its settings, as it is made in Python."""
    given = [f"{key}={settings[key]:.200}" for key in keys if key in settings]
    return f"{kind:.80}({', '.join(given)})"
