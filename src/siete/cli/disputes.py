"""What `siete replay` does for a dispute: one round of a file or log, in a role's view, or compared with its rack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from siete.cards import cards_from_text
from siete.cli import output
from siete.cli.disputed_rounds import DisputedRound, disputed
from siete.errors import SieteError
from siete.money import Cents, cents_to_text
from siete.plain import Plain
from siete.table.disputes.reconstruction import Rebuilt
from siete.table.disputes.record import record_of
from siete.table.disputes.review import ReviewStep, review, role_from_text
from siete.table.disputes.verdict import Judgement, judged
from siete.table.notation.replay import Parting, Replay, replayed
from siete.table.view import Role
from siete.table.view_shapes import HandView, TableView


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeOptions:
    """The options of a dispute."""

    number: int | None
    role: str
    rack: str | None
    is_told: bool
    is_json: bool


def dispute(path: Path, wanted: DisputeOptions) -> bool:
    """Show what was asked for; returns whether everything agrees."""
    role = role_from_text(wanted.role)
    told = disputed(path)
    rounds = [each for each in told.rounds if wanted.number in (None, each.number)]
    if not rounds:
        sentence = f"There is no round {wanted.number}" if wanted.number else "There is no round"
        sentence += f"; the table differs at {told.partings[0]}" if told.partings else "."
        raise SieteError("replay/no-such-round", sentence)
    if wanted.rack not in (None, "recorded") and len(rounds) > 1:
        raise SieteError("replay/which-round", "Say with --round which round the rack belongs to.")
    if wanted.is_told:
        _check_role(role, rounds)
    found = [_one(each, role, wanted) for each in rounds]
    agrees = not told.partings and all(each["agrees"] for each in found)
    if wanted.is_json:
        table = {"table": {"partings": list(told.partings)}} if told.partings else {}
        output.as_json({"file": str(path), "agrees": agrees, "rounds": found, **table})
    elif told.partings:
        print("\n".join(("table: differs", *(f"  {parting}" for parting in told.partings))))
    return agrees


def _check_role(role: Role, rounds: list[DisputedRound]) -> None:
    """Refuse a player who is in none of the rounds."""
    known = sorted({player for each in rounds for player in each.before.racks})
    if role.name and role.name not in known:
        sentence = f"No player {role.name[:40]!r} is at the table. Players: {', '.join(known)}."
        raise SieteError("replay/unknown-player", sentence)


def _one(each: DisputedRound, role: Role, wanted: DisputeOptions) -> Plain:
    """One round as JSON, printed on the way where people read it."""
    say = (lambda text: None) if wanted.is_json else print
    found: Plain = {"number": each.number, "rules": each.rules.rule_set, "agrees": True}
    before, events = each.before, each.events
    if each.why:
        found["irregular"] = each.why
    if wanted.rack is not None:
        judgement = _judge(each, wanted.rack)
        found |= {"agrees": judgement.agrees, "rack": _judgement(judgement)}
        _say_judgement(each, judgement, say)
        if judgement.readings:
            before, events = judgement.readings[0].before, judgement.readings[0].events
    elif each.why:
        say(f"round {each.number}: has steps, but no notation ({each.why})")
    else:
        replay = replayed(each.written, each.rules)
        found |= {"agrees": replay.agrees, "partings": [_plain(parting) for parting in replay.partings]}
        _say_replay(each.number, replay, say)
    if wanted.is_told:
        moments = list(review(before, events, each.rules, role))
        found |= {"role": wanted.role, "steps": [_moment(moment) for moment in moments]}
        for line in _lines(moments):
            say(line)
    return found


def _judge(each: DisputedRound, rack: str) -> Judgement:
    """The rack compared with the record; refused where no rack can settle the round."""
    try:
        record = record_of(each.before, each.events, each.rules)
        cards = record.rack if rack == "recorded" else cards_from_text(rack)
        return judged(cards, each.written, each.rules, record)
    except SieteError as error:
        raise SieteError(error.code, f"Round {each.number}: {error.sentence}", clause=error.clause) from None


# --- in words ----------------------------------------------------------------------------------------------------


def _say_replay(number: int, replay: Replay, say: Callable[[str], None]) -> None:
    say(f"round {number}: {'agrees' if replay.agrees else 'differs'} ({len(replay.steps)} steps)")
    for parting in replay.partings:
        say(f"  {parting}")


def _say_judgement(each: DisputedRound, judgement: Judgement, say: Callable[[str], None]) -> None:
    number, why = each.number, f" and what went wrong ({each.why})" if each.why else ""
    count = len(judgement.readings)
    rounds = f"{count} {'round' if count == 1 else 'rounds'}"
    if judgement.agrees:
        among = "the recorded one" if count == 1 else "the recorded one among them"
        say(f"round {number}: rack and record agree; with these wagers{why} the rack can mean {rounds}, {among}")
        if count > 1:
            say(f"  {len(judgement.paying)} of them pay what was paid")
    else:
        say(f"round {number}: rack and record differ; with these wagers{why} the rack can mean {rounds}")
        for finding in judgement.findings:
            say(f"  {finding}")
    for reading in judgement.readings[:1]:
        say(f"  {_reading_in_words(reading)}")


def _reading_in_words(reading: Rebuilt) -> str:
    hands = [
        f"box {box}{f' hand {place}' if len(cards) > 1 else ''}: {' '.join(map(str, hand)) or 'no card'}"
        for box, cards in reading.parting.boxes().items()
        for place, hand in enumerate(cards, start=1)
    ]
    bonus = [f"bonus: {' '.join(map(str, reading.parting.bonus))}"] if reading.parting.bonus else []
    apart = [f"in no hand: {' '.join(map(str, reading.apart))}"] if reading.apart else []
    return "; ".join((*hands, *bonus, f"dealer: {' '.join(map(str, reading.parting.dealer)) or 'no card'}", *apart))


def _lines(moments: list[ReviewStep]) -> Iterator[str]:
    """A line for each step, and the layout whenever it has changed."""
    shown = ""
    for moment in moments:
        clause = f"  [{moment.clause}]" if moment.clause else ""
        yield f"  {moment.number:3} {_event_in_words(moment.event)}{clause}"
        now = _layout(moment.view)
        if now and now != shown:
            yield f"      {now}"
        shown = now


def _event_in_words(event: Plain) -> str:
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in str(event["event"])).strip()
    parts = [_field(key, value) for key, value in event.items() if key not in ("event", "clause", "rules_hash")]
    return " ".join([name, *filter(None, parts)])


def _field(name: str, value: object) -> str:
    if name == "box":
        return f"box {value}" if value else "dealer"
    if name in _UNTOLD or value in ("", None, [], False) or (name in ("total", "hand") and not value):
        return ""
    if name in ("amount", "before") and isinstance(value, int):
        return cents_to_text(Cents(value))
    if name in ("hand", "total") and isinstance(value, int):
        return f"hand {value + 1}" if name == "hand" else f"({value})"
    if isinstance(value, list):
        return " ".join(map(str, value))
    return name.removeprefix("is_").replace("_", " ") if value is True else str(value)


_UNTOLD = ("closes", "is_face_up")
"""Fields that are shown by other words or by the layout."""


def _layout(seen: TableView) -> str:
    """The cards and money that the role sees."""
    current = seen.get("round")
    if current is None or not current["are_wagers_closed"]:
        return ""
    backs = ["??"] * current["dealer"]["face_down"]
    parts = [f"dealer {' '.join((*current['dealer']['cards'], *backs)) or '–'}"]
    if current["bonus_cards"]:
        parts.append(f"bonus {' '.join(current['bonus_cards'])}")
    for box in current["boxes"]:
        parts += [
            f"box {box['number']} {_hand_in_words(hand)}"
            for hand in box["hands"]
            if hand["cards"] and not hand["is_removed"]
        ]
    return " | ".join(parts)


def _hand_in_words(hand: HandView) -> str:
    money = Cents(sum(stake["amount"] + sum(stake["doubles"]) for stake in hand["stakes"] if stake["is_open"]))
    soft = "soft " if hand["is_soft"] else ""
    return f"{' '.join(hand['cards'])} ({soft}{hand['total']}){f' {cents_to_text(money)}' if money else ''}"


# --- as JSON -----------------------------------------------------------------------------------------------------


def _plain(parting: Parting) -> dict[str, str]:
    return {name: getattr(parting, name) for name in ("code", "step", "expected", "got", "clause")}


def _moment(moment: ReviewStep) -> Plain:
    return {"number": moment.number, "clause": moment.clause, "event": moment.event, "view": moment.view}


def _judgement(judgement: Judgement) -> Plain:
    return {
        "recorded": " ".join(map(str, judgement.recorded_rack)),
        "findings": [_plain(finding) for finding in judgement.findings],
        "readings": [_reading(each, judgement) for each in judgement.readings],
    }


def _reading(reading: Rebuilt, judgement: Judgement) -> Plain:
    return {
        "hands": {
            str(box): [" ".join(map(str, hand)) for hand in hands] for box, hands in reading.parting.boxes().items()
        },
        "bonus": " ".join(map(str, reading.parting.bonus)),
        "dealer": " ".join(map(str, reading.parting.dealer)),
        "apart": " ".join(map(str, reading.apart)),
        "cards": " ".join(map(str, reading.written.cards)),
        "decisions": [str(decision) for decision in reading.written.decisions],
        "pays_as_recorded": reading in judgement.paying,
    }
